"""Additions of Durak to the usual scene: each card lies on the one that it beats, and the trump suit is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from gamenight.cards.deck import SYMBOLS
from gamenight.core.model import Action, PlayerView
from gamenight.core.showing.scene import Box, Item, Offer, Scene, Sorting, Text
from gamenight.core.text import say

COVERING = (0.25, 0.3)
"""The offset to the right and down of a card that beats another, so that both can be read."""


def in_pairs(scene: Scene, view: PlayerView) -> Scene:
    """The scene with a box for each attack card and the card that beats it."""
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
    """Add an order with trumps last to the viewer's hand, as its default."""
    hand = [item.id for item in items if item.container == "hand"]
    order = Sorting(say("sort-trumps_last"), tuple(sorted(hand, key=lambda id: id.endswith(trump))))
    for item in items:
        if item.id == "hand" and isinstance(item.shows, Box):
            yield replace(item, shows=replace(item.shows, sorts=(order, *item.shows.sorts)))
        else:
            yield item


def beaten_by_one_tap(offers: Sequence[Offer], view: PlayerView) -> list[Offer]:
    """Drop the tap on the attack card if there is only one: a tap on the card that beats it is enough."""
    table = view.game_data
    left = [card for card in table.cards("attacks") if card not in table.rules.pairs]
    return [_without_attack(offer) if len(left) == 1 else offer for offer in offers]


def _without_attack(offer: Offer) -> Offer:
    is_beat = isinstance(offer.does, Action) and offer.does.action_type == "beat"
    return replace(offer, steps=offer.steps[:1]) if is_beat else offer
