"""Players who ask for scenes and answer by offers, the scenes they should see, and games without a working scene."""

import random
import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec

from gamenight.client import ClientTable, Refused, random_pick, unpacked_offers
from gamenight.core.engine import view
from gamenight.core.model import Action, Event, GameState, PlayerId, PlayerView, Record, Start, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import opening, play_on
from gamenight.core.showing.scene import (
    Box,
    Button,
    Count,
    Item,
    Offer,
    Piece,
    Place,
    Plate,
    Scene,
    Sorting,
    Text,
    TextTable,
)
from gamenight.core.showing.step_updates import step_updates
from gamenight.core.text import Words
from gamenight.looks.items import ShownItem
from gamenight.protocol.delta import patched
from gamenight.protocol.messages import StateUpdate
from gamenight.server.presentation.viewpoint import Viewpoint
from tests.minigames.nim import Nim
from tests.server.table_players import OVERTAKEN, heard, plain, view_of
from tests.timeouts import TIMEOUT_S

# Answering


async def answer_by_offers(table: ClientTable, chance: random.Random) -> None:
    """Answer every prompt that offers this seat something once, by a random offer, until the match is over."""
    answered = 0
    while True:
        await table.until(partial(_is_asked_or_over, answered=answered), TIMEOUT_S)
        if table.over is not None:
            return
        prompt = view_of(table)["prompt"]
        number, picks = random_pick(view_of(table), chance) or (0, [])
        try:
            await table.pick(number, picks, prompt)
            answered = prompt
        except Refused as refusal:
            # The action of a family that is not exact may break a rule.
            if refusal.code in OVERTAKEN:
                answered = prompt
            elif refusal.code != "invalid_action":
                raise


def _is_asked_or_over(table: ClientTable, answered: int) -> bool:
    if table.over is not None:
        return True
    return bool(table.view and table.view["prompt"] != answered and unpacked_offers(table.view))


# What a viewer has seen, and should have


def documents(table: ClientTable) -> dict[int, Any]:
    """Every document that this page has shown, by the number of its update."""
    found: dict[int, Any] = {}
    shown = None
    for update in heard(table, StateUpdate):
        shown = update.view if update.view is not None else patched(shown, update.changes)
        found[update.number] = shown
    return found


def moments(game: GamePlugin, record: Record, viewer: PlayerId | None) -> dict[int, GameState]:
    """The states that this viewer was shown, by the number of events that it had seen by then."""
    first = opening(game, record)
    number, found = 0, {}
    steps: list[Start | Step] = [first, *play_on(game, first.state, record.turns)]
    for step in steps:
        for update in step_updates(step):
            if shown := _seen(update.events, viewer):
                number += shown
                found[number] = update.state
    return found


def _seen(events: Iterable[Event], viewer: PlayerId | None) -> int:
    return sum(event.seen_by(viewer) is not None for event in events)


def check_scenes(game: GamePlugin, record: Record, table: ClientTable) -> None:
    """Check that every document of this page was the scene, with offers, of its viewer's view at that moment."""
    had, states = documents(table), moments(game, record, table.player_id)
    assert max(had) == max(states)
    assert had.keys() <= states.keys()
    for number, shown in had.items():
        seen = view(game, states[number], table.player_id)
        assert shown == plain(Viewpoint(game, states[number], table.player_id).document("scenes"))
        assert not {"game", "actions", "committed", "metadata"} & shown.keys()
        if (scene := game.scene(seen)) is not None:
            assert items_of(shown) == {item.id: placed(item) for item in scene.items}
            assert shown["scene"].get("text", "") == plain(scene.text)
            assert shown["scene"].get("last", []) == plain(scene.last)
        offered = game.offers(seen) if seen.valid_actions else ()
        assert [offer["label"] for offer in unpacked_offers(shown)] == [plain(offer.label) for offer in offered]


def items_of(shown: dict[str, Any]) -> dict[str, Item]:
    return {id: item_of(id, msgspec.convert(item, ShownItem)) for id, item in shown["scene"]["items"].items()}


_PAIR = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")


def item_of(id: str, shown: ShownItem) -> Item:
    """Unpack an item by the rules for ids in docs/protocol.md."""
    above, _, last = id.rpartition("/")
    place = shown.place if shown.place is not None else place_in(last)
    return Item(id, _shows(id, shown), shown.container or above or None, place, shown.order, shown.label, shown.only)


def place_in(last: str) -> Place | None:
    if pair := _PAIR.fullmatch(last):
        return float(pair[1]), float(pair[2])
    return int(last) if re.fullmatch(r"-?\d+", last) else None


def placed(item: Item) -> Item:
    """The place of an item without `at`, from its id."""
    return item if item.place is not None else msgspec.structs.replace(item, place=place_in(item.id.rpartition("/")[2]))


def _sorted_ids(box: str, ids: str) -> list[str]:
    """The ids of an order; in these tests all named items are in the box, under its id."""
    return [f"{box}/{id}" for id in ids.split()]


def _shows(id: str, shown: ShownItem) -> Any:
    match shown.kind:
        case "box":
            sorts = tuple(Sorting(name, tuple(_sorted_ids(id, ids))) for name, ids in shown.sorts)
            return Box(shown.flow, shown.tall, shown.pan, shown.extent, shown.frame, shown.unit, sorts)
        case "piece":
            return Piece(shown.art, shown.rotation, shown.seat, shown.badge, shown.dim, shown.size)
        case "count":
            return Count(shown.art, shown.n, shown.seat, shown.size)
        case "text":
            return Text(shown.text, shown.seat, shown.strong, shown.fit)
        case "plate":
            assert shown.seat is not None
            return Plate(shown.seat, shown.text, shown.dim)
        case "table":
            return TextTable(shown.head, shown.rows)
        case "button":
            return Button(shown.text)


# Games that cannot show themselves


class ShyNim(Nim):
    """Nim that raises whenever it is asked for a scene."""

    game_id = "shy-nim"
    display_name = "Shy Nim"

    def scene(self, view: PlayerView) -> Scene | None:
        raise RuntimeError("nobody may see the heap")

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        raise RuntimeError("nobody may touch the heap")

    def describe_event(self, event: Event, view: PlayerView) -> Words:
        raise RuntimeError("nobody may speak of the heap")

    def describe_action(self, action: Action, view: PlayerView) -> Words:
        raise RuntimeError("nobody may think of the heap")


class MumblingNim(Nim):
    """Nim whose words no wire format can carry."""

    game_id = "mumbling-nim"
    display_name = "Mumbling Nim"

    def scene(self, view: PlayerView) -> Scene | None:
        return Scene((Item("heap", Text(object())),))  # type: ignore[arg-type]

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return [Offer(action, object()) for action in view.valid_actions]  # type: ignore[arg-type]

    def describe_event(self, event: Event, view: PlayerView) -> Words:
        return object()  # type: ignore[return-value]
