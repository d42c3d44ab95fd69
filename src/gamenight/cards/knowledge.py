"""Who knows where which card is: for each viewer, the piles in which each card may lie that it does not see.

A card that goes from a pile that a viewer sees to one that it does not see is known to be there. One that moves unseen
may have been any card of the pile that it left, so all cards that may have been there may now be in either pile. A
shuffle changes nothing: a viewer never knows more than the pile. So what was shown stays known, and nothing else is.

Sets of piles and of faces are bit masks. A viewer's beliefs have an entry for each set of piles; in a game of several
packs more than one, as a face is in each of them once at most.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamenight.cards.deck import FACE_NUMBER, FACES, Cards
from gamenight.cards.table import Beliefs

FACE_BIT = {face: 1 << number for face, number in FACE_NUMBER.items()}


def faces_of(bits: int) -> Cards:
    """The cards of a bit mask, in the canonical order."""
    return tuple(face for number, face in enumerate(FACES) if bits >> number & 1)


def face_bits(cards: Iterable[str]) -> int:
    bits = 0
    for card in cards:
        bits |= FACE_BIT[card]
    return bits


def all_in(pile: int, cards: Iterable[str]) -> Beliefs:
    """These cards, and no others, are in this pile."""
    beliefs: Beliefs = ()
    for card in cards:
        beliefs = with_card(beliefs, pile, FACE_BIT[card])
    return beliefs


def known_in(beliefs: Beliefs, pile: int) -> int:
    """The faces that the viewer knows to be in this pile and in no other."""
    faces = 0
    for known, own in beliefs:
        faces |= own if known == pile else 0
    return faces


def with_card(beliefs: Beliefs, piles: int, face: int) -> Beliefs:
    """One more card that the viewer does not see, and that may be in these piles."""
    for place, (known, faces) in enumerate(beliefs):
        if known == piles and not faces & face:
            return (*beliefs[:place], (known, faces | face), *beliefs[place + 1 :])
    return (*beliefs, (piles, face))


def without_card(beliefs: Beliefs, pile: int, face: int) -> Beliefs:
    """The viewer has seen a card of this pile; of several copies that may have been it, one is gone."""
    found = [place for place, (known, faces) in enumerate(beliefs) if faces & face and known & pile]
    if not found:
        raise ValueError("a card appears in a pile where its viewer ruled it out")
    if len(found) > 1:
        return _without_one_copy(beliefs, found, face)
    return _without_face(beliefs, found, face)


def _without_one_copy(beliefs: Beliefs, found: list[int], face: int) -> Beliefs:
    """The copy of which most was known is gone. Any of the others may have been seen instead, and this one be there."""
    gone = min(found, key=lambda place: beliefs[place][0].bit_count())
    left = _without_face(beliefs, found, face)
    for place in found:
        if place != gone:
            left = with_card(left, beliefs[place][0] | beliefs[gone][0], face)
    return left


def _without_face(beliefs: Beliefs, found: list[int], face: int) -> Beliefs:
    """The beliefs without this face at these places."""
    left = list(beliefs)
    for place in reversed(found):
        known, faces = left[place]
        left[place : place + 1] = [(known, faces & ~face)] if faces != face else []
    return tuple(left)


def moved_unseen(beliefs: Beliefs, source: int, target: int, *, is_emptied: bool) -> Beliefs:
    """Some cards went from one unseen pile to another: whatever may have been in the first may be in the second."""
    gone = ~source if is_emptied else -1
    merged: dict[int, int] = {}
    rest = []
    for known, faces in beliefs:
        piles = (known | target) & gone if known & source else known
        if piles not in merged:
            merged[piles] = faces
        elif merged[piles] & faces:
            rest.append((piles, faces))
        else:
            merged[piles] |= faces
    return (*merged.items(), *rest)


def after_move(
    beliefs: tuple[Beliefs | None, ...],
    cards: Cards,
    source: tuple[int, int],
    target: tuple[int, int],
    *,
    is_emptied: bool,
) -> tuple[Beliefs | None, ...]:
    """What all viewers know when cards have moved. A pile is given as its bit and the mask of viewers that see it."""
    (source_bit, source_seen), (target_bit, target_seen) = source, target
    after = list(beliefs)
    for viewer, own in enumerate(beliefs):
        if own is None:
            continue
        saw, sees = source_seen >> viewer & 1, target_seen >> viewer & 1
        if saw and not sees:
            for card in cards:
                own = with_card(own, target_bit, FACE_BIT[card])
        elif sees and not saw:
            for card in cards:
                own = without_card(own, source_bit, FACE_BIT[card])
        elif not saw:
            own = moved_unseen(own, source_bit, target_bit, is_emptied=is_emptied)
        after[viewer] = own
    return tuple(after)


def after_turning(
    beliefs: tuple[Beliefs | None, ...], cards: Cards, pile: int, seen: int, seen_now: int
) -> tuple[Beliefs | None, ...]:
    """What all viewers know when cards of a pile come into sight of some, or out of it."""
    after = list(beliefs)
    for viewer, own in enumerate(beliefs):
        if own is None:
            continue
        saw, sees = seen >> viewer & 1, seen_now >> viewer & 1
        for card in cards if saw != sees else ():
            bit = FACE_BIT[card]
            own = without_card(own, pile, bit) if sees else with_card(own, pile, bit)
        after[viewer] = own
    return tuple(after)


def located(beliefs: tuple[Beliefs | None, ...], cards: Cards, pile: int, seen: int) -> tuple[Beliefs | None, ...]:
    """What all viewers know when they have learned that these cards are in a pile that some of them do not see."""
    after = list(beliefs)
    for viewer, own in enumerate(beliefs):
        if own is None or seen >> viewer & 1:
            continue
        for card in cards:
            own = with_card(without_card(own, pile, FACE_BIT[card]), pile, FACE_BIT[card])
        after[viewer] = own
    return tuple(after)
