"""The looks of games over REST: browsers cache them while they are unchanged, and pictures with faults are left out."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from gamenight.core import registry
from gamenight.looks import look_of
from tests.server.site import House, fault, house

pytestmark = pytest.mark.asyncio(loop_scope="module")

DISC = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle id="c" r="1"/></svg>'
FILES = {
    "__init__.py": "",
    "rules.py": "from tests.minigames.nim import Nim\nclass Marbles(Nim):\n    game_id = 'marbles'\nGAME = Marbles()\n",
    "art/disc.svg": DISC,
    "art/evil.svg": DISC.replace("<circle", '<circle onload="alert(1)"'),
    "texts/en.ftl": "one = a marble\n",
    "texts/de.ftl": "one = eine Murmel\n",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    folder = tmp_path_factory.mktemp("house")
    for name, text in FILES.items():
        file = folder / "marbles" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        async with house(folder, ("marbles.rules:GAME",)) as served:
            yield served


async def test_a_game_s_pictures_and_texts_are_sent_by_name(here: House):
    answer = await here.rest.get("/api/games/marbles/look")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {
        "art": {"disc": {"svg": '<circle id="disc.c" r="1"/>', "box": [0.0, 0.0, 2.0, 2.0]}},
        "texts": {"en": "one = a marble\n"},
    }


@pytest.mark.parametrize("slug", registry.catalogue().games)
async def test_every_game_has_a_look(here: House, slug: str):
    shown = (await here.rest.get(f"/api/games/{slug}/look")).json()
    look = look_of(registry.load(slug))
    assert shown["texts"] == look.texts
    assert {name: art["svg"] for name, art in shown["art"].items()} == {name: art.svg for name, art in look.art.items()}


async def test_a_look_is_sent_again_only_when_it_has_changed(here: House):
    path = "/api/games/marbles/look"
    first = await here.rest.get(path)
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["etag"].startswith('"')
    again = await here.rest.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    other = await here.rest.get(path, headers={"If-None-Match": '"something-else"'})
    assert other.content == first.content


@pytest.mark.parametrize(
    "lang, languages", [("de", ["de", "en"]), ("de-AT", ["de", "en"]), ("fr", ["en"]), ("../x", ["en"])]
)
async def test_texts_are_in_the_requested_language_and_in_english(here: House, lang: str, languages: list[str]):
    texts = (await here.rest.get("/api/games/marbles/look", params={"lang": lang})).json()["texts"]
    assert list(texts) == languages


async def test_an_unknown_game_has_no_look(here: House):
    answer = await here.rest.get("/api/games/no-such-game/look")
    assert (answer.status_code, fault(answer)["code"]) == (404, "not_found")


async def test_a_fault_in_a_picture_is_logged(here: House, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        async with house(tmp_path, ("marbles.rules:GAME",)):
            pass
    told = [record.getMessage() for record in caplog.records if "marbles" in record.getMessage()]
    assert len(told) == 1
    assert "art/evil.svg: circle may not have the attribute onload" in told[0]
