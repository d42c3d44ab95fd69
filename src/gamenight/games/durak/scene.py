"""How Durak looks besides what every card game shows: each card lies on the one that it beats, and trump is told."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gamenight.cards.deck import SYMBOLS
from gamenight.core.model import PlayerView
from gamenight.core.scene import Box, Item, Scene, Text
from gamenight.core.text import say


def in_pairs(scene: Scene, view: PlayerView) -> Scene:
    """The scene with a box for each attack card, which the card that beats it lies in too."""
    rules = view.game_data.rules
    trump = Item("trump_suit", Text(say("trump", suit=SYMBOLS[rules.trump]), strong=True), "middle", 90)
    beaten = {f"card/{card}": f"pair/{attack}" for attack, card in rules.pairs.items()}
    items = [moved for item in scene.items for moved in _paired(item, beaten)]
    return replace(scene, items=(*items, trump))


def _paired(item: Item, beaten: dict[str, str]) -> Iterator[Item]:
    if item.container == "attacks":
        pair = item.id.replace("card/", "pair/")
        yield Item(pair, Box("fan"), "attacks", item.place)
        yield replace(item, container=pair, place=0)
    elif item.container == "defences":
        yield replace(item, container=beaten[item.id], place=1)
    elif item.id != "defences":
        yield item
