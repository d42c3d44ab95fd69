"""Hidden bids as a viewer may imagine them: any that lead to the outcomes it was told and to its own bids.

The true bids of the others are never looked at. A round's top is its highest bid with the seats that made it.
Tops are drawn from the highest card down: a card either tops a round of its seat or goes where a higher one has
topped already, or stays in the hand. With all tops drawn, the other bids are only bounded from above.
A seat bids in every round until it leaves, so its cards are kept in an order that has its bids first.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.rng import Rng
from gamenight.games.goofspiel.table import GoofspielState, Round, highest_bidder

Group = tuple[int, ...]
Order = list[int]

SWAPS_PER_SEAT = 40


class Told(Struct, frozen=True):
    """What the viewer knows, and which other seats have made how many bids."""

    rounds: tuple[Round, ...]
    cards: int
    viewer: int | None
    others: tuple[int, ...]
    made: tuple[int, ...]

    def own_bid(self, at: int) -> int | None:
        return None if self.viewer is None else self.rounds[at].bids[self.viewer]


def imagine_bids(table: GoofspielState, viewer: int | None, rng: Rng) -> GoofspielState:
    """The table with bids and hands drawn anew for everybody but the viewer."""
    rounds, seats = table.history, range(len(table.hands))
    made = tuple(sum(past.bids[seat] is not None for past in rounds) for seat in seats)
    others = tuple(seat for seat in seats if seat != viewer and made[seat])
    told = Told(rounds, len(table.prizes), viewer, others, made)
    orders = [_true_order(table, seat) for seat in seats]
    tops = _draw_tops(told, told.cards, frozenset(), set(), rng)
    assert tops is not None, "the bids that were really made are a way"
    for seat in others:
        orders[seat] = _draw_order(told, seat, tops, rng)
    _mix(told, orders, rng)
    hands = tuple(() if seat in table.out else tuple(sorted(order[len(rounds) :])) for seat, order in enumerate(orders))
    history = tuple(Round(past.prize, _bids(told, orders, at), past.winner) for at, past in enumerate(rounds))
    return replace(table, hands=hands, history=history)


def _draw_tops(
    told: Told, card: int, topped: frozenset[int], dead: set[tuple[int, frozenset[int]]], rng: Rng
) -> dict[int, tuple[int, Group]] | None:
    """Tops with this card and lower ones for all rounds that have none yet; None if there is no way."""
    if card == 0:
        return {} if len(topped) == len(told.rounds) else None
    if (card, topped) in dead:
        return None
    for groups in _groups(told, card, topped, rng):
        lower = _draw_tops(told, card - 1, topped.union(groups), dead, rng)
        if lower is not None:
            return {**lower, **{at: (card, group) for at, group in groups.items()}}
    dead.add((card, topped))
    return None


def _groups(told: Told, card: int, topped: frozenset[int], rng: Rng) -> Iterator[dict[int, Group]]:
    """The ways, in a random order, in which this card of some seats can top rounds."""
    own = next((at for at in range(len(told.rounds)) if at not in topped and told.own_bid(at) == card), None)
    if own is None:
        yield from _with_seats(told, card, topped, told.others, {}, rng)
    elif told.viewer is not None and told.rounds[own].winner in (None, told.viewer):
        yield from _with_seats(told, card, topped, told.others, {own: (told.viewer,)}, rng)


def _with_seats(
    told: Told, card: int, topped: frozenset[int], seats: Group, groups: dict[int, Group], rng: Rng
) -> Iterator[dict[int, Group]]:
    """The ways that go on from these groups, with the cards of these seats to be placed."""
    if not seats:
        if all(len(group) > 1 or told.rounds[at].winner is not None for at, group in groups.items()):
            yield groups
        return
    seat, rest = seats[0], seats[1:]
    for at in rng.shuffle(_places(told, card, topped, seat)):
        more = groups if at is None else {**groups, at: (*groups.get(at, ()), seat)}
        yield from _with_seats(told, card, topped, rest, more, rng)


def _places(told: Told, card: int, topped: frozenset[int], seat: int) -> list[int | None]:
    """The rounds that the seat can top with this card, and None if it can go elsewhere."""
    made = told.made[seat]
    tops: list[int | None] = [at for at in range(made) if at not in topped and told.rounds[at].winner in (None, seat)]
    higher = told.cards - card
    open_places = told.cards - made + sum(at < made for at in topped)
    return [*tops, None] if open_places > higher else tops


def _true_order(table: GoofspielState, seat: int) -> Order:
    return [bid for past in table.history if (bid := past.bids[seat]) is not None] + list(table.hands[seat])


def _draw_order(told: Told, seat: int, tops: dict[int, tuple[int, Group]], rng: Rng) -> Order:
    """All of the seat's cards, its bids first: its own tops, and under the others' tops whatever there is room for."""
    made = range(told.made[seat])
    bids = {at: tops[at][0] for at in made if seat in tops[at][1]}
    # The tightest first: whatever it takes, equally many are left for the next, so every way is equally likely.
    for top, at in sorted((tops[at][0], at) for at in made if at not in bids):
        used = set(bids.values())
        bids[at] = rng.choice([card for card in range(1, top) if card not in used])
    order = [bids[at] for at in made]
    return order + [card for card in range(1, told.cards + 1) if card not in order]


def _mix(told: Told, orders: list[Order], rng: Rng) -> None:
    """Swap cards at random where that changes no outcome: all worlds become about equally likely."""
    for _ in range(SWAPS_PER_SEAT * len(told.others)):
        seat = rng.choice(told.others)
        order, one = orders[seat], rng.below(told.made[seat])
        other = rng.below(len(order))
        order[one], order[other] = order[other], order[one]
        touched = [at for at in (one, other) if at < told.made[seat]]
        if any(highest_bidder(_bids(told, orders, at)) != told.rounds[at].winner for at in touched):
            order[one], order[other] = order[other], order[one]


def _bids(told: Told, orders: list[Order], at: int) -> tuple[int | None, ...]:
    return tuple(order[at] if at < made else None for order, made in zip(orders, told.made, strict=True))
