"""What the others may call on a discard, or rob from a kan, and whose call goes first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gamenight.core import Action, PlayerId, seat, seat_index
from gamenight.games.riichi.actions import Call
from gamenight.games.riichi.deal.turns import may_kan
from gamenight.games.riichi.deal.wall import KANS, kans_made, tiles_left
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.tiles import EAST
from gamenight.games.riichi.hand.winning import can_ron
from gamenight.games.riichi.state import SEATS, RiichiState, Tiles

PRECEDENCE = {"pass": 0, "chi": 1, "pon": 2, "open_kan": 2, "ron": 3}
PASSES = tuple([Action("pass", seat(n)) for n in range(SEATS)])
ONLY_PASS = tuple([(action,) for action in PASSES])


def call_actions(table: RiichiState, who: int) -> tuple[Action, ...]:
    """What a seat may say to the discard or kan; passing is always part of it."""
    found = [Action("ron", seat(who))] if can_ron(table, who) else []
    if table.play.stage == "call" and not table.flags[who].riichi and _may_meld(table):
        found += _melds(table, who)
    return (*found, PASSES[who]) if found else ONLY_PASS[who]


def _may_meld(table: RiichiState) -> bool:
    """The last discard may only be won with, and so may the one after which four kans end the deal."""
    return tiles_left(table.wall) > 0 and not is_fourth_kan_due(table)


def is_fourth_kan_due(table: RiichiState) -> bool:
    """Four kans of more than one player: the deal ends after the discard that follows."""
    if kans_made(table.wall) < KANS or not table.rules.abortive_draws:
        return False
    return max(sum(len(meld.tiles) == 4 for meld in melds) for melds in table.melds) < KANS


def _melds(table: RiichiState, who: int) -> list[Action]:
    tile = table.play.tile
    assert tile is not None
    kind, hand = tile // 4, table.hands[who]
    same = [own for own in hand if own // 4 == kind]
    found: list[Action] = []
    if len(same) >= 2:
        found += [_call("pon", who, two) for two in pairs_of(table, same) if leaves_discard(table, who, two, (kind,))]
        if len(same) == 3 and may_kan(table):
            found.append(Action("open_kan", seat(who)))
    if who == (table.play.seat + 1) % SEATS and kind < EAST:
        found += _chis(table, who, kind)
    return found


@lru_cache(maxsize=4096)
def _call(kind: str, who: int, tiles: tuple[str, ...]) -> Action:
    return Action(kind, seat(who), Call(tiles))


def pairs_of(table: RiichiState, same: list[int]) -> list[tuple[str, ...]]:
    """The different pairs of faces among tiles of one kind."""
    face = faces(red_fives=table.rules.red_fives)
    pairs = [(face[a], face[b]) for at, a in enumerate(same) for b in same[at + 1 :]]
    return list(dict.fromkeys(pairs))


def _chis(table: RiichiState, who: int, kind: int) -> list[Action]:
    face, rank = faces(red_fives=table.rules.red_fives), kind % 9
    held: dict[int, list[str]] = {}
    for tile in table.hands[who]:
        if -2 <= tile // 4 - kind <= 2 and tile // 36 == kind // 9:
            held.setdefault(tile // 4 - kind, []).append(face[tile])
    runs = [(low, high) for low, high in ((-2, -1), (-1, 1), (1, 2)) if rank + low >= 0 and rank + high <= 8]
    return [
        _call("chi", who, (first, second))
        for low, high in runs
        if low in held and high in held
        for first in dict.fromkeys(held[low])
        for second in dict.fromkeys(held[high])
        if leaves_discard(table, who, (first, second), forbidden_after(kind, low, high))
    ]


def forbidden_after(kind: int, low: int, high: int) -> Tiles:
    """The kinds that are swap calling after a run of these neighbours: the tile itself, and the run's other end."""
    rank = kind % 9
    if (low, high) == (1, 2) and rank + 3 <= 8:
        return (kind, kind + 3)
    if (low, high) == (-2, -1) and rank >= 3:
        return (kind, kind - 3)
    return (kind,)


def leaves_discard(table: RiichiState, who: int, used: tuple[str, ...], forbidden: Tiles) -> bool:
    """Something is left that may be discarded after the call."""
    if table.rules.kuikae:
        return True
    face, gone = faces(red_fives=table.rules.red_fives), list(used)
    for tile in table.hands[who]:
        if face[tile] in gone:
            gone.remove(face[tile])
        elif tile // 4 not in forbidden:
            return True
    return False


def is_decided(table: RiichiState, answers: Mapping[PlayerId, Action]) -> bool:
    """No call that a missing seat could still make changes what happens."""
    best = max([PRECEDENCE[action.action_type] for action in answers.values()], default=0)
    rons = [distance(table, seat_index(who)) for who, answer in answers.items() if answer.action_type == "ron"]
    for who in range(SEATS):
        if who == table.play.seat or seat(who) in answers:
            continue
        if rons and table.rules.rons == "one" and min(rons) < distance(table, who):
            continue
        if any(_matters(action, best) for action in call_actions(table, who)):
            return False
    return True


def _matters(action: Action, best: int) -> bool:
    rank = PRECEDENCE[action.action_type]
    return rank == PRECEDENCE["ron"] or rank > best


def distance(table: RiichiState, who: int) -> int:
    """How far a seat is from the discarder, in turn order."""
    return (who - table.play.seat) % SEATS
