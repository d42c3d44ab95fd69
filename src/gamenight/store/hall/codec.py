"""Convert Structs of the hall to rows, and rows to Structs."""

from __future__ import annotations

import unicodedata

import msgspec

from gamenight.core.model import GameStatus, MatchId
from gamenight.store.database.bulk import Row
from gamenight.store.hall.table import ChatLine, Listed, ModelSeat, Table, TableSettings, TakenSeat
from gamenight.store.log.codec import (
    Stored,
    instant,
    json_text,
    plain_text,
    read_game,
    read_json,
    read_status,
    versioned,
)

_settings = msgspec.json.Decoder(TableSettings)
_models = msgspec.json.Decoder(tuple[ModelSeat, ...])


def table_row(table: Table) -> Row:
    return {
        "match_id": plain_text(table.match_id),
        "game_id": versioned(table.game_id, table.rules_version),
        "settings": json_text(table.settings),
        "is_private": table.settings.is_private,
        "delay_ms": instant(table.settings.delay_ms),
        "created_at": instant(table.created_at),
        "changed_at": table.created_at,
        "open_since": table.created_at,
        "revision": table.revision,
        "chat_count": table.chat_count,
        "started_at": table.started_at,
        "beginning_at": table.started_at,
        "halted_at": table.halted_at,
        "rematch_of": table.rematch_of,
        "rematch": table.rematch,
        "models": models_text(table.models),
    }


def taken_seat_row(match_id: MatchId, place: TakenSeat) -> Row:
    return {
        **msgspec.structs.asdict(place),
        "match_id": match_id,
        "name": plain_text(place.name),
        "name_key": name_key(place.name),
        "token_hash": plain_text(place.token_hash),
    }


def name_key(name: str) -> str:
    """A key that is equal for names that look the same. Case folding can undo NFKC, so NFKC is applied twice."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def read_table(row: Stored, places: tuple[TakenSeat, ...]) -> Table:
    game_id, version = read_game(row["game_id"], row["match_id"])
    return Table(
        match_id=row["match_id"],
        game_id=game_id,
        rules_version=version,
        settings=read_settings(row),
        created_at=row["created_at"],
        revision=row["revision"],
        chat_count=row["chat_count"],
        started_at=row["started_at"],
        halted_at=row["halted_at"],
        rematch_of=row["rematch_of"],
        rematch=row["rematch"],
        places=places,
        models=read_models(row),
    )


def models_text(models: tuple[ModelSeat, ...]) -> str | None:
    return json_text(models) if models else None


def read_models(row: Stored) -> tuple[ModelSeat, ...]:
    if row["models"] is None:
        return ()
    return read_json(_models, row["models"], row["match_id"], None, "the models of the table")


def read_settings(row: Stored) -> TableSettings:
    return read_json(_settings, row["settings"], row["match_id"], None, "the settings of the table")


def read_listed(row: Stored, places: tuple[TakenSeat, ...]) -> Listed:
    """Read the row of a table, with `status` and `last_at` of its match; both are None if there is no match."""
    table = read_table(row, places)
    if table.started_at is None or row["status"] is None:
        return Listed(table, GameStatus.WAITING, None)
    return Listed(table, read_status(row["status"], table.match_id), row["last_at"])


def read_taken_seat(row: Stored) -> TakenSeat:
    return TakenSeat(**{name: row[name] for name in TakenSeat.__struct_fields__})


def read_line(row: Stored) -> ChatLine:
    return ChatLine(**{name: row[name] for name in ChatLine.__struct_fields__})
