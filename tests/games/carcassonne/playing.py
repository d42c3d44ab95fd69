"""Carcassonne in the notation of rule books.

A move is a tile with its cell and its rotation, and perhaps where its meeple goes: `E(0,1,180) city:S`. Moves are apart
by semicolons, in order of play. A lone letter is a tile that has no place and is set aside. Tiles are drawn as they are
named; `then` are letters drawn after them, without which the game is over after the last move.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

import msgspec
import pytest

from gamenight.core.errors import ActionRefused
from gamenight.core.match import Match
from gamenight.core.model import Action, Event, PlayerId, digest
from gamenight.games.carcassonne.view import CarcassonneView
from gamenight.looks.texts import texts_of

MOVE = re.compile(r"([A-X])(?:\((-?\d+),(-?\d+),(\d+)\)(?: (\S+))?)?")


class Move(NamedTuple):
    """A tile drawn; without a cell it is set aside."""

    tile: str
    cell: tuple[int, int, int] | None
    spot: str | None


def read(moves: str) -> list[Move]:
    return [_read_one(text.strip()) for text in moves.split(";") if text.strip()]


def _read_one(text: str) -> Move:
    found = MOVE.fullmatch(text)
    assert found, f"not a move: {text!r}"
    tile, x, y, rotation, spot = found.groups()
    return Move(tile, (int(x), int(y), int(rotation)) if x else None, spot)


def letters(moves: str) -> str:
    return "".join(move.tile for move in read(moves))


def start(order: str, players: int = 2, **options: Any) -> Match:
    return Match.start("carcassonne", players, seed="tiles", options={"tile_order": order, **options})


def play(moves: str, players: int = 2, then: str = "", **options: Any) -> Match:
    """The match after these moves; over, unless tiles follow."""
    match = start(letters(moves) + then, players, **options)
    do(match, moves)
    return match


def do(match: Match, moves: str) -> tuple[Event, ...]:
    """Let whoever is to act make these moves; what happened at the last of them."""
    events: tuple[Event, ...] = ()
    for move in read(moves):
        if move.cell is not None:
            assert drawn(match) == move.tile
            events = _take_turn(match, move.cell, move.spot)
    return events


def _take_turn(match: Match, cell: tuple[int, int, int], spot: str | None) -> tuple[Event, ...]:
    (player,) = match.to_act
    events = match.act(tile_at(player, *cell))
    if spot is not None:
        events += match.act(meeple_at(player, spot))
    elif match.state.phase.name == "place_meeple":
        events += match.act(skip(player))
    return events


def put(match: Match, move: str) -> None:
    """Place the tile alone; its meeple is still to be decided."""
    ((tile, cell, spot),) = read(move)
    assert drawn(match) == tile
    assert cell is not None
    assert spot is None
    (player,) = match.to_act
    match.act(tile_at(player, *cell))


def tile_at(player: str, x: Any, y: Any, rotation: Any, **more: Any) -> Action:
    return Action("place_tile", PlayerId(player), {"x": x, "y": y, "rotation": rotation, **more})


def meeple_at(player: str, spot: Any, **more: Any) -> Action:
    return Action("place_meeple", PlayerId(player), {"meeple_spot": spot, **more})


def skip(player: str) -> Action:
    return Action("place_meeple", PlayerId(player), {"skip": True})


def cells(match: Match) -> set[tuple[int, int, int]]:
    """Where the tile in hand may go, as (x, y, rotation)."""
    (player,) = match.to_act
    payloads = [action.payload for action in match.legal_actions(player) if action.action_type == "place_tile"]
    assert len(set(payloads)) == len(payloads)
    return {(payload.x, payload.y, payload.rotation) for payload in payloads}


def spots(match: Match) -> set[str]:
    """Where the meeple may go; empty if nobody is asked."""
    if match.state.phase.name != "place_meeple":
        return set()
    (player,) = match.to_act
    payloads = [msgspec.to_builtins(action.payload) for action in match.legal_actions(player)]
    assert payloads.count({"skip": True}) == 1
    offered = [payload["meeple_spot"] for payload in payloads if payload != {"skip": True}]
    assert len(set(offered)) == len(offered)
    return set(offered)


def spots_after(moves: str, move: str, players: int = 2, **options: Any) -> set[str]:
    """Where the player may put a meeple who has just placed this tile."""
    match = play(moves, players, then=letters(move), **options)
    put(match, move)
    return spots(match)


def points(match: Match) -> str:
    """The scores in seat order, as `4:0`."""
    return ":".join(f"{match.scores[player.player_id]:g}" for player in match.state.players)


def refusal(match: Match, action: Action, prompt: int | None = None) -> str:
    """The code of a refusal, which is a sentence and has left no trace."""
    before, turns, events = digest(match.state), len(match.turns), len(match.events)
    with pytest.raises(ActionRefused) as refused:
        match.act(action, prompt)
    assert (digest(match.state), len(match.turns), len(match.events)) == (before, turns, events)
    assert re.fullmatch(r"(?s).+ .+\.", texts_of(match.plugin).tell(refused.value.refusal.message))
    return refused.value.code


def names(events: tuple[Event, ...] | list[Event]) -> list[str]:
    """The game's own events, in order."""
    return [e.event_type.removeprefix("game.") for e in events if e.event_type.startswith("game.")]


def happened(events: tuple[Event, ...] | list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.event_type == f"game.{kind}"]


def told_points(events: list[Event]) -> Counter[str]:
    """Each player's points, added up from what was told of features."""
    total: Counter[str] = Counter()
    for event in (*happened(events, "feature_completed"), *happened(events, "final_scored")):
        total.update(dict.fromkeys(event.payload["scorers"], event.payload["points"]))
    return total


# What everybody sees


def board(match: Match) -> CarcassonneView:
    """The game's part of a spectator's view."""
    return match.view(None).game_data


def drawn(match: Match) -> str | None:
    """The letter of the tile in hand."""
    return board(match).tile


def bag(match: Match) -> Counter[str]:
    """What is still in the bag."""
    return Counter(board(match).remaining)


def aside(match: Match) -> list[str]:
    """The tiles that had no place."""
    return list(board(match).set_aside)


def supply(match: Match) -> list[int]:
    """The meeples that each player has left, in seat order."""
    return list(board(match).supply)


def tiles(match: Match) -> dict[tuple[int, int], tuple[str, int]]:
    """The letter and rotation on each cell."""
    return {(tile.x, tile.y): (tile.letter, tile.rotation) for tile in board(match).tiles}


def meeples(match: Match) -> dict[tuple[tuple[int, int], str], int]:
    """Whose meeple stands on which part of the board."""
    return {((meeple.x, meeple.y), meeple.spot): int(meeple.player_id[1:]) for meeple in board(match).meeples}
