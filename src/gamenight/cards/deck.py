"""Cards and their notation: a card is its rank and suit, `QS` for the queen of spades, `TH` for the ten of hearts.

Ranks are `A 2..9 T J Q K`, suits `C D H S`. Jokers are `XR`, the red one, and `XB`, the black one. Cards are texts, so
two copies of a card in a game of several packs are the same card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from gamenight.core.text import say

RANKS = "23456789TJQKA"
ACE_LOW = "A23456789TJQK"
SUITS = "CDHS"
JOKERS = ("XR", "XB")
FRENCH = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards, suit by suit, from the two to the ace."""

FACES = (*FRENCH, *JOKERS)
"""All card faces, in the canonical order."""

FACE_NUMBER: Mapping[str, int] = {face: number for number, face in enumerate(FACES)}
SYMBOLS: Mapping[str, str] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

Cards = tuple[str, ...]


class BadCards(ValueError):
    """A text is not a list of cards, as it contains this word."""

    def __init__(self, word: str) -> None:
        super().__init__(f"{word!r} is not a card")
        self.words = say("bad-deck", word=word)


def ranked_pack(ranks: str) -> Cards:
    """The cards of one pack with these ranks: `ranked_pack("6789TJQKA")` returns the 36 cards of Durak."""
    return tuple(face for face in FRENCH if face[0] in ranks)


def in_order(cards: Iterable[str]) -> Cards:
    """The cards in the canonical order, by suit and then by rank with the ace high."""
    return tuple(sorted(cards, key=FACE_NUMBER.__getitem__))


def of_suit(cards: Iterable[str], suit: str) -> Cards:
    return tuple([card for card in cards if card[1] == suit])


def of_rank(cards: Iterable[str], rank: str) -> Cards:
    return tuple([card for card in cards if card[0] == rank])


def without(cards: Iterable[str], gone: Iterable[str]) -> Cards:
    """The cards without the ones in `gone`; each entry of `gone` removes one copy."""
    missing = Counter(gone)
    left = []
    for card in cards:
        if missing[card] > 0:
            missing[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def preferred(cards: Collection[str], is_wanted: Callable[[str], bool]) -> Collection[str]:
    """The cards that are wanted, or all cards if none is: "follow suit if you can"."""
    return [card for card in cards if is_wanted(card)] or cards


def parse_cards(text: str) -> Cards:
    """The cards of a text such as `QS TH 2C`; raises BadCards if a word is not a card."""
    cards = tuple(text.split())
    unknown = [card for card in cards if card not in FACE_NUMBER]
    if unknown:
        raise BadCards(unknown[0])
    return cards


def card_text(card: str) -> str:
    """The card as people write it: `Q♠`, `10♥`."""
    if card in JOKERS:
        return "red joker" if card == "XR" else "black joker"
    return rank_text(card[0]) + suit_text(card[1])


def rank_text(rank: str) -> str:
    return "10" if rank == "T" else rank


def suit_text(suit: str | None) -> str:
    """The symbol of a suit: `♠` for `S`."""
    return SYMBOLS.get(suit or "", suit or "")


def card_words(value: Any) -> Any:
    """Replace every card in the value by the message `card-name`, so that a game can have its own names of cards."""
    if isinstance(value, str) and value in FACE_NUMBER:
        rank = "10" if value[0] == "T" else value[0]
        # A number, so that a catalogue can select texts by it.
        return say("card-name", rank=int(rank) if rank.isdigit() else rank, suit=value[1])
    if isinstance(value, tuple | list):
        return [card_words(each) for each in value]
    return value


def card_names(value: Any) -> Any:
    """Replace every card in the value by its text for people, for facts and recaps."""
    if isinstance(value, str):
        return card_text(value) if value in FACE_NUMBER else value
    if isinstance(value, tuple | list):
        return [card_names(each) for each in value]
    return value
