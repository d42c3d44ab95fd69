"""The hall: tables, places, presence, nodes, chats; and the instant of each match's last turn."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _to_table(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["match_id"], ["tables.match_id"], f"fk_{table}_match_id", ondelete="CASCADE")


def upgrade() -> None:
    op.add_column("matches", sa.Column("last_at", sa.BigInteger(), nullable=False, server_default=sa.text("0")))
    op.execute("UPDATE matches SET last_at = started_at")
    op.create_table(
        "tables",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("is_private", sa.Boolean(), nullable=False),
        sa.Column("delay_ms", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("open_since", sa.BigInteger()),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("chat_count", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("beginning_at", sa.BigInteger()),
        sa.Column("halted_at", sa.BigInteger()),
        sa.Column("rematch_of", sa.Text()),
        sa.Column("rematch", sa.Text()),
        sa.PrimaryKeyConstraint("match_id", name="pk_tables"),
        sa.UniqueConstraint("rematch_of", name="uq_tables_rematch_of"),
    )
    op.create_index("ix_tables_beginning_at", "tables", ["beginning_at"])
    op.create_index("ix_tables_rematch", "tables", ["rematch"])
    op.create_index("ix_tables_created_at_match_id", "tables", ["created_at", "match_id"])
    op.create_index("ix_tables_open_since_match_id", "tables", ["open_since", "match_id"])
    op.create_index("ix_tables_started_at_changed_at", "tables", ["started_at", "changed_at"])
    op.create_table(
        "places",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat_index", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("is_ready", sa.Boolean(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("away_since", sa.BigInteger()),
        sa.Column("attend_at", sa.BigInteger()),
        sa.Column("held_ms", sa.BigInteger(), nullable=False),
        sa.Column("stand_in", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat_index", name="pk_places"),
        sa.UniqueConstraint("match_id", "name_key", name="uq_places_match_id_name_key"),
        _to_table("places"),
    )
    op.create_index("ix_places_attend_at", "places", ["attend_at"])
    op.create_table(
        "presence",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat_index", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("node", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat_index", "node", name="pk_presence"),
        sa.ForeignKeyConstraint(
            ["match_id", "seat_index"],
            ["places.match_id", "places.seat_index"],
            "fk_presence_match_id_seat_index",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_presence_node", "presence", ["node"])
    op.create_table(
        "nodes",
        sa.Column("node", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("node", name="pk_nodes"),
    )
    op.create_table(
        "chats",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("seat_index", sa.Integer()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_end", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_chats"),
        _to_table("chats"),
    )


def downgrade() -> None:
    for table in ("chats", "nodes", "presence", "places", "tables"):
        op.drop_table(table)
    op.drop_column("matches", "last_at")
