"""Golden records: stored matches that must still replay, so that no change of the rules goes unnoticed.

`python -m gamenight.testing.golden [folder]` writes the missing and outdated records of every installed game. The
default folder is tests/golden.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.core.errors import GameEngineError
from gamenight.core.model import Event, GameState, Record, digest
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import catalogue
from gamenight.core.replay import opening, play_on
from gamenight.testing.playing.playouts import RANDOM, STYLES, Style, play
from gamenight.testing.playing.tables import Setup, pairwise

FOLDER = Path("tests/golden")
SEED = "golden"
TURNS = 200
DIGITS = 16
RENEW = "python -m gamenight.testing.golden"


class GoldenMatch(Struct, frozen=True):
    """A record, and the first digits of the digests before and after each of its turns."""

    record: Record
    states: tuple[str, ...]
    events: tuple[str, ...]


class Golden(Struct, frozen=True):
    """Some matches of one game under one version of its rules."""

    game_id: str
    rules_version: int
    matches: tuple[GoldenMatch, ...]


def make(game: GamePlugin) -> Golden:
    """Play a few seeded matches: with the fewest and the most players, with other options, and with timeouts."""
    matches = [_match(game, table, style) for table, style in _seatings(game)]
    return Golden(game.game_id, game.rules_version, tuple(matches))


def _seatings(game: GamePlugin) -> Iterator[tuple[Setup, Style]]:
    tables = pairwise(game, SEED)
    counts = game.max_players - game.min_players
    drowsy = next(style for style in STYLES if style.name == "drowsy")
    yield tables[0], RANDOM
    yield tables[counts], RANDOM
    yield tables[-1], RANDOM
    yield tables[len(tables) // 2], drowsy


def _match(game: GamePlugin, table: Setup, style: Style) -> GoldenMatch:
    playout = play(game, table, style, TURNS)
    record = playout.record(game)
    return GoldenMatch(record, *_digests(_replayed(game, record)))


def _replayed(game: GamePlugin, record: Record) -> Iterator[tuple[GameState, tuple[Event, ...]]]:
    first = opening(game, record)
    state, events = first.state, first.events
    yield state, events
    for step in play_on(game, state, record.turns):
        yield step.state, step.events


def _digests(moments: Iterable[tuple[GameState, tuple[Event, ...]]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    pairs = [(digest(state)[:DIGITS], digest(events)[:DIGITS]) for state, events in moments]
    return tuple(state for state, _ in pairs), tuple(events for _, events in pairs)


def compare(game: GamePlugin, golden: Golden) -> list[str]:
    """The differences from the records, in words, with what to do about them; empty if every match replays the same."""
    if (golden.game_id, golden.rules_version) != (game.game_id, game.rules_version):
        return [
            f"the golden records are for {golden.game_id}/v{golden.rules_version}, but the rules are "
            f"{game.game_id}/v{game.rules_version}: renew the records with `{RENEW}`"
        ]
    found = [_changed(game, number, each) for number, each in enumerate(golden.matches, 1)]
    return [
        f"{game.game_id}/v{game.rules_version}, golden match {where}. If players can notice the difference, raise "
        f"rules_version; then renew the records with `{RENEW}`"
        for where in found
        if where
    ]


def _changed(game: GamePlugin, number: int, each: GoldenMatch) -> str | None:
    """The first difference in the replay of a match, in words."""
    at = 0
    try:
        for at, (state, events) in enumerate(_replayed(game, each.record)):
            where = f"{number} at the opening" if at == 0 else f"{number} in turn {at - 1}"
            if digest(state)[:DIGITS] != each.states[at]:
                return f"{where}: the state has changed"
            if digest(events)[:DIGITS] != each.events[at]:
                return f"{where}: the events have changed"
    except GameEngineError as error:
        return f"{number} in turn {at}: {error}"
    return None


def encode(golden: Golden) -> bytes:
    """The records as JSON, with one line for each match."""
    matches = b",\n".join(map(msgspec.json.encode, golden.matches))
    head = msgspec.json.encode({"game_id": golden.game_id, "rules_version": golden.rules_version})
    return head[:-1] + b',"matches":[\n' + matches + b"\n]}\n"


def decode(data: bytes) -> Golden:
    return msgspec.json.decode(data, type=Golden)


def problems(game: GamePlugin, folder: Path) -> list[str]:
    """The problems with the golden records of a game in this folder, in words."""
    path = folder / f"{game.game_id}.json"
    if not path.exists():
        return [f"{game.game_id} has no golden records: write them with `{RENEW}`"]
    try:
        golden = decode(path.read_bytes())
    except msgspec.DecodeError as error:
        return [f"the golden records of {game.game_id} cannot be read ({error}): renew them with `{RENEW}`"]
    return compare(game, golden)


def renew(games: Iterable[GamePlugin], folder: Path) -> list[str]:
    """Write the golden records that are missing or outdated; return the ids of their games."""
    folder.mkdir(parents=True, exist_ok=True)
    stale = [game for game in games if problems(game, folder)]
    for game in stale:
        (folder / f"{game.game_id}.json").write_bytes(encode(make(game)))
    return [game.game_id for game in stale]


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else FOLDER
    games: dict[str, Any] = catalogue().games
    renewed = renew(games.values(), folder)
    print(f"{folder}: renewed {', '.join(renewed)}" if renewed else f"{folder}: all records are up to date")


if __name__ == "__main__":
    main(sys.argv[1:])
