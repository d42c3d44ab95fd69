"""Tables with language models over REST: opened, watched, and with models that players bring."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gamenight.client import connect
from gamenight.core.model import MatchId, seat
from gamenight.protocol.messages import ModelStuck
from tests.server.model_tables import model_table
from tests.server.site import House, bearer, fault, house
from tests.server.table_players import GENEROUS
from tests.server.test_model_tables import KEY, URL, set_endpoint

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    origins = ("https://llm.example", "http://localhost:11434")
    with pytest.MonkeyPatch.context() as patch:
        set_endpoint(patch, "beta", url=URL, key=KEY, model="qwen3:8b")
        set_endpoint(patch, "half", url=URL, model="opus")
        async with house(tmp_path_factory.mktemp("house"), llm=True, llm_origins=origins, **GENEROUS) as served:
            yield served


async def test_an_opened_table_shows_its_model(here: House):
    table = await here.open("liarsdice", bots=["llm:endpoint=beta"])
    assert table["table"]["bots"] == ["llm:endpoint=beta,model=qwen3:8b"]
    await here.join(table["match_id"])
    names = [seat["name"] for seat in (await here.show(table["match_id"]))["seats"]]
    assert sorted(names) == ["Player 1", "qwen3:8b"]
    shown = await here.rest.get("/api/bots")
    assert shown.json()["sponsor_origins"] == ["https://llm.example", "http://localhost:11434"]
    for answer in (shown, await here.rest.get("/api/matches"), await here.rest.get("/metrics")):
        assert KEY not in answer.text
        assert URL not in answer.text


async def test_a_refusal_names_the_bot_and_no_address(here: House):
    answer = await here.rest.post("/api/matches", json={"game": "liarsdice", "bots": ["llm:endpoint=half"]})
    assert fault(answer)["field"] == "bots[0]"
    assert URL not in answer.text


async def test_an_exhibition_begins_at_once_and_has_no_seats_for_people(here: House):
    table = await here.open("tictactoe", bots=["random"], exhibition=True)
    shown = await here.show(table["match_id"])
    assert shown["status"] == "active"
    assert shown["table"]["exhibition"] is True
    refusal = await here.rest.post(f"/api/matches/{table['match_id']}/join", json={})
    assert refusal.status_code == 409
    async with connect(here.url, table["match_id"]) as watching:
        await watching.watch()
        await watching.next("game_over")


async def test_a_page_may_ask_the_models_that_players_bring(here: House):
    policy = (await here.rest.get("/play/x", headers={"Accept": "text/html"})).headers["content-security-policy"]
    assert policy.count("https://llm.example") == 1
    (connects,) = [part for part in policy.split("; ") if part.startswith("connect-src")]
    assert connects.split()[-2:] == ["https://llm.example", "http://localhost:11434"]


# A model that a player brings


async def sponsored(here: House, match_id: str, token: str | None, **asked: Any) -> Any:
    body = {"sponsored": True, **asked}
    return await here.rest.post(f"/api/matches/{match_id}/join", json=body, headers=bearer(token))


async def test_a_player_may_bring_a_model_and_everybody_sees_the_sponsor(here: House):
    table = await here.open("liarsdice", seats=3, num_bots=0, seating="chosen")
    match_id = table["match_id"]
    ada = await here.join(match_id, player_name="Ada", seat=1)
    answer = await sponsored(here, match_id, ada["seat_token"], player_name="Ada's model", seat=0)
    assert (answer.status_code, answer.json()["player_id"]) == (201, "p0")
    assert answer.json()["seat_token"] != ada["seat_token"]
    seats = (await here.show(match_id))["seats"]
    assert [one.get("sponsor") for one in seats] == ["p1", None, None]


async def test_only_a_player_may_bring_a_model(here: House):
    table = await here.open("liarsdice", seats=4, num_bots=0, seating="chosen")
    match_id = table["match_id"]
    ada = await here.join(match_id, seat=1)
    for token in (None, "guessed"):
        answer = await sponsored(here, match_id, token)
        assert (answer.status_code, fault(answer)["code"]) == (401, "wrong_token")
    model = (await sponsored(here, match_id, ada["seat_token"])).json()
    answer = await sponsored(here, match_id, model["seat_token"])
    assert (answer.status_code, fault(answer)["code"]) == (409, "already_in_game")


async def test_a_model_leaves_with_its_sponsor(here: House):
    """Otherwise the next player at that seat would be taken for the sponsor."""
    table = await here.open("liarsdice", seats=3, num_bots=0, seating="chosen")
    match_id = table["match_id"]
    async with connect(here.url, match_id) as ada:
        joined = await ada.join("Ada", seat=0)
        await sponsored(here, match_id, joined.token, seat=2)
        await ada.leave()
    seats = (await here.show(match_id))["seats"]
    assert [one.get("name") for one in seats] == [None, None, None]


async def sponsored_match(here: House) -> tuple[str, dict[str, str], dict[str, str]]:
    """A finished match of Ada and her model; what both got when they sat down."""
    table = await here.open("tictactoe", num_bots=0, seating="chosen")
    match_id = table["match_id"]
    ada = await here.join(match_id, player_name="Ada", seat=0)
    model = (await sponsored(here, match_id, ada["seat_token"], player_name="Model")).json()
    async with connect(here.url, match_id) as at_table:
        await at_table.join(token=ada["seat_token"])
        await at_table.resign()
        await at_table.next("game_over")
    return match_id, ada, model


async def rematch(here: House, match_id: str, seated: dict[str, str]) -> Any:
    return await here.rest.post(f"/api/matches/{match_id}/rematch", headers=bearer(seated["seat_token"]))


async def test_a_model_joins_a_rematch_after_its_sponsor(here: House):
    match_id, ada, model = await sponsored_match(here)
    assert (await rematch(here, match_id, model)).status_code == 400
    new = (await rematch(here, match_id, ada)).json()
    assert (await rematch(here, match_id, model)).json()["match_id"] == new["match_id"]
    seats = {one["name"]: one for one in (await here.show(new["match_id"]))["seats"]}
    assert seats["Model"]["sponsor"] == seats["Ada"]["player_id"] == new["player_id"]


async def test_at_a_rematch_the_name_of_a_sponsor_is_reserved(here: House):
    """Otherwise that player would be taken for the sponsor, and see the model's hand."""
    match_id, _, model = await sponsored_match(here)
    await rematch(here, match_id, model)
    again = here.node.lives[MatchId(match_id)].table.rematch
    taken = await here.rest.post(f"/api/matches/{again}/join", json={"player_name": "ada"})
    assert (taken.status_code, fault(taken)["code"]) == (409, "name_taken")
    assert (await here.rest.post(f"/api/matches/{again}/join", json={"player_name": "Eve"})).status_code == 201
    assert (await rematch(here, match_id, model)).status_code == 400


# Tables that were opened when models were on


async def test_when_models_are_switched_off_none_is_asked_and_none_joins_a_rematch(tmp_path: Path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seats=(1,), settings={"llm": False}) as at:
        assert await at.person.next(ModelStuck) == ModelStuck(seat(0), "configuration")
        assert at.fake.received == []
        await at.person.resign()
        await at.person.next("game_over")
        path = f"/api/matches/{at.match_id}/rematch"
        answer = await at.house.rest.post(path, headers=bearer(at.person.joined.token))
        assert fault(answer)["message"] == ["bad-models_off", {}]
