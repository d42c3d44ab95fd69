"""How Durak looks besides what every card game shows: each card lies on the one that it beats, and trump is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from gamenight.cards.deck import SYMBOLS
from gamenight.core.model import Action, PlayerView
from gamenight.core.showing.scene import Box, Item, Offer, Scene, Sorting, Text
from gamenight.core.text import say

COVERING = (0.25, 0.3)
"""How far to the right and down a card lies that beats another one, so that both can be read."""


def in_pairs(scene: Scene, view: PlayerView) -> Scene:
    """The scene with a box for each attack card, which the card that beats it lies in too."""
    rules = view.game_data.rules
    trump = Item("trump_suit", Text(say("trump", suit=SYMBOLS[rules.trump]), strong=True), "middle", 9)
    beaten = {f"card/{card}": f"pair/{attack}" for attack, card in rules.pairs.items()}
    items = [moved for item in scene.items for moved in _paired(item, beaten)]
    return replace(scene, items=(*_trumps_last(items, rules.trump), trump))


def _paired(item: Item, beaten: dict[str, str]) -> Iterator[Item]:
    if item.container == "attacks":
        pair = item.id.replace("card/", "pair/")
        yield Item(pair, Box("free", unit=1), "attacks", item.place)
        yield replace(item, container=pair, place=(0, 0))
    elif item.container == "defences":
        yield replace(item, container=beaten[item.id], place=COVERING, order=1)
    elif item.id != "defences":
        yield item


def _trumps_last(items: Sequence[Item], trump: str) -> Iterator[Item]:
    """The own hand with the trumps at its end, unless its player chooses another order."""
    hand = [item.id for item in items if item.container == "hand"]
    order = Sorting(say("sort-trumps_last"), tuple(sorted(hand, key=lambda id: id.endswith(trump))))
    for item in items:
        if item.id == "hand" and isinstance(item.shows, Box):
            yield replace(item, shows=replace(item.shows, sorts=(order, *item.shows.sorts)))
        else:
            yield item


def beaten_by_one_tap(offers: Sequence[Offer], view: PlayerView) -> list[Offer]:
    """A single attack card need not be tapped: the card that beats it is enough."""
    table = view.game_data
    left = [card for card in table.cards("attacks") if card not in table.rules.pairs]
    return [_without_attack(offer) if len(left) == 1 else offer for offer in offers]


def _without_attack(offer: Offer) -> Offer:
    is_beat = isinstance(offer.does, Action) and offer.does.action_type == "beat"
    return replace(offer, steps=offer.steps[:1]) if is_beat else offer
