"""The tables of log and hall, defined once for SQLite and PostgreSQL; the migrations must lead to exactly these.

JSON columns preserve their text. On PostgreSQL that means JSON, not JSONB: JSONB turns -0.0 into 0.0 and 1e16 into an
integer, so that a state read back would have another digest.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

RowId = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""SQLite generates row ids only in a column declared INTEGER."""

Json = sa.JSON(none_as_null=True)
Instant = sa.BigInteger()
"""Milliseconds of the match's clock."""


def _created_at() -> sa.Column[Any]:
    return sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)


def _match_id(*, primary_key: bool = False) -> sa.Column[Any]:
    return sa.Column(
        "match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, primary_key=primary_key
    )


def _turn_id() -> sa.Column[Any]:
    """The turn that led to this row; NULL is the set-up. Indexed, as deleting a turn searches for its rows."""
    return sa.Column("turn_id", sa.ForeignKey("turns.id", ondelete="CASCADE"), index=True)


matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game_id", sa.Text, nullable=False),
    sa.Column("record_format", sa.Integer, nullable=False),
    sa.Column("options", Json, nullable=False),
    sa.Column("timer", Json, nullable=False),
    sa.Column("pace_ms", sa.BigInteger, nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("salt", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("started_at", Instant, nullable=False),
    # SQLite needs a default to add this column to a table that already has rows.
    sa.Column("last_at", Instant, nullable=False, server_default=sa.text("0")),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("next_deadline", Instant, index=True),
    sa.Column("turn_count", sa.Integer, nullable=False),
    sa.Column("event_count", sa.Integer, nullable=False),
    _created_at(),
    sa.Index(None, "created_at", "id"),
)

seats = sa.Table(
    "seats",
    metadata,
    _match_id(primary_key=True),
    sa.Column("seat_index", sa.Integer, primary_key=True),
    sa.Column("player_id", sa.Text, nullable=False),
    sa.Column("display_name", sa.Text, nullable=False),
    sa.Column("is_bot", sa.Boolean, nullable=False),
    sa.Column("bot_id", sa.Text),
    sa.UniqueConstraint("match_id", "player_id"),
)

turns = sa.Table(
    "turns",
    metadata,
    sa.Column("id", RowId, sa.Identity(), primary_key=True),
    _match_id(),
    sa.Column("turn_index", sa.Integer, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("input", Json, nullable=False),
    sa.Column("chosen", Json, nullable=False),
    sa.Column("at", Instant, nullable=False),
    sa.Column("client_id", sa.Text),
    _created_at(),
    sa.UniqueConstraint("match_id", "turn_index"),
    sa.UniqueConstraint("match_id", "actor", "client_id"),
)

events = sa.Table(
    "events",
    metadata,
    _match_id(primary_key=True),
    sa.Column("sequence_number", sa.Integer, primary_key=True, autoincrement=False),
    _turn_id(),
    sa.Column("event_type", sa.Text, nullable=False),
    sa.Column("player_id", sa.Text),
    sa.Column("payload", Json, nullable=False),
    sa.Column("secret", Json, nullable=False),
    sa.Column("audience", Json),
    _created_at(),
    sa.Index(None, "match_id", "event_type"),
)

state_snapshots = sa.Table(
    "state_snapshots",
    metadata,
    sa.Column("id", RowId, sa.Identity(), primary_key=True),
    _match_id(),
    _turn_id(),
    sa.Column("game_id", sa.Text, nullable=False),
    sa.Column("state", Json, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    _created_at(),
    sa.Index(None, "match_id", "turn_id"),
)

# A table exists before its match, so there is no foreign key between them. A transaction that changes rows of the
# following tables holds the lock of the row in `tables`.
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("game_id", sa.Text, nullable=False),
    sa.Column("settings", Json, nullable=False),
    sa.Column("is_private", sa.Boolean, nullable=False),
    sa.Column("delay_ms", sa.BigInteger, nullable=False),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("changed_at", Instant, nullable=False),
    # Equal to `created_at` until the match is over, then NULL: old tables must not slow down the list of active ones.
    # A table with a delay keeps the value for a while, as spectators must not learn yet that the match is over.
    sa.Column("open_since", Instant),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("chat_count", sa.Integer, nullable=False),
    sa.Column("started_at", Instant),
    # Equal to `started_at`, or the instant of the next attempt, until the match is known to be in the log; then NULL.
    sa.Column("beginning_at", Instant, index=True),
    sa.Column("halted_at", Instant),
    sa.Column("rematch_of", sa.Text, unique=True),
    sa.Column("rematch", sa.Text, index=True),
    # NULL if no model's seat has a state to record, as at tables that are older than this column.
    sa.Column("models", Json),
    sa.Index(None, "created_at", "match_id"),
    sa.Index(None, "open_since", "match_id"),
    sa.Index(None, "started_at", "changed_at"),
)


def _table_id() -> sa.Column[Any]:
    return sa.Column("match_id", sa.ForeignKey("tables.match_id", ondelete="CASCADE"), primary_key=True)


places = sa.Table(
    "places",
    metadata,
    _table_id(),
    sa.Column("seat_index", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("name_key", sa.Text, nullable=False),
    sa.Column("token_hash", sa.Text, nullable=False),
    sa.Column("is_ready", sa.Boolean, nullable=False),
    sa.Column("joined_at", Instant, nullable=False),
    sa.Column("away_since", Instant),
    sa.Column("attend_at", Instant, index=True),
    sa.Column("held_ms", sa.BigInteger, nullable=False),
    sa.Column("stand_in", sa.Boolean, nullable=False),
    sa.Column("sponsor", sa.Integer),
    sa.UniqueConstraint("match_id", "name_key"),
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("seat_index", sa.Integer, primary_key=True),
    sa.Column("node", sa.Text, primary_key=True, index=True),
    sa.ForeignKeyConstraint(["match_id", "seat_index"], ["places.match_id", "places.seat_index"], ondelete="CASCADE"),
)

nodes = sa.Table(
    "nodes",
    metadata,
    sa.Column("node", sa.Text, primary_key=True),
    sa.Column("seen_at", Instant, nullable=False),
)

chats = sa.Table(
    "chats",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", Instant, nullable=False),
    sa.Column("seat_index", sa.Integer),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_end", sa.Boolean, nullable=False),
)

# Decisions of language models; `outcome` and `ended_at` are NULL while the model is asked.
model_decisions = sa.Table(
    "model_decisions",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat_index", sa.Integer, nullable=False),
    sa.Column("prompt", sa.Integer, nullable=False),
    sa.Column("retry", sa.Integer, nullable=False),
    sa.Column("node", sa.Text),
    sa.Column("at", Instant, nullable=False),
    sa.Column("ended_at", Instant),
    sa.Column("outcome", sa.Text),
    sa.Column("call_count", sa.BigInteger, nullable=False),
    sa.Column("usd", sa.Double, nullable=False),
    sa.Column("unpriced", sa.BigInteger, nullable=False),
    sa.Column("tokens", sa.BigInteger, nullable=False),
    # The last column, as it is long: it holds prompts and replies. Sums over a day read only the index.
    sa.Column("body", Json, nullable=False),
    sa.Index(None, "ended_at", "call_count", "usd", "unpriced", "tokens"),
)
