"""Goofspiel as OpenSpiel plays it; like ours, its last round plays itself and is not listed."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec
from msgspec import Struct

from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.oracle import Difference, Verdict, judge, same
from gamenight.games.goofspiel.rules import NUMBERS, SEATS, Goofspiel


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's parameters; `egocentric` changes observations only, and `num_turns` -1 means all of them."""

    players: int = 2
    num_cards: int = 13
    num_turns: int = -1
    points_order: str = "random"
    imp_info: bool = False
    egocentric: bool = False
    returns_type: Literal["win_loss", "point_difference", "total_points"] = "win_loss"


class Deal(Struct, frozen=True, tag_field="k", tag="c"):
    """The prize of `a` + 1 comes up, in words `s`."""

    a: int
    s: str


class Bids(Struct, frozen=True, tag_field="k", tag="s"):
    """Players `p` bid the cards `a` + 1, in words `s`, each of their legal actions `L`."""

    p: tuple[int, ...]
    a: tuple[int, ...]
    s: tuple[str, ...]
    L: tuple[tuple[str, ...], ...]


class Transcript(Struct, frozen=True):
    params: dict[str, Any]
    players: int
    deal: tuple[tuple[int, str], ...]
    plies: tuple[Deal | Bids, ...]
    returns: tuple[float, ...]
    returns_changes: tuple[tuple[int, tuple[float, ...]], ...]
    final: str


def replay(transcript: dict[str, Any]) -> Verdict:
    return judge(transcript, "goofspiel", Transcript, _compare)


def _compare(transcript: Transcript) -> None:
    params = _params(transcript)
    match = _start(transcript, params)
    rounds = 0
    dealt = [Deal(*outcome) for outcome in transcript.deal]
    for deal in dealt:
        _compare_deal(match, deal, "deal")
    for number, ply in enumerate(transcript.plies):
        if isinstance(ply, Deal):
            dealt.append(ply)
            _compare_deal(match, ply, f"ply {number}")
            continue
        rounds += 1
        if params.points_order == "random":
            same(f"ply {number}, prizes dealt", len(dealt), rounds)
        _compare_bids(match, ply, f"ply {number}")
    same("is over", True, match.is_over)
    _compare_end(match, transcript, params)


def _params(transcript: Transcript) -> Params:
    try:
        params = msgspec.convert(transcript.params, Params)
    except msgspec.ValidationError as error:
        raise BadOptions(str(error)) from None
    same("players", params.players, transcript.players)
    return params


def _start(transcript: Transcript, params: Params) -> Match:
    """A match in which the prizes come as they were dealt, those that never came up after them."""
    options: dict[str, Any] = {
        "cards": params.num_cards,
        "prize_order": params.points_order,
        "hidden_bids": params.imp_info,
        "rounds": None if params.num_turns == -1 else params.num_turns,
    }
    match = Match.start(Goofspiel(), transcript.players, seed=0, options=options)
    if params.points_order != "random":
        return match
    dealt = [ident + 1 for ident, _ in transcript.deal] + [p.a + 1 for p in transcript.plies if isinstance(p, Deal)]
    never = [prize for prize in range(1, params.num_cards + 1) if prize not in dealt]
    if len(dealt) + len(never) != params.num_cards or len({*dealt, *never}) != params.num_cards:
        raise Difference(f"prizes dealt: {dealt} of 1 to {params.num_cards}")
    return Match.start(Goofspiel(), transcript.players, seed=0, options={**options, "prizes": [*dealt, *never]})


def _compare_deal(match: Match, deal: Deal, place: str) -> None:
    prize = match.view().game_data.prize
    same(f"{place}, prize", (deal.a + 1, deal.s), (prize, f"Deal {prize}"))


def _compare_bids(match: Match, ply: Bids, place: str) -> None:
    same(f"{place}, players", ply.p, tuple(NUMBERS[player] for player in match.to_act))
    same(f"{place}, answers", {len(ply.p)}, {len(ply.a), len(ply.s), len(ply.L)})
    for number, card, name, legal in zip(ply.p, ply.a, ply.s, ply.L, strict=True):
        bids = {f"[P{number}]Bid: {bid.payload.card}": bid for bid in match.legal_actions(SEATS[number])}
        same(f"{place}, legal actions", sorted(legal), sorted(bids))
        same(f"{place}, {name} is legal", True, name in bids)
        same(f"{place}, action", card + 1, bids[name].payload.card)
        match.act(bids[name])


def _compare_end(match: Match, transcript: Transcript, params: Params) -> None:
    table = match.view().game_data
    shown = (" ".join(str(past.prize) for past in table.history), " ".join(map(str, table.points)))
    found = re.search(r"Point card sequence: ([\d ]+) \nPoints: ([\d ]+) \n", transcript.final)
    same("final prizes and points", found and found.groups(), shown)
    returns = _rounded(_returns(table.points, params))
    same("returns", _rounded(transcript.returns), returns)
    changes = tuple((plies, _rounded(changed)) for plies, changed in transcript.returns_changes)
    same("returns_changes", changes, ((len(transcript.plies), returns),) if any(returns) else ())


def _returns(points: tuple[int, ...], params: Params) -> tuple[float, ...]:
    if params.returns_type == "total_points":
        return points
    if params.returns_type == "point_difference":
        return tuple(own - sum(points) / len(points) for own in points)
    winners = points.count(max(points))
    losers = len(points) - winners
    return tuple(0 if not losers else 1 / winners if own == max(points) else -1 / losers for own in points)


def _rounded(returns: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 3) for value in returns)
