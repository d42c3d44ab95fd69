"""Track where cards are for each viewer: the piles in which each unseen card may lie.

If a viewer sees a card leave a pile, but not arrive, it knows that the card is in the target. If a viewer sees neither,
the card may have been any card of its source, so all cards that may have been there may now be in either pile. A
shuffle changes nothing, as a viewer knows at most the pile of a card, not its position.

Sets of piles and of faces are bit masks. The beliefs of a viewer have one entry for each set of piles. With several
packs there may be several entries for the same set, as an entry holds each face at most once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from gamenight.cards.deck import FACE_NUMBER, FACES, Cards
from gamenight.cards.table import Beliefs

FACE_BIT = {face: 1 << number for face, number in FACE_NUMBER.items()}


@lru_cache(maxsize=4096)  # views use the same few sets again and again
def faces_of(bits: int) -> Cards:
    """The cards of a bit mask, in the canonical order."""
    return tuple(face for number, face in enumerate(FACES) if bits >> number & 1)


def face_bits(cards: Iterable[str]) -> int:
    bits = 0
    for card in cards:
        bits |= FACE_BIT[card]
    return bits


def all_in(pile: int, cards: Cards) -> Beliefs:
    """The beliefs of a viewer who knows that these cards, and no others, are in this pile."""
    beliefs: Beliefs = ()
    for faces in _alike_apart(cards):
        beliefs = with_faces(beliefs, pile, faces)
    return beliefs


def _alike_apart(cards: Cards) -> Sequence[int]:
    """The cards as masks without duplicate faces: one mask, or one for each card if there are copies."""
    faces = face_bits(cards)
    return (faces,) if faces.bit_count() == len(cards) else [FACE_BIT[card] for card in cards]


def known_in(beliefs: Beliefs, pile: int) -> int:
    """The faces that the viewer knows to be in this pile and in no other."""
    faces = 0
    for known, own in beliefs:
        faces |= own if known == pile else 0
    return faces


def with_faces(beliefs: Beliefs, piles: int, faces: int) -> Beliefs:
    """Add cards that the viewer does not see, each of which may be in any of these piles."""
    for place, (known, own) in enumerate(beliefs):
        if known == piles and not own & faces:
            return (*beliefs[:place], (known, own | faces), *beliefs[place + 1 :])
        if known == piles and faces.bit_count() > 1:  # some have a copy there, so add them one by one
            for face in _single(faces):
                beliefs = with_faces(beliefs, piles, face)
            return beliefs
    return (*beliefs, (piles, faces))


def without_faces(beliefs: Beliefs, pile: int, faces: int) -> Beliefs:
    """Remove cards that the viewer has seen in this pile; if several copies may have been there, remove one of them."""
    found, left = 0, []
    for known, own in beliefs:
        gone = own & faces if known & pile else 0
        if gone & found:
            return _without_copies(beliefs, pile, faces)
        found |= gone
        if gone != own:
            left.append((known, own ^ gone))
    if found != faces:
        raise ValueError("a card appears in a pile where its viewer ruled it out")
    return tuple(left)


def _single(faces: int) -> list[int]:
    return [bit for bit in FACE_BIT.values() if faces & bit]


def _without_copies(beliefs: Beliefs, pile: int, faces: int) -> Beliefs:
    """Remove faces one by one, as there may be copies of some in several entries."""
    for face in _single(faces):
        found = [place for place, (known, own) in enumerate(beliefs) if own & face and known & pile]
        beliefs = _without_one_copy(beliefs, found, face) if len(found) > 1 else without_faces(beliefs, pile, face)
    return beliefs


def _without_one_copy(beliefs: Beliefs, found: list[int], face: int) -> Beliefs:
    """Remove the copy with the fewest possible piles. The viewer may have seen another copy instead, so the remaining
    copies may be in the piles of the removed one too."""
    gone = min(found, key=lambda place: beliefs[place][0].bit_count())
    left = _without_face(beliefs, found, face)
    for place in found:
        if place != gone:
            left = with_faces(left, beliefs[place][0] | beliefs[gone][0], face)
    return left


def _without_face(beliefs: Beliefs, found: list[int], face: int) -> Beliefs:
    """The beliefs without this face in the entries at these indices."""
    left = list(beliefs)
    for place in reversed(found):
        known, faces = left[place]
        left[place : place + 1] = [(known, faces & ~face)] if faces != face else []
    return tuple(left)


def moved_unseen(beliefs: Beliefs, source: int, target: int, *, is_emptied: bool, never_there: int) -> Beliefs:
    """Some cards moved between unseen piles: all cards that may have been in the first may now be in the second."""
    gone = ~source if is_emptied else -1
    if never_there:
        beliefs = _ruled_out_apart(beliefs, source, never_there)
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


def _ruled_out_apart(beliefs: Beliefs, pile: int, faces: int) -> Beliefs:
    """Remove the pile from beliefs about faces that it cannot have, except faces that are known to be there."""
    apart = []
    for known, own in beliefs:
        out = own & faces if known & pile and known != pile else 0
        apart += [entry for entry in ((known, own ^ out), (known & ~pile, out)) if entry[1]]
    return tuple(apart)


def after_move(
    beliefs: tuple[Beliefs | None, ...],
    cards: Cards,
    source: tuple[int, int],
    target: tuple[int, int],
    *,
    is_emptied: bool,
    never_there: int,
) -> tuple[Beliefs | None, ...]:
    """The beliefs of all viewers after cards have moved. A pile is given as its bit and the mask of viewers that see
    it.

    `never_there` are faces that were ruled out for the source, except those known to be there.
    """
    (source_bit, source_seen), (target_bit, target_seen) = source, target
    masks = _alike_apart(cards)
    after = list(beliefs)
    for viewer, own in enumerate(beliefs):
        saw, sees = source_seen >> viewer & 1, target_seen >> viewer & 1
        if own is None or (saw and sees):
            continue
        if not saw and not sees:
            after[viewer] = moved_unseen(own, source_bit, target_bit, is_emptied=is_emptied, never_there=never_there)
            continue
        for faces in masks:
            own = with_faces(own, target_bit, faces) if saw else without_faces(own, source_bit, faces)
        after[viewer] = own
    return tuple(after)


def after_turning(
    beliefs: tuple[Beliefs | None, ...], cards: Cards, pile: int, seen: int, seen_now: int
) -> tuple[Beliefs | None, ...]:
    """The beliefs of all viewers after cards of a pile become visible or hidden for some of them."""
    after = list(beliefs)
    for viewer, own in enumerate(beliefs):
        if own is None:
            continue
        saw, sees = seen >> viewer & 1, seen_now >> viewer & 1
        for card in cards if saw != sees else ():
            bit = FACE_BIT[card]
            own = without_faces(own, pile, bit) if sees else with_faces(own, pile, bit)
        after[viewer] = own
    return tuple(after)


def located(beliefs: tuple[Beliefs | None, ...], cards: Cards, pile: int, seen: int) -> tuple[Beliefs | None, ...]:
    """The beliefs of all viewers after everybody has learned that these cards are in this pile."""
    after = list(beliefs)
    for viewer, own in enumerate(beliefs):
        if own is None or seen >> viewer & 1:
            continue
        for card in cards:
            own = with_faces(without_faces(own, pile, FACE_BIT[card]), pile, FACE_BIT[card])
        after[viewer] = own
    return tuple(after)
