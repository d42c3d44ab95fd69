"""Draw worlds that a viewer cannot tell from the true one: deal the cards that it cannot place again.

All deals that agree with what the viewer knows are equally likely. Cards that may lie in the same piles form a group.
First, the number of cards of each group that go to each pile is drawn, weighted by the number of deals with that split;
then the cards of each group are shuffled. If there are too many splits to count, cards are dealt one by one, those with
the fewest possible piles first, and then exchanged at random. The same happens if random deals keep putting too many
ruled-out cards into a pile. Such deals are always possible, but not exactly uniform.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from math import comb

from msgspec.structs import replace

from gamenight.cards.applying import excluded
from gamenight.cards.deck import Cards, in_order
from gamenight.cards.knowledge import FACE_BIT, face_bits, faces_of, known_in
from gamenight.cards.piles import PileSet
from gamenight.cards.table import AnyCardTable, Beliefs
from gamenight.cards.visibility import card_seen_by, seen_by
from gamenight.core.errors import PluginError
from gamenight.core.rng import Rng

MOST_SPLITS = 20_000
"""Maximum number of splits to count; with more, deals are only approximately uniform."""

MOST_TRIES = 100
"""Maximum number of random deals to try while some pile has too many ruled-out cards."""

SWAPS = 4
"""Average number of exchanges per card in an approximately uniform deal."""

Room = tuple[int, ...]
"""The number of cards that still fit into each pile."""

UnseenGroup = tuple[Cards, tuple[int, ...]]
"""Cards, and the indices of the piles in which each of them may be."""


def redealt(table: AnyCardTable, viewer: int, piles: PileSet, rng: Rng) -> AnyCardTable:
    """A random table that agrees with what this viewer knows; changes piles and the turned cards in them."""
    unseen = {name: count for name in piles.names if (count := _unseen_count(table, name, viewer, piles))}
    if not unseen:
        return table
    dealt = _possible(table, viewer, piles, unseen, rng)
    after, turned = dict(table.piles), table.turned
    for name in unseen:
        if table.turned.get(name):
            filled, own = _filled(table, name, dealt[name], viewer, piles)
            turned = turned | {name: own}
        else:
            filled = dealt[name]
        after[name] = tuple(filled) if piles.kinds[name].is_ordered else in_order(filled)
    return replace(table, piles=after, turned=turned)


def _possible(
    table: AnyCardTable, viewer: int, piles: PileSet, unseen: Mapping[str, int], rng: Rng
) -> dict[str, list[str]]:
    """New cards for each pile that the viewer does not see."""
    for _ in range(MOST_TRIES):
        dealt = _dealt(table, viewer, piles, unseen, rng)
        if not table.came_later or _is_possible(table, viewer, piles, dealt):
            return dealt
    return _dealt_by_room(table, viewer, piles, unseen, rng)


def contradiction(table: AnyCardTable, viewer: int, piles: PileSet) -> str | None:
    """A contradiction between this table and the viewer's knowledge: a card in a pile where it cannot be; else None."""
    for card, names in _unseen(table, viewer, piles).items():
        if not _may_be_in(table, viewer, card, names, piles):
            return f"{card} cannot be in {' and '.join(names)}"
    return None


def _unseen(table: AnyCardTable, viewer: int, piles: PileSet) -> dict[str, list[str]]:
    """The cards that a viewer does not see, each with the piles of its copies."""
    found: dict[str, list[str]] = {}
    for name in piles.names:
        for card in table.piles[name]:
            if not card_seen_by(table, name, card, piles) >> viewer & 1:
                found.setdefault(card, []).append(name)
    return found


def _may_be_in(table: AnyCardTable, viewer: int, card: str, names: Sequence[str], piles: PileSet) -> bool:
    """Whether the viewer's beliefs allow the copies of a card in these piles, with one belief for each copy."""
    believed = [known for known, faces in table.beliefs[viewer] or () if faces & FACE_BIT[card]]
    allowed = [_possible_piles(table, known, card, piles) for known in believed]
    bits = [piles.bits[name] for name in names]
    orders = permutations(allowed, len(bits))
    return any(all(bit & mask for bit, mask in zip(bits, order, strict=True)) for order in orders)


def _possible_piles(table: AnyCardTable, piles: int, card: str, all_piles: PileSet) -> int:
    """The piles of a belief that have cards and are not ruled out for this card."""
    possible = 0
    for name in all_piles.named(piles):
        if table.piles[name] and not excluded(table, name) & FACE_BIT[card]:
            possible |= all_piles.bits[name]
    return possible if piles.bit_count() > 1 else piles


def _is_possible(table: AnyCardTable, viewer: int, piles: PileSet, dealt: Mapping[str, list[str]]) -> bool:
    """No pile has more ruled-out cards than unseen cards that came later; cards known to be there do not count."""
    for name, count in table.came_later.items():
        found = face_bits(dealt.get(name, ())) & _ruled_out_once(table, name, viewer, piles)
        if count and found.bit_count() > count:
            return False
    return True


def _ruled_out_once(table: AnyCardTable, name: str, viewer: int, piles: PileSet) -> int:
    """The faces that were ruled out for a pile, except those known to be there."""
    return table.ruled_out.get(name, 0) & ~known_in(table.beliefs[viewer] or (), piles.bits[name])


def _unseen_count(table: AnyCardTable, name: str, viewer: int, piles: PileSet) -> int:
    cards = table.piles[name]
    if not table.turned.get(name):
        return 0 if seen_by(table, name, piles) >> viewer & 1 else len(cards)
    return sum(not card_seen_by(table, name, card, piles) >> viewer & 1 for card in cards)


def _filled(
    table: AnyCardTable, name: str, dealt: list[str], viewer: int, piles: PileSet
) -> tuple[list[str], dict[str, bool]]:
    """A pile with turned cards, in which `dealt` replaces the unseen ones; and how its cards are turned."""
    cards, before = iter(dealt), table.turned[name]
    filled, turned = [], {}
    for old in table.piles[name]:
        new = old if card_seen_by(table, name, old, piles) >> viewer & 1 else next(cards)
        filled.append(new)
        if old in before:
            turned[new] = before[old]
    return filled, turned


def _dealt(
    table: AnyCardTable, viewer: int, piles: PileSet, unseen: Mapping[str, int], rng: Rng
) -> dict[str, list[str]]:
    beliefs = table.beliefs[viewer]
    assert beliefs is not None, "this world belongs to another viewer"
    bits = tuple(piles.bits[name] for name in unseen)
    ruled_out = tuple(excluded(table, name) for name in unseen)
    groups, room = _groups(beliefs, bits, ruled_out), tuple(unseen.values())
    if _is_countable(groups):
        hands = _dealt_by_counting(groups, room, rng)
    else:
        hands = _dealt_one_by_one(groups, room, rng)
    return dict(zip(unseen, hands, strict=True))


def _dealt_by_room(
    table: AnyCardTable, viewer: int, piles: PileSet, unseen: Mapping[str, int], rng: Rng
) -> dict[str, list[str]]:
    """A deal in which each pile has room for at most as many ruled-out cards as came later."""
    names: list[str] = []
    bits: list[int] = []
    room: list[int] = []
    ruled_out: list[int] = []
    for name, count in unseen.items():
        later, never = min(count, table.came_later.get(name, 0)), excluded(table, name)
        names += (name, name)
        bits += (piles.bits[name],) * 2
        room += (later, count - later)
        ruled_out += (never, never | _ruled_out_once(table, name, viewer, piles))
    groups = _groups(table.beliefs[viewer] or (), tuple(bits), tuple(ruled_out))
    dealt: dict[str, list[str]] = {name: [] for name in unseen}
    for name, cards in zip(names, _dealt_one_by_one(groups, tuple(room), rng), strict=True):
        dealt[name] += cards
    return {name: list(rng.shuffle(cards)) for name, cards in dealt.items()}


@lru_cache(maxsize=512)
def _groups(beliefs: Beliefs, piles: tuple[int, ...], ruled_out: tuple[int, ...]) -> tuple[UnseenGroup, ...]:
    """The cards grouped by the piles in which they may be; groups with the fewest piles come first."""
    found: dict[tuple[int, ...], list[str]] = {}
    for known, faces in beliefs:
        places = tuple(place for place, bit in enumerate(piles) if known & bit)
        for card in faces_of(faces):
            free = tuple(place for place in places if not ruled_out[place] & FACE_BIT[card])
            found.setdefault(free if len(places) > 1 else places, []).append(card)
    return tuple(sorted(((tuple(cards), places) for places, cards in found.items()), key=lambda group: len(group[1])))


@lru_cache(maxsize=512)
def _is_countable(groups: tuple[UnseenGroup, ...]) -> bool:
    splits = 1
    for cards, places in groups[:-1]:
        splits *= comb(len(cards) + len(places) - 1, len(places) - 1)
    return splits <= MOST_SPLITS


def _dealt_by_counting(groups: tuple[UnseenGroup, ...], room: Room, rng: Rng) -> list[list[str]]:
    shapes = tuple((len(cards), places) for cards, places in groups)
    hands: list[list[str]] = [[] for _ in room]
    for number, (cards, places) in enumerate(groups):
        counts = _drawn_split(shapes, number, room, rng)
        shuffled = rng.shuffle(cards)
        start = 0
        for place, count in zip(places, counts, strict=True):
            hands[place] += shuffled[start : start + count]
            start += count
        room = _less(room, places, counts)
    return [list(rng.shuffle(hand)) for hand in hands] if len(groups) > 1 else hands


Shape = tuple[int, tuple[int, ...]]


def _drawn_split(shapes: tuple[Shape, ...], number: int, room: Room, rng: Rng) -> Room:
    """A random split of this group among its piles, weighted by the number of deals that each split allows."""
    splits = _splits_with_ways(shapes[number:], room)
    if len(splits) == 1:
        return splits[0][0]
    if not splits:
        raise PluginError("no deal agrees with what a viewer knows: an event of the rules was not true")
    at = rng.below(sum(ways for _, ways in splits))
    for counts, ways in splits:
        if at < ways:
            return counts
        at -= ways
    raise AssertionError("unreachable: the ways add up to the bound")


@lru_cache(maxsize=50_000)
def _splits_with_ways(shapes: tuple[Shape, ...], room: Room) -> tuple[tuple[Room, int], ...]:
    """The splits of the first group for which the others can be dealt, each with the number of deals."""
    (size, places), *_ = shapes
    found = []
    for counts, ways in _splits(size, tuple(room[place] for place in places)):
        if rest := _ways(shapes[1:], _less(room, places, counts)):
            found.append((counts, ways * rest))
    return tuple(found)


def _ways(shapes: tuple[Shape, ...], room: Room) -> int:
    if not shapes:
        return not any(room)
    return sum(ways for _, ways in _splits_with_ways(shapes, room))


def _splits(size: int, room: Room) -> Iterator[tuple[Room, int]]:
    """Yield all ways to split `size` cards among piles with this room, each with its number of choices of cards."""
    if len(room) == 1:
        if size <= room[0]:
            yield (size,), 1
        return
    for first in range(max(0, size - sum(room[1:])), min(size, room[0]) + 1):
        for others, ways in _splits(size - first, room[1:]):
            yield (first, *others), ways * comb(size, first)


def _less(room: Room, places: tuple[int, ...], counts: Room) -> Room:
    left = list(room)
    for place, count in zip(places, counts, strict=True):
        left[place] -= count
    return tuple(left)


def _dealt_one_by_one(groups: tuple[UnseenGroup, ...], room: Room, rng: Rng) -> list[list[str]]:
    homes: list[list[tuple[str, tuple[int, ...]]]] = [[] for _ in room]
    for cards, places in groups:
        for card in rng.shuffle(cards):
            if not _give((card, places), homes, room, rng, set()):
                raise PluginError(f"no pile has room for {card}: an event of the rules was not true")
    _exchange(homes, rng)
    return [[card for card, _ in rng.shuffle(home)] for home in homes]


def _give(
    item: tuple[str, tuple[int, ...]],
    homes: list[list[tuple[str, tuple[int, ...]]]],
    room: Room,
    rng: Rng,
    tried: set[int],
) -> bool:
    """Put a card into one of its piles; if all of them are full, move another card to make room."""
    places = [place for place in item[1] if place not in tried]
    free = [place for place in places for _ in range(room[place] - len(homes[place]))]
    if free:
        homes[rng.choice(free)].append(item)
        return True
    for place in places:
        tried.add(place)
        for number, other in enumerate(homes[place]):
            if _give(other, homes, room, rng, tried):
                homes[place][number] = item
                return True
    return False


def _exchange(homes: list[list[tuple[str, tuple[int, ...]]]], rng: Rng) -> None:
    """Repeatedly exchange two random cards of different piles, if each may be in the other's pile."""
    spots = [(place, number) for place, home in enumerate(homes) for number in range(len(home))]
    for _ in range(SWAPS * len(spots)):
        (one, i), (other, j) = rng.choice(spots), rng.choice(spots)
        if one in homes[other][j][1] and other in homes[one][i][1]:
            homes[one][i], homes[other][j] = homes[other][j], homes[one][i]
