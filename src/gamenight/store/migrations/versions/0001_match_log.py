"""The match log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

RowId = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _created_at() -> sa.Column[object]:
    return sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)


def _to_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["match_id"], ["matches.id"], f"fk_{table}_match_id", ondelete="CASCADE")


def _to_turn(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], f"fk_{table}_turn_id", ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("record_format", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("timer", sa.JSON(), nullable=False),
        sa.Column("pace_ms", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("next_deadline", sa.BigInteger()),
        sa.Column("turn_count", sa.Integer(), nullable=False),
        sa.Column("event_count", sa.Integer(), nullable=False),
        _created_at(),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_next_deadline", "matches", ["next_deadline"])
    op.create_index("ix_matches_created_at_id", "matches", ["created_at", "id"])
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat_index", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("display_name", sa.Text(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("bot_id", sa.Text()),
        sa.PrimaryKeyConstraint("match_id", "seat_index", name="pk_seats"),
        sa.UniqueConstraint("match_id", "player_id", name="uq_seats_match_id_player_id"),
        _to_match("seats"),
    )
    op.create_table(
        "turns",
        sa.Column("id", RowId, sa.Identity(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("turn_index", sa.Integer(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("input", sa.JSON(), nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("client_id", sa.Text()),
        _created_at(),
        sa.PrimaryKeyConstraint("id", name="pk_turns"),
        sa.UniqueConstraint("match_id", "turn_index", name="uq_turns_match_id_turn_index"),
        sa.UniqueConstraint("match_id", "actor", "client_id", name="uq_turns_match_id_actor_client_id"),
        _to_match("turns"),
    )
    op.create_table(
        "events",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("sequence_number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("turn_id", RowId),
        sa.Column("event_type", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text()),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("secret", sa.JSON(), nullable=False),
        sa.Column("audience", sa.JSON()),
        _created_at(),
        sa.PrimaryKeyConstraint("match_id", "sequence_number", name="pk_events"),
        _to_match("events"),
        _to_turn("events"),
    )
    op.create_index("ix_events_turn_id", "events", ["turn_id"])
    op.create_index("ix_events_match_id_event_type", "events", ["match_id", "event_type"])
    op.create_table(
        "state_snapshots",
        sa.Column("id", RowId, sa.Identity(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("turn_id", RowId),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        _created_at(),
        sa.PrimaryKeyConstraint("id", name="pk_state_snapshots"),
        _to_match("state_snapshots"),
        _to_turn("state_snapshots"),
    )
    op.create_index("ix_state_snapshots_turn_id", "state_snapshots", ["turn_id"])
    op.create_index("ix_state_snapshots_match_id_turn_id", "state_snapshots", ["match_id", "turn_id"])


def downgrade() -> None:
    for table in ("state_snapshots", "events", "turns", "seats", "matches"):
        op.drop_table(table)
