"""Convert Structs of the log to rows, and rows to Structs. JSON columns hold text; only msgspec writes and reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from gamenight.core.model import (
    Action,
    Event,
    GameConfig,
    GameId,
    GameState,
    GameStatus,
    Input,
    MatchId,
    Player,
    PlayerId,
    Record,
    TimerConfig,
    Turn,
    digest,
)
from gamenight.core.rng import commitment
from gamenight.store.database.bulk import Row
from gamenight.store.errors import BadEntry, DamagedLog
from gamenight.store.log.contract import Append, Counted, MatchSummary, Opening, Snapshot, StoredEvent

T = TypeVar("T")


Stored = Mapping[Any, Any]
"""A row that was read, by column name."""

OVER = {status.value for status in GameStatus if status.is_over}

_encode = msgspec.json.Encoder().encode
_input = msgspec.json.Decoder(Input)
_chosen = msgspec.json.Decoder(tuple[Action, ...])
_payload = msgspec.json.Decoder(dict[str, Any])
_secret = msgspec.json.Decoder(dict[PlayerId, dict[str, Any]])
_audience = msgspec.json.Decoder(tuple[PlayerId, ...])
_timer = msgspec.json.Decoder(TimerConfig)
_anything = msgspec.json.Decoder()


def match_row(opening: Opening) -> Row:
    record, config = opening.record, opening.record.config
    return {
        "id": plain_text(record.match_id),
        "game_id": versioned(record.game_id, record.rules_version),
        "record_format": record.format,
        "options": json_text(config.options),
        "timer": json_text(config.timer),
        "pace_ms": instant(config.pace_ms),
        "seed": config.random_seed,
        "salt": config.salt,
        "commitment": commitment(config.random_seed, config.salt),
        "started_at": instant(record.started_at),
        "last_at": record.started_at,
        "status": opening.status.value,
        "next_deadline": None if opening.next_deadline is None else instant(opening.next_deadline),
        "turn_count": 0,
        "event_count": len(opening.events),
        "created_at": datetime.now(UTC),
    }


def seat_rows(record: Record) -> list[Row]:
    return [
        {
            "match_id": record.match_id,
            "seat_index": player.seat_index,
            "player_id": player.player_id,
            "display_name": plain_text(player.display_name),
            "is_bot": player.is_bot,
            "bot_id": None if player.bot_id is None else plain_text(player.bot_id),
        }
        for player in record.players
    ]


def status_row(entry: Append) -> Row:
    """The columns of the match that a turn changes."""
    deadline = entry.next_deadline
    return {
        "status": entry.status.value,
        "last_at": instant(entry.turn.at),
        "next_deadline": None if deadline is None else instant(deadline),
    }


def turn_row(match_id: MatchId, turn: Turn) -> Row:
    return {
        "match_id": match_id,
        "turn_index": turn.index,
        "actor": turn.actor,
        "input": json_text(turn.input),
        "chosen": json_text(turn.chosen),
        "at": instant(turn.at),
        "client_id": None if turn.client_id is None else plain_text(turn.client_id),
    }


def event_rows(match_id: MatchId, events: Iterable[Event]) -> list[Row]:
    """Rows of events without number and turn, which only the transaction that writes them knows."""
    return [
        {
            "match_id": match_id,
            "event_type": event.event_type,
            "player_id": event.player_id,
            "payload": json_text(event.payload),
            "secret": json_text(event.secret),
            "audience": None if event.audience is None else json_text(event.audience),
        }
        for event in events
    ]


def snapshot_rows(state: GameState | None) -> list[Row]:
    """One row or none, without the turn."""
    if state is None:
        return []
    game_id = versioned(state.game_id, state.rules_version)
    return [{"match_id": state.match_id, "game_id": game_id, "state": json_text(state), "digest": digest(state)}]


def numbered(events: Sequence[Event], first: int, turn_index: int | None) -> tuple[StoredEvent, ...]:
    return tuple(StoredEvent(first + n, turn_index, event) for n, event in enumerate(events))


def read_turn(row: Stored) -> Turn:
    match_id, index = row["match_id"], row["turn_index"]
    return Turn(
        index,
        row["actor"],
        read_json(_input, row["input"], match_id, index, "the input"),
        row["at"],
        read_json(_chosen, row["chosen"], match_id, index, "the list of chosen actions"),
        row["client_id"],
    )


def read_event(row: Stored) -> StoredEvent:
    match_id, index, number = row["match_id"], row["turn_index"], row["sequence_number"]
    audience = row["audience"]
    event = Event(
        row["event_type"],
        row["player_id"],
        read_json(_payload, row["payload"], match_id, index, f"the payload of event {number}"),
        read_json(_secret, row["secret"], match_id, index, f"the secret part of event {number}"),
        None
        if audience is None
        else read_json(_audience, audience, match_id, index, f"the audience of event {number}"),
    )
    return StoredEvent(number, index, event)


def read_snapshot(row: Stored) -> Snapshot:
    index = row["turn_index"]
    state = read_json(_anything, row["state"], row["match_id"], index, "the snapshot")
    return Snapshot(0 if index is None else index + 1, state, row["digest"])


def read_player(row: Stored) -> Player:
    return Player(row["player_id"], row["display_name"], row["seat_index"], bool(row["is_bot"]), row["bot_id"])


def read_summary(row: Stored, players: tuple[Player, ...]) -> MatchSummary:
    game_id, version = read_game(row["game_id"], row["id"])
    return MatchSummary(
        row["id"],
        game_id,
        version,
        row["record_format"],
        read_status(row["status"], row["id"]),
        _as_utc(row["created_at"]),
        players,
        row["commitment"],
    )


def read_counted(row: Stored) -> Counted:
    return Counted(row["turn_count"], row["event_count"])


def read_record(row: Stored, players: tuple[Player, ...], turns: tuple[Turn, ...]) -> Record:
    match_id = row["id"]
    game_id, version = read_game(row["game_id"], match_id)
    options = read_json(_payload, row["options"], match_id, None, "the options")
    timer = read_json(_timer, row["timer"], match_id, None, "the timer")
    config = GameConfig(options, row["seed"], row["salt"], timer, row["pace_ms"])
    return Record(match_id, game_id, version, players, config, row["started_at"], turns, row["record_format"])


def versioned(game_id: str, rules_version: int) -> str:
    """The column `game_id`: slug and rules version."""
    return f"{game_id}/v{rules_version}"


def read_game(text: str, match_id: MatchId) -> tuple[GameId, int]:
    slug, _, version = text.rpartition("/v")
    if not slug or not version.isdecimal():
        raise DamagedLog(match_id, None, "its game has no version")
    return GameId(slug), int(version)


def read_status(status: str, match_id: MatchId) -> GameStatus:
    try:
        return GameStatus(status)
    except ValueError:
        raise DamagedLog(match_id, None, "its status is not a known one") from None


def _as_utc(moment: datetime) -> datetime:
    """The moment in UTC; SQLite returns it without a time zone."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def json_text(value: Any) -> str:
    try:
        return _encode(value).decode()
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise BadEntry(f"the entry cannot be written as JSON: {error}") from None


def instant(ms: int) -> int:
    if not -(2**63) <= ms < 2**63:
        raise BadEntry("the entry has an instant that does not fit into 64 bits")
    return ms


def plain_text(text: str) -> str:
    """Check text for a text column: PostgreSQL cannot store the NUL character, so no store accepts it."""
    if not is_plain(text):
        raise BadEntry("the entry has a name or an id that is not plain text")
    return text


def is_plain(text: str) -> bool:
    return "\0" not in text and (text.isascii() or _is_unicode(text))


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_json(decoder: msgspec.json.Decoder[T], text: str, match_id: MatchId, turn_index: int | None, what: str) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DamagedLog(match_id, turn_index, f"{what} cannot be read ({error})") from None
