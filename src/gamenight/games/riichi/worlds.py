"""What a viewer may imagine: all tiles that it has not seen, dealt anew. Whoever is in riichi is tenpai."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gamenight.core import PlayerId, Rng, seat_index
from gamenight.games.riichi.hand.hands import waits_for, without
from gamenight.games.riichi.imagined import tenpai_hand
from gamenight.games.riichi.state import SEATS, RiichiState, Tiles, Wall

TRIES = 20


def imagine(table: RiichiState, viewer: PlayerId | None, rng: Rng) -> RiichiState:
    own = None if viewer is None else seat_index(viewer)
    hidden = hidden_seats(table, own)
    unseen = [*_unseen_wall(table), *[tile for n in hidden for tile in table.hands[n]]]
    hides_drawn = table.play.drawn is not None and table.play.seat in hidden
    if hides_drawn and table.play.drawn is not None:
        unseen.append(table.play.drawn)
    in_riichi = [n for n in hidden if has_declared(table, n)]
    hands = _riichi_hands(table, in_riichi, unseen, rng)
    for hand in hands.values():
        unseen = without(unseen, hand)
    rest = iter(rng.shuffle(unseen))
    for n in hidden:
        if n not in hands:
            hands[n] = _take(rest, len(table.hands[n]))
    play = replace(table.play, drawn=next(rest)) if hides_drawn else table.play
    all_hands = tuple([tuple(sorted(hands.get(n, table.hands[n]))) for n in range(SEATS)])
    return replace(table, hands=all_hands, play=play, wall=_wall(table, rest), walls=())


def hidden_seats(table: RiichiState, own: int | None) -> list[int]:
    """Whose concealed tiles this viewer does not see."""
    if table.rules.open_hands:
        return []
    return [n for n in range(SEATS) if n != own and not table.opened[n]]


def has_declared(table: RiichiState, who: int) -> bool:
    """Also before the riichi is accepted."""
    return any(one.riichi for one in table.rivers[who])


def _take(tiles: Iterator[int], count: int) -> Tiles:
    return tuple([next(tiles) for _ in range(count)])


def _ura_seen(table: RiichiState) -> int:
    """How many ura indicators have been shown, by the win that has ended the deal."""
    is_over = table.play.stage in ("end", "over")
    return table.wall.shown if is_over and table.outcome and any(win.ura for win in table.outcome.wins) else 0


def _unseen_wall(table: RiichiState) -> Tiles:
    wall = table.wall
    return (*wall.live, *wall.rinshan, *wall.dora[wall.shown :], *wall.ura[_ura_seen(table) :])


def _wall(table: RiichiState, tiles: Iterator[int]) -> Wall:
    wall, seen = table.wall, _ura_seen(table)
    return Wall(
        live=_take(tiles, len(wall.live)),
        rinshan=_take(tiles, len(wall.rinshan)),
        dora=(*wall.dora[: wall.shown], *_take(tiles, len(wall.dora) - wall.shown)),
        ura=(*wall.ura[:seen], *_take(tiles, len(wall.ura) - seen)),
        shown=wall.shown,
    )


def _riichi_hands(table: RiichiState, seats: list[int], unseen: list[int], rng: Rng) -> dict[int, Tiles]:
    """Hands in tenpai for those who have declared riichi; their own where none is found."""
    for _ in range(TRIES):
        left, hands = list(rng.shuffle(unseen)), {}
        for n in seats:
            hand = tenpai_hand(left, len(table.melds[n]), rng)
            if hand is None or not fits_riichi(table, n, hand):
                break
            hands[n] = hand
            left = without(left, hand)
        else:
            return hands
    return {n: table.hands[n] for n in seats}


def fits_riichi(table: RiichiState, who: int, hand: Tiles) -> bool:
    """A hand that this seat can have in riichi: tenpai, and every closed kan since has kept the waits."""
    melds = len(table.melds[who])
    waits = waits_for(tuple(sorted(hand)), melds)
    closed = {meld.tiles[0] // 4 for meld in table.melds[who]}
    if closed.issuperset(waits):
        return False
    for kind in reversed(table.flags[who].riichi_kans):
        hand, melds = tuple(sorted((*hand, 4 * kind, 4 * kind + 1, 4 * kind + 2))), melds - 1
        if waits_for(hand, melds) != waits:
            return False
    return True


def contradiction(table: RiichiState, viewer: PlayerId | None) -> str | None:
    """Somebody is in riichi with a hand that cannot be."""
    for n in hidden_seats(table, None if viewer is None else seat_index(viewer)):
        if has_declared(table, n) and not fits_riichi(table, n, table.hands[n]):
            return f"p{n} is in riichi, but cannot have that hand"
    return None
