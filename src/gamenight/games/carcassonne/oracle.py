"""Carcassonne as other engines have played it: games turn by turn, and short scenarios.

Our board agrees with theirs: x to the east, y to the north, rotation clockwise, the start tile D in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from zlib import crc32

from msgspec import Meta, Struct

from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId, seat_index
from gamenight.core.transcripts.oracle import Difference, Verdict, judge, same
from gamenight.games.carcassonne.actions import PlaceMeeple, PlaceTile
from gamenight.games.carcassonne.rules import Carcassonne
from gamenight.games.carcassonne.state import Points
from gamenight.games.carcassonne.tiles import Rotation
from gamenight.games.carcassonne.view import CarcassonneView

Letters = Annotated[str, Meta(pattern="^[A-X]*$")]
Letter = Annotated[str, Meta(pattern="^[A-X]$")]


class Turn(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """`discarded` were drawn before `tile` and fit nowhere; only detailed games list what was legal."""

    player: int
    discarded: Letters
    tile: Letter
    x: int
    y: int
    rotation: Rotation
    meeple: str | None
    scores: tuple[int, ...]
    legal_count: int
    legal_crc: int
    meeple_count: int
    legal: str | None = None
    meeple_places: str | None = None


class Transcript(Struct, frozen=True):
    """`draw` has all tiles; kinds that nobody scored at the end are missing in `final_part`."""

    players: int
    draw: Letters
    turns: tuple[Turn, ...]
    final: tuple[int, ...]
    final_part: dict[str, tuple[int, ...]]
    discarded_at_end: Letters


class Move(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A tile with its place, or alone if it fits nowhere."""

    tile: Letter
    x: int | None = None
    y: int | None = None
    rotation: Rotation = 0
    meeple: str | None = None


class Scenario(Struct, frozen=True):
    """Scores are those after each tile placed."""

    players: int
    moves: tuple[Move, ...]
    scores_after: tuple[tuple[int, ...], ...]
    final: tuple[int, ...]


def replay(transcript: dict[str, Any]) -> Verdict:
    named = {"game": "carcassonne", **transcript}
    if "moves" in transcript:
        return judge(named, "carcassonne", Scenario, _compare_scenario)
    return judge(named, "carcassonne", Transcript, _compare)


def _compare(transcript: Transcript) -> None:
    match = _start(transcript.players, transcript.draw)
    aside = 0
    for number, turn in enumerate(transcript.turns):
        place = f"turn {number}"
        aside = _compare_aside(match, aside, turn.discarded, place)
        player = _mover(match, turn.tile, place)
        same(f"{place}, player", turn.player, seat_index(player))
        _compare_places(match.legal_actions(player), turn, place)
        _take(match, player, PlaceTile(turn.x, turn.y, turn.rotation), place)
        _compare_meeple_places(_meeple_places(match, player), turn, place)
        _stand(match, player, turn.meeple, place)
        same(f"{place}, scores", turn.scores, _earned(match))
    same("is over", True, match.is_over)
    _compare_aside(match, aside, transcript.discarded_at_end, "end")
    _compare_final_part(match, transcript.final_part)
    same("final", transcript.final, tuple(match.scores.values()))


def _compare_scenario(scenario: Scenario) -> None:
    match = _start(scenario.players, "".join(move.tile for move in scenario.moves))
    scores: list[tuple[int, ...]] = []
    aside = 0
    for number, move in enumerate(scenario.moves):
        place = f"move {number}"
        if move.x is None or move.y is None:
            aside = _compare_aside(match, aside, move.tile, place)
            continue
        player = _mover(match, move.tile, place)
        _take(match, player, PlaceTile(move.x, move.y, move.rotation), place)
        _stand(match, player, move.meeple, place)
        scores.append(_earned(match))
    same("scores_after", scenario.scores_after, tuple(scores))
    same("is over", True, match.is_over)
    same("final", scenario.final, tuple(match.scores.values()))


def _start(players: int, draw: str) -> Match:
    """A match in which the tiles come as they were drawn."""
    if not draw:
        raise Difference("draw: there are no tiles")
    return Match.start(Carcassonne(), players, seed=0, options={"tile_order": draw})


def _view(match: Match) -> CarcassonneView:
    view: CarcassonneView = match.view().game_data
    return view


def _mover(match: Match, tile: str, place: str) -> PlayerId:
    """Who is to place this tile now."""
    same(f"{place}, game goes on", True, not match.is_over)
    same(f"{place}, tile", tile, _view(match).tile)
    return match.to_act[0]


def _compare_aside(match: Match, before: int, letters: str, place: str) -> int:
    """The tiles set aside after the first `before`; returns how many there are now."""
    aside = _view(match).set_aside
    same(f"{place}, tiles set aside", letters, "".join(aside[before:]))
    return len(aside)


def _compare_places(actions: Sequence[Action], turn: Turn, place: str) -> None:
    triples = sorted((action.payload.x, action.payload.y, action.payload.rotation) for action in actions)
    text = "".join(f"{x},{y},{rotation};" for x, y, rotation in triples)
    if turn.legal is not None:
        same(f"{place}, legal places", turn.legal, text)
    same(f"{place}, number of legal places", turn.legal_count, len(triples))
    same(f"{place}, checksum of legal places {text}", turn.legal_crc, crc32(text.encode()))


def _compare_meeple_places(spots: list[str], turn: Turn, place: str) -> None:
    if turn.meeple_places is not None:
        same(f"{place}, meeple places", turn.meeple_places, ";".join(spots))
    same(f"{place}, number of meeple places, which are {';'.join(spots) or 'none'}", turn.meeple_count, len(spots))


def _meeple_places(match: Match, player: PlayerId) -> list[str]:
    """The spots at which this player may place a meeple now; none if nobody is asked."""
    if match.state.phase.name != "place_meeple":
        return []
    spots = [action.payload.meeple_spot for action in match.legal_actions(player)]
    return sorted(spot for spot in spots if spot is not None)


def _take(match: Match, player: PlayerId, payload: PlaceTile | PlaceMeeple, place: str) -> None:
    action = next((action for action in match.legal_actions(player) if action.payload == payload), None)
    same(f"{place}, {payload} is legal", True, action is not None)
    assert action is not None
    match.act(action)


def _stand(match: Match, player: PlayerId, spot: str | None, place: str) -> None:
    """Place the meeple, or none; where only none is possible, nobody is asked."""
    if match.state.phase.name == "place_meeple":
        _take(match, player, PlaceMeeple(skip=True) if spot is None else PlaceMeeple(spot), place)
    else:
        same(f"{place}, meeple", spot, None)


def _earned(match: Match) -> tuple[int, ...]:
    """The scores before the final scoring."""
    return tuple(points.total for points in _view(match).earned)


def _compare_final_part(match: Match, parts: dict[str, tuple[int, ...]]) -> None:
    final = _view(match).final
    same("other kinds in final_part", sorted(set(parts) - set(Points.__struct_fields__)), [])
    for kind in Points.__struct_fields__:
        none = (0,) * len(final)
        same(f"final_part of {kind}", parts.get(kind, none), tuple(getattr(points, kind) for points in final))
