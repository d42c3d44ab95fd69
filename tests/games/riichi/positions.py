"""Tables of riichi in a few words: hands as `123m406p77z`, melds, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gamenight.core import Action, seat
from gamenight.core.match import Match
from gamenight.games.riichi.actions import Call, Discard, Kan
from gamenight.games.riichi.deal.dealing import table_dealt
from gamenight.games.riichi.hand.faces import looks
from gamenight.games.riichi.hand.tiles import TILES, read_hand
from gamenight.games.riichi.options import TENHOU, Rules
from gamenight.games.riichi.oracle import PLAYERS, OneDeal
from gamenight.games.riichi.state import SEATS, Meld, Outcome, Play, RiichiState, Sheet, Tiles, Wall

FILLER = ("147m258p369s1234z", "258m369p147s1234z", "369m147p258s1234z", "159m159p159s567z1z")
"""Hands that are far from anything, for seats that a test does not care about."""


def tiles(text: str, rules: Rules = TENHOU) -> Tiles:
    """The tiles as the table has them: equal ones have the same id."""
    look = looks(red_fives=rules.red_fives)
    return tuple([look[tile] for tile in read_hand(text, red_fives=rules.red_fives)])


def tile(text: str, rules: Rules = TENHOU) -> int:
    return tiles(text, rules)[0]


def pon(text: str, source: int) -> Meld:
    return Meld("pon", tiles(text), tiles(text)[0], source)


def chi(text: str, source: int) -> Meld:
    return Meld("chi", tiles(text), tiles(text)[0], source)


def closed_kan(text: str) -> Meld:
    return Meld("closed_kan", tiles(text))


def open_kan(text: str, source: int) -> Meld:
    return Meld("open_kan", tiles(text), tiles(text)[0], source)


def table(
    *hands: str,
    turn: int = 0,
    drawn: str | None = None,
    melds: Mapping[int, Sequence[Meld]] | None = None,
    live: str = "",
    rinshan: str = "",
    dora: str = "9999m",
    ura: str = "9999p",
    rules: Rules = TENHOU,
    points: tuple[int, ...] = (25_000,) * SEATS,
    round: int = 0,
    honba: int = 0,
    sticks: int = 0,
    left: int = 40,
) -> RiichiState:
    """A seat on turn in the middle of a deal. `live` is drawn from its first tile on; the rest is filled up."""
    dealt = table_dealt(rules, Sheet(points, round, honba, sticks), range(TILES))
    called = melds or {}
    held = [*hands, *FILLER[len(hands) :]]
    cut = [tiles(hand, rules)[: 13 - 3 * len(called.get(n, ()))] for n, hand in enumerate(held)]
    drawn_next = tuple(reversed(tiles(live, rules)))
    filled = (tile("9s"),) * (left - len(drawn_next) + sum(len(m.tiles) == 4 for ms in called.values() for m in ms))
    kans = sum(len(meld.tiles) == 4 for each in called.values() for meld in each)
    wall = Wall(
        live=(*filled, *drawn_next),
        rinshan=(*tiles(rinshan, rules), *(tile("9s"),) * 4)[: 4 - kans],
        dora=(*tiles(dora, rules), tile("9s"))[:5],
        ura=(*tiles(ura, rules), tile("9s"))[:5],
        shown=1 + kans,
    )
    return replace(
        dealt,
        wall=wall,
        hands=tuple([tuple(sorted(hand)) for hand in cut]),
        melds=tuple([tuple(called.get(n, ())) for n in range(SEATS)]),
        play=Play("turn", turn, drawn=None if drawn is None else tile(drawn, rules), is_calm=False),
    )


def start(of: RiichiState) -> Match:
    """A match of this one deal."""
    return Match.start(OneDeal(of), PLAYERS, seed=0)


def now(match: Match) -> RiichiState:
    found: RiichiState = match.state.game_data
    return found


def outcome(match: Match) -> Outcome:
    found = now(match).outcome
    assert found is not None
    return found


def legal(match: Match, who: int) -> set[str]:
    """What a seat may do: `discard 5m`, `riichi 5m`, `pon 5m 5m`, `ron`."""
    return {_written(action) for action in match.legal_actions(seat(who))} if seat(who) in match.to_act else set()


def _written(action: Action) -> str:
    match action.payload:
        case Discard(tile=name) | Kan(tile=name):
            return f"{action.action_type} {name}"
        case Call(tiles=names):
            return " ".join([action.action_type, *names])
    return action.action_type


def do(match: Match, who: int, text: str) -> Match:
    """A listed action; of two that are written alike the first."""
    listed = match.legal_actions(seat(who))
    match.act(next(action for action in listed if _written(action) == text))
    return match


def answer(match: Match, **calls: Any) -> Match:
    """Everybody who is asked answers: `p1="ron"`; the others pass."""
    for player in match.to_act:
        if player in match.to_act and now(match).play.stage in ("call", "rob"):
            do(match, int(player[1]), calls.get(player, "pass"))
    return match
