"""A seat whose model is hosted by another program, which asks for its prompt; replies are read strictly."""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace

from gamenight.client import connect
from gamenight.core.model import MatchId
from gamenight.core.rng import Rng
from tests.llm.provider import KEY, Provider, provider
from tests.server.hosts import Host, answer, seated
from tests.server.site import House, fault, house
from tests.timeouts import TIMEOUT_S

pytestmark = pytest.mark.asyncio(loop_scope="module")
PAGE = (Path(__file__).parents[2] / "docs" / "language-models.md").read_text()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    generous: dict[str, Any] = {
        "requests_per_address": 1_000_000,
        "matches_per_address": 1_000_000,
        "bots_per_address": 1_000_000,
        "handshakes_per_address": 1_000_000,
        "heavy_per_address": 1_000_000,
    }
    games = ("tests.minigames.tricks:TrickTaking",)
    async with house(tmp_path_factory.mktemp("house"), games, **generous) as served:
        yield served


# The program of the documentation


@pytest_asyncio.fixture(loop_scope="module")
async def fake() -> AsyncIterator[Provider]:
    async with provider() as running:
        yield running


def host_program(folder: Path) -> Path:
    (program,) = re.findall(r"^```python\n(\"\"\"Lets a language model.*?)^```$", PAGE, re.M | re.S)
    assert len([line for line in program.splitlines() if line.strip()]) < 45
    path = folder / "host.py"
    path.write_text(program)
    return path


async def run_host(program: Path, here: House, host: Host, fake: Provider, model: str) -> None:
    arguments = (here.url, host.match_id, host.token, f"{fake.url}/v1", KEY, model)
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", str(program), *arguments),
        env={**os.environ, "no_proxy": "127.0.0.1"},
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(TIMEOUT_S):
        _, errors = await running.communicate()
    assert running.returncode == 0, errors.decode()


@pytest.mark.parametrize(
    "game, options",
    [("tictactoe", {}), ("liarsdice", {"dice": 1}), ("goofspiel", {"cards": 4})],
    ids=lambda one: str(one),
)
async def test_the_documented_program_plays_a_whole_match(here: House, fake: Provider, tmp_path: Path, game, options):
    program = host_program(tmp_path)
    hosts = await seated(here, game, options=options)
    models = ("wrong,prose,pick:first#one", "pick:last#two")
    await asyncio.gather(*(run_host(program, here, *each) for each in zip(hosts, (fake, fake), models, strict=True)))
    shown = await here.show(hosts[0].match_id)
    assert shown["status"] == "finished"
    told = [text for one in fake.received for text in one.texts]
    assert any("is not a legal move" in text for text in told)
    assert any("could not be read" in text for text in told)


# What a prompt is


async def test_a_prompt_has_the_texts_and_the_form_of_the_answer(here: House):
    first, _ = await seated(here)
    asked = await first.prompt()
    assert asked["prompt"] == 1
    assert asked["system"].startswith("You are Player 1 of 2 in a match of Tic-tac-toe.")
    assert [line["id"] for line in asked["candidates"]] == [f"c{number}" for number in range(9)]
    assert all(f"{line['id']}: {line['text']}" in asked["user"] for line in asked["candidates"])
    assert asked["schema"]["properties"]["id"]["enum"] == [line["id"] for line in asked["candidates"]]
    assert (asked["mode"], asked["form"], asked["tool"]) == ("menu", "text", "play")
    assert await first.prompt() == asked


@pytest.mark.parametrize("form, words", [("text", "<answer>"), ("schema", "JSON object"), ("tool", "tool `play`")])
async def test_the_answer_has_the_requested_form(here: House, form: str, words: str):
    first, _ = await seated(here)
    asked = await first.prompt(form=form)
    assert words in asked["system"]
    assert asked["form"] == form


async def test_a_free_prompt_has_no_menu(here: House):
    first, _ = await seated(here)
    asked = await first.prompt(mode="free")
    assert asked["candidates"] == []
    assert "# Moves" not in asked["user"]
    assert '"action_type": "move"' in asked["system"]


async def test_the_menu_is_in_another_order_in_another_match(here: House):
    orders = {tuple(line["text"] for line in (await (await seated(here))[0].prompt())["candidates"]) for _ in range(4)}
    assert len(orders) > 1


@pytest.mark.parametrize("query", [{"mode": "guess"}, {"form": "xml"}])
async def test_unknown_modes_and_forms_are_refused(here: House, query: dict[str, str]):
    first, _ = await seated(here)
    assert fault(await first.get(**query))["field"] == next(iter(query))


# What becomes of a reply


@pytest.mark.parametrize(
    "form, reply",
    [("text", answer("c4")), ("schema", '{"id": "c4"}'), ("tool", '{"id": "c4"}')],
    ids=lambda one: one[:6],
)
async def test_a_move_is_played_and_reported(here: House, form: str, reply: str):
    first, second = await seated(here)
    asked = await first.prompt(form=form)
    read = await first.reply(prompt=1, reply=reply, form=form)
    assert (read["outcome"], read["action_type"]) == ("answered", "move")
    row, column = read["payload"]["row"] + 1, read["payload"]["col"] + 1
    assert asked["candidates"][4]["text"] == f"row {row}, column {column}"
    assert (await second.prompt())["prompt"] == 2


async def test_a_move_that_is_written_out_is_played(here: House):
    first, _ = await seated(here)
    written = {"action": {"action_type": "move", "payload": {"row": 2, "col": 0}}}
    read = await first.reply(prompt=1, reply=f"<answer>{json.dumps(written)}</answer>", mode="free")
    assert read == {"outcome": "answered", "action_type": "move", "payload": {"row": 2, "col": 0}}


BAD = {
    "no answer": ({"reply": "I take the middle."}, "unparsable", "there is no <answer>"),
    "half an answer": ({"reply": '<answer>{"id": "c'}, "unparsable", "no </answer>"),
    "no JSON": ({"reply": "<answer>c4</answer>"}, "unparsable", "not JSON"),
    "a list": ({"reply": '<answer>["c4"]</answer>'}, "unparsable", "not a JSON object"),
    "tags in place of a schema": ({"reply": answer("c4"), "form": "schema"}, "unparsable", "not JSON"),
    "no such line": ({"reply": answer("c9")}, "illegal", '"c9"'),
    "capitals": ({"reply": answer("C4")}, "illegal", '"C4"'),
    "a number": ({"reply": '<answer>{"id": 4}</answer>'}, "unparsable", "id"),
    "half a character": ({"reply": '<answer>{"id": "\\ud800"}</answer>'}, "unparsable", "surrogate"),
    "a choice in free mode": ({"reply": answer("c4"), "mode": "free"}, "unparsable", "action"),
    "no such action": (
        {"reply": '{"action": {"action_type": "fly", "payload": {}}}', "mode": "free", "form": "tool"},
        "illegal",
        '"fly"',
    ),
    "nothing": ({"reply": " \n"}, "empty", "empty"),
    "a refusal": ({"reply": "I will not.", "finish": "refused"}, "empty", "empty"),
    "cut off": ({"reply": answer("c4"), "finish": "truncated"}, "truncated", "cut off"),
}


@pytest.mark.parametrize("given, outcome, words", BAD.values(), ids=BAD)
async def test_an_invalid_reply_changes_nothing_and_gets_a_correction(here: House, given, outcome: str, words: str):
    first, _ = await seated(here)
    asked = await first.prompt()
    read = await first.reply(prompt=1, **given)
    assert read["outcome"] == outcome
    assert words in read["correction"]
    assert "action_type" not in read
    assert await first.prompt() == asked


@pytest.mark.parametrize("mode", ["menu", "free"])
async def test_continue_is_a_menu_with_one_line(here: House, mode: str):
    hosts = await seated(here, "mini-tricks", options={"deals": 2, "asks": True})
    live = here.node.lives[MatchId(hosts[0].match_id)]
    went_on = 0
    while not live.state.is_over:
        host = hosts[int(live.state.to_act[0][1:])]
        asked = await host.prompt(mode=mode, form="tool")
        written: Any = {"id": "c0"}
        if asked["mode"] == "free":
            hand = (await here.show(host.match_id, host.token))["view"]["game"]["hand"]
            written = {"action": {"action_type": "play", "payload": {"card": hand[0]}}}
        elif mode == "free":
            assert len(asked["candidates"]) == 1
        read = await host.reply(prompt=asked["prompt"], reply=json.dumps(written), mode=mode, form="tool")
        assert read["outcome"] == "answered"
        went_on += read["action_type"] == "continue"
    assert went_on == 2


async def test_a_taken_cell_is_no_move(here: House):
    first, second = await seated(here)
    written = {"action": {"action_type": "move", "payload": {"row": 1, "col": 1}}}
    await first.reply(prompt=1, reply=json.dumps(written), mode="free", form="tool")
    read = await second.reply(prompt=2, reply=json.dumps(written), mode="free", form="tool")
    assert read["outcome"] == "illegal"
    assert "not a legal move" in read["correction"]


async def test_a_stale_prompt_is_not_answered(here: House):
    first, second = await seated(here)
    await first.reply(prompt=1, reply=answer("c0"))
    for prompt in (1, 3):
        refused = await second.post(prompt=prompt, reply=answer("c0"))
        assert (refused.status_code, fault(refused)["code"]) == (409, "stale_action")
    assert fault(await first.post(prompt=2, reply=answer("c0")))["code"] == "not_your_turn"


async def test_a_repeated_reply_is_one_move(here: House):
    first, second = await seated(here)
    read = await first.reply(prompt=1, reply=answer("c0"), client_id="one")
    await second.reply(prompt=2, reply=answer("c0"))
    assert await first.reply(prompt=1, reply=answer("c0"), client_id="one") == read
    assert (await first.prompt())["prompt"] == 3


async def test_a_seat_that_is_not_to_act_has_no_prompt(here: House):
    _, second = await seated(here)
    refused = await second.get()
    assert (refused.status_code, fault(refused)["code"]) == (409, "not_your_turn")


async def test_there_is_no_prompt_before_or_after_the_match(here: House):
    table = await here.open(num_bots=0, seating="chosen")
    first = Host(here, table["match_id"], (await here.join(table["match_id"], seat=0))["seat_token"])
    assert fault(await first.get())["code"] == "game_not_active"
    assert fault(await first.post(prompt=1, reply=answer("c0")))["code"] == "game_not_active"
    await here.join(table["match_id"])
    async with connect(here.url, first.match_id) as at_table:
        await at_table.join(token=first.token)
        await at_table.resign()
        await at_table.next("game_over")
    assert fault(await first.get())["code"] == "game_not_active"
    assert fault(await first.post(prompt=1, reply=answer("c0")))["code"] == "game_not_active"


async def test_only_the_seat_s_own_token_gets_its_prompt(here: House):
    first, _ = await seated(here)
    other, _ = await seated(here)
    for token in (None, other.token, "guessed"):
        stranger = Host(here, first.match_id, token)
        for refused in (await stranger.get(), await stranger.post(prompt=1, reply=answer("c0"))):
            assert (refused.status_code, fault(refused)["code"]) == (401, "wrong_token")
            assert refused.headers["www-authenticate"]


@pytest.mark.parametrize(
    "given, field",
    [
        ({"reply": "x"}, "prompt"),
        ({"prompt": 1}, "reply"),
        ({"prompt": "1", "reply": "x"}, "prompt"),
        ({"prompt": 1, "reply": {"id": "c0"}}, "reply"),
        ({"prompt": 1, "reply": "x" * 50_001}, "reply"),
        ({"prompt": 1, "reply": "x", "mode": "guess"}, "mode"),
        ({"prompt": 1, "reply": "x", "finish": "late"}, "finish"),
        ({"prompt": 1, "reply": "x", "output_tokens": -1}, "output_tokens"),
        ({"prompt": 1, "reply": "x", "cost": 1}, "cost"),
    ],
)
async def test_an_invalid_request_is_refused_with_the_field(here: House, given, field):
    first, _ = await seated(here)
    refused = fault(await first.post(**given))
    assert (refused["code"], refused["field"]) == ("bad_request", field)


async def test_every_node_makes_the_same_prompt_and_reads_replies_in_the_same_way(tmp_path: Path):
    async with house(tmp_path) as here, house(tmp_path) as there:
        first, second = await seated(here)
        same = Host(there, first.match_id, first.token)
        assert (await same.get()).content == (await first.get()).content
        await same.reply(prompt=1, reply=answer("c3"))
        assert fault(await first.post(prompt=1, reply=answer("c3")))["code"] == "stale_action"
        assert (await second.prompt())["prompt"] == 2


# What a seat may not know


CARD = re.compile(r"(?:10|[2-9TJQKA])[♠♥♦♣]")


async def test_a_prompt_contains_no_card_of_another_hand(here: House):
    """With thirteen cards for each of four seats, or none for two: each prompt contains only its own hand."""
    hosts = await seated(here, "hearts", seats=4)
    hands = [set(CARD.findall((await one.get()).text.partition('"user":')[2])) for one in hosts]
    assert [len(hand) for hand in hands] == [13] * 4
    assert len(set.union(*hands)) == 52


@pytest.mark.parametrize("mode", ["menu", "free"])
@pytest.mark.parametrize("game", ["hearts", "liarsdice", "gin_rummy"])
async def test_states_that_a_seat_cannot_distinguish_have_the_same_prompt(here: House, game: str, mode: str):
    hosts = await seated(here, game, seats=3 if game == "hearts" else 2)
    live = here.node.lives[MatchId(hosts[0].match_id)]
    truth = live.state
    player = truth.to_act[0]
    host = hosts[int(player[1:])]
    told = (await host.get(mode=mode)).content
    for number in range(3):
        other = live.rules.determinize(truth.game_data, player, Rng(f"world {number}", ()))
        assert other != truth.game_data
        live.state = replace(truth, game_data=other)
        assert (await host.get(mode=mode)).content == told


# Who is there


async def test_a_request_ends_the_absence_of_its_player(tmp_path: Path):
    """With or without a socket, each request restarts the grace period and ends a stand-in."""
    async with house(tmp_path, grace_ms=200, bot_pace_ms=0) as here:
        table = await here.open(seats=2, num_bots=0, seating="chosen", leaver="bot")
        tokens = [(await here.join(table["match_id"], seat=index))["seat_token"] for index in range(2)]
        host = Host(here, table["match_id"], tokens[0])
        async with connect(here.url, host.match_id) as other:
            await other.join(token=tokens[1])
            await other.next("stand_in")
            assert (await here.show(host.match_id, host.token))["seats"][0]["stand_in"]
            await host.get()
            await other.next("player_reconnected")


async def test_a_match_paused_for_an_absent_host_resumes_at_its_request(tmp_path: Path):
    async with house(tmp_path, grace_ms=100) as here:
        table = await here.open(bots=["random"], seating="chosen")
        host = Host(here, table["match_id"], (await here.join(table["match_id"], seat=0))["seat_token"])
        async with connect(here.url, host.match_id) as watching:
            await watching.watch()
            await watching.until(lambda one: one.view and one.view["status"] == "paused")
            await host.get()
            await watching.until(lambda one: one.view["status"] == "active")
