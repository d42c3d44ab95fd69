"""Pictures and pages have the same layout, because they use the same renderer."""

import json
from typing import Any

import pytest
from playwright.async_api import Browser

from gamenight.core import registry
from gamenight.looks import look_of
from gamenight.looks.plates import PlateShown
from gamenight.looks.renderer import placements
from gamenight.looks.telling import told_look, told_scene
from gamenight.looks.texts import texts_of
from gamenight.protocol.delta import patched
from tests.server.server_process import ServerProcess
from tests.web.browsing import LAPTOP, PHONE, Visitor, visitor
from tests.web.tables import against_bots, my_turn, settled

GAMES = ["tictactoe", "goofspiel", "liarsdice", "blotto", "carcassonne"]
SHOWN = """() => {
    const drawing = document.querySelector(".scene-drawing"), corner = drawing.getBoundingClientRect();
    const buttons = [...document.querySelectorAll("button[data-id]")].map((button) => {
        const box = button.getBoundingClientRect();
        return [button.dataset.id, [box.x - corner.x, box.y - corner.y, box.width, box.height]];
    });
    const groups = [...drawing.querySelectorAll("g[data-key]")].map((group) => {
        const place = drawing.getCTM().inverse().multiply(group.getCTM());
        return [group.dataset.key, [place.e, place.f]];
    });
    const [width, height] = ["width", "height"].map((side) => Number(drawing.getAttribute(side)));
    return {viewport: {width, height}, buttons: Object.fromEntries(buttons), groups: Object.fromEntries(groups)};
}"""
CLOSE = 0.6
"""In pixels: a browser rounds positions."""


def _document(visitor: Visitor) -> dict[str, Any]:
    """The page's last document: the whole view with all changes applied."""
    view: Any = None
    for message in map(json.loads, visitor.received):
        if message["type"] == "state_update":
            view = message["view"] if "view" in message else patched(view, message.get("changes"))
    assert isinstance(view, dict)
    return view


def _joined(visitor: Visitor) -> dict[str, Any]:
    """The page's seat, from the message at the start of the match."""
    heard = [json.loads(frame) for frame in visitor.received]
    # A page may join before the seats are taken, and then receives them again.
    told: dict[str, Any] = [message for message in heard if message["type"] == "game_joined"][-1]
    seats = [message["seats"] for message in heard if message["type"] == "game_started"]
    return {**told, "seats": seats[-1]} if seats else told


def _plate(seat: dict[str, Any], me: str, document: dict[str, Any]) -> PlateShown:
    """The fields that determine a plate's size; the turn does not."""
    player = seat["player_id"]
    return PlateShown(seat["name"], document["scores"][player], mine=player == me)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_pictures_and_pages_have_the_same_layout(
    game: str, size: dict[str, int], browser: Browser, server: ServerProcess
):
    async with visitor(browser, server.url, viewport=size) as ada:
        # Only the first turn: later the page keeps its zoom while a picture fits the board again.
        page = await against_bots(ada, game)
        await my_turn(page)
        await settled(page)
        document, joined = _document(ada), _joined(ada)
        plugin = registry.load(joined["game_id"])
        tell = texts_of(plugin).tell
        scene, look = told_scene(document["scene"], tell), told_look(look_of(plugin), tell)
        plates = [_plate(seat, joined["player_id"], document) for seat in joined["seats"]]
        # The page may have zoomed in on small targets; show everything, as in a picture.
        if await page.get_by_role("button", name="Show all").count():
            await page.get_by_role("button", name="Show all").click()
            await settled(page)
        shown = await page.evaluate(SHOWN)
        assert shown["buttons"]
        placed = {one["id"]: one for one in placements(scene, look, shown["viewport"], plates)}
        drawn = {id: place for id, place in shown["groups"].items() if id in placed}
        assert len(drawn) >= len(scene["items"]) / 2
        for id, place in drawn.items():
            assert place == pytest.approx([placed[id]["x"], placed[id]["y"]], abs=CLOSE), id
        for id, (x, y, width, height) in shown["buttons"].items():
            there = placed[id]
            assert (x, y, height) == pytest.approx((there["x"], there["y"], there["height"]), abs=CLOSE), id
            # Only the visible part of a covered item can be tapped.
            assert width <= there["width"] + CLOSE, id
