"""The pictures of games in the lobby: made from a game's own scene, safe for every viewer, and never blocking."""

from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import pytest_asyncio

from gamenight.core import registry
from gamenight.server.http.covers import EMPTY, VIEWER, cover_of, typical_view
from tests.server.site import House, fault, house
from tests.web.hands import GAME as HANDS

pytestmark = pytest.mark.asyncio(loop_scope="module")
GAMES = ("tests.server.scenery:ShyNim", "tests.minigames.nim:Nim")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    async with house(folder, GAMES) as served:
        yield served


@pytest.mark.parametrize("slug", registry.catalogue().games)
async def test_every_game_has_a_cover_that_stands_alone(here: House, slug: str):
    answer = await here.rest.get(f"/api/games/{slug}/cover?theme=dark")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert len(list(ElementTree.fromstring(answer.text).iter())) > 10
    for forbidden in ("var(", "<script", "href", "http://www.w3.org/1999"):
        assert forbidden not in answer.text


async def test_a_cover_is_sent_again_only_when_it_has_changed(here: House):
    path = "/api/games/tictactoe/cover"
    first = await here.rest.get(path)
    again = await here.rest.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    dark = await here.rest.get(path, params={"theme": "dark"})
    assert dark.content != first.content


@pytest.mark.parametrize("slug", ["shy-nim", "mini-nim"])
async def test_a_game_that_cannot_show_itself_has_an_empty_cover(here: House, slug: str):
    assert (await here.rest.get(f"/api/games/{slug}/cover")).text == EMPTY


async def test_an_unknown_game_or_theme_has_no_cover(here: House):
    assert fault(await here.rest.get("/api/games/none/cover"))["code"] == "not_found"
    assert (await here.rest.get("/api/games/tictactoe/cover?theme=blue")).status_code == 400


async def test_a_cover_shows_the_middle_of_the_first_deal_as_the_first_seat_sees_it():
    seen = typical_view(HANDS)
    deal = seen.game_data
    assert seen.viewer_id == VIEWER
    assert deal.number == 1
    assert len(deal.trick) >= 2
    assert 5 <= len(deal.hand) <= 12
    assert cover_of(HANDS, seen, "light", "en") == cover_of(HANDS, typical_view(HANDS), "light", "en")
