"""The AI log over REST: who may see which parts of it, while the match is played and after its end."""

from pathlib import Path
from typing import Any

import pytest

from gamenight.core.model import GameId, MatchId, PlayerId, TimerConfig
from gamenight.protocol.messages import ModelStuck
from gamenight.server.node.ai_log import seats_in_full, told
from gamenight.store.hall.decisions import ModelDecision
from gamenight.store.hall.table import Table, TableSettings, TakenSeat
from tests.llm.provider import KEY, PREAMBLE
from tests.server.hosts import Host, answer, seated
from tests.server.model_tables import ModelTable, model_table
from tests.server.site import House, bearer, fault, house
from tests.server.table_players import eventually

SECOND = (1,)
"""Where the person sits; the model in the first seat begins."""


async def log_of(here: House, match_id: str, token: str | None = None) -> list[dict[str, Any]]:
    got = await here.rest.get(f"/api/matches/{match_id}/ai-log", headers=bearer(token))
    assert got.status_code == 200, got.text
    assert KEY not in got.text
    assert "127.0.0.1" not in got.text
    return got.json()["decisions"]


def token_of(at: ModelTable, person: int = 0) -> str:
    token = at.people[person].joined.token
    assert token is not None
    return token


# Models of the operator


async def test_decisions_of_a_working_model_are_hidden_until_the_end(tmp_path: Path, monkeypatch):
    async with model_table(
        tmp_path, monkeypatch, "cost=0.25,then=pick:first", parameters="answer=text", seats=SECOND
    ) as at:
        await at.until_decided()
        assert await log_of(at.house, at.match_id, token_of(at)) == []
        assert await log_of(at.house, at.match_id) == []
        await at.play_out()
        for token in (token_of(at), None):
            decisions = await log_of(at.house, at.match_id, token)
            calls = [call for one in decisions for call in one.get("calls", ())]
            assert len(calls) == len(at.fake.received)
            for call, sent in zip(calls, at.fake.received, strict=True):
                assert [call["system"], call["user"]] == [said["content"] for said in sent.body["messages"]]
                assert (call["outcome"], call["usd"], call["cost_source"]) == ("answered", 0.25, "reported")
                assert call["reply"].startswith(PREAMBLE)
                assert call["input_tokens"] > call["output_tokens"] > 0
            asked = [one for one in decisions if one.get("calls")]
            assert {one["said"] for one in asked} == {PREAMBLE.strip()}
        await check_turns(at, decisions)


async def check_turns(at: ModelTable, decisions: list[dict[str, Any]]) -> None:
    """Each decision is assigned to the frame in which its move was made."""
    frames = (await at.house.rest.get(f"/api/matches/{at.match_id}/frames")).json()["frames"]
    moves = {frame["turn"]: frame["input"] for frame in frames if frame.get("actor") == at.model}
    assert [one["turn"] for one in decisions] == list(moves)
    assert [one["prompt"] for one in decisions] == [move["prompt"] for move in moves.values()]


async def test_players_see_the_failures_that_the_table_was_notified_of(tmp_path: Path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "wrong", parameters="answer=text", seats=SECOND) as at:
        await at.person.next(ModelStuck)
        (shown,) = await log_of(at.house, at.match_id, token_of(at))
        assert shown["at"] <= shown["ended_at"]
        assert shown | {"at": 0, "ended_at": 0} == {
            **{"player_id": "p0", "prompt": 1, "at": 0, "ended_at": 0},
            **{"outcome": "illegal", "attempts": 3, "played": "nobody"},
        }
        assert await log_of(at.house, at.match_id) == []
        await at.person.resign()
        await at.person.next("game_over")
        (shown,) = await log_of(at.house, at.match_id)
        assert [call["outcome"] for call in shown["calls"]] == ["illegal"] * 3
        assert '"c9999"' in shown["reason"]
        assert "turn" not in shown


@pytest.mark.parametrize("details", [False, True])
async def test_a_provider_s_own_words_are_only_for_the_operator(tmp_path: Path, monkeypatch, details: bool):
    async with model_table(tmp_path, monkeypatch, "401", seats=SECOND, settings={"llm_details": details}) as at:
        await at.person.next(ModelStuck)
        await at.person.resign()
        await at.person.next("game_over")
        (shown,) = await log_of(at.house, at.match_id)
        assert shown["outcome"] == "configuration"
        assert ("reason" in shown, "reason" in shown["calls"][0]) == (details, details)


KEPT = {"full": {"system", "user", "reply"}, "answers": {"reply"}, "off": set()}


@pytest.mark.parametrize("kept", KEPT)
async def test_the_operator_chooses_what_is_stored(tmp_path: Path, monkeypatch, kept: str):
    async with model_table(tmp_path, monkeypatch, seats=SECOND, settings={"llm_log": kept}) as at:
        await at.until_decided()
        await at.person.resign()
        await at.person.next("game_over")
        (shown,) = await log_of(at.house, at.match_id)
        (call,) = shown["calls"]
        assert {name for name in ("system", "user", "reply") if call.get(name)} == KEPT[kept]
        assert call["input_tokens"] > 0


async def test_delayed_spectators_see_the_log_when_the_end_has_reached_them(tmp_path: Path, monkeypatch):
    hour = 3_600_000
    async with model_table(tmp_path, monkeypatch, seats=SECOND, spectator_delay_ms=hour) as at:
        await at.until_decided()
        await at.person.resign()
        await at.person.next("game_over")
        assert len(await log_of(at.house, at.match_id, token_of(at))) == 1
        assert await log_of(at.house, at.match_id) == []


async def test_at_a_table_without_spectators_the_log_is_hidden_until_the_end(tmp_path: Path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seats=SECOND, spectators=False) as at:
        await at.until_decided()
        path = f"/api/matches/{at.match_id}/ai-log"
        refused = await at.house.rest.get(path)
        assert (refused.status_code, fault(refused)["code"]) == (403, "spectators_not_allowed")
        assert fault(await at.house.rest.get(path, headers=bearer("guessed")))["code"] == "wrong_token"
        await at.person.resign()
        await at.person.next("game_over")
        assert len(await log_of(at.house, at.match_id)) == 1


async def test_browsers_may_cache_the_log_of_a_finished_match(tmp_path: Path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seats=SECOND) as at:
        await at.until_decided()
        path = f"/api/matches/{at.match_id}/ai-log"
        assert (await at.house.rest.get(path)).headers["cache-control"] == "no-store"
        await at.person.resign()
        await at.person.next("game_over")
        tag = (await at.house.rest.get(path)).headers["etag"]
        assert (await at.house.rest.get(path, headers={"If-None-Match": tag})).status_code == 304


# Models that are hosted elsewhere


async def test_until_the_end_only_the_seat_and_its_sponsor_see_a_hosted_model_s_log(tmp_path: Path):
    async with house(tmp_path) as here:
        table = await here.open("tictactoe", seats=2, num_bots=0, seating="chosen")
        match_id = table["match_id"]
        ada = await here.join(match_id, player_name="Ada", seat=1)
        taken = await here.rest.post(
            f"/api/matches/{match_id}/join", json={"sponsored": True, "seat": 0}, headers=bearer(ada["seat_token"])
        )
        model = Host(here, match_id, taken.json()["seat_token"])
        await model.reply(prompt=1, reply=answer("c99"), model="qwen3:8b")
        await model.reply(prompt=1, reply=answer("c4"), model="qwen3:8b", input_tokens=812, duration_ms=1500)
        shown = await log_of(here, match_id, model.token)
        assert shown == await log_of(here, match_id, ada["seat_token"])
        (one,) = shown
        assert (one["outcome"], one["attempts"], one["said"]) == ("answered", 2, "So be it.")
        assert [(call["attempt"], call["outcome"], call["model"]) for call in one["calls"]] == [
            (1, "illegal", "qwen3:8b"),
            (2, "answered", "qwen3:8b"),
        ]
        assert (one["calls"][1]["input_tokens"], one["calls"][1]["duration_ms"]) == (812, 1500)
        assert (one["calls"][1].get("usd"), one["calls"][1].get("cost_source")) == (None, None)
        assert one["calls"][0]["user"] == one["calls"][1]["user"]
        assert await log_of(here, match_id) == []


async def test_other_players_do_not_learn_that_a_player_asks_a_model(tmp_path: Path):
    async with house(tmp_path) as here:
        first, second = await seated(here)
        await first.reply(prompt=1, reply="Hm.")
        await first.reply(prompt=1, reply=answer("c0"))
        assert await log_of(here, first.match_id, second.token) == []
        assert [one["attempts"] for one in await log_of(here, first.match_id, first.token)] == [2]


async def test_only_some_of_many_replies_to_one_prompt_are_logged(tmp_path: Path):
    async with house(tmp_path) as here:
        first, _ = await seated(here)
        for _ in range(13):
            await first.reply(prompt=1, reply="Hm.")
        await first.reply(prompt=1, reply=answer("c0"))
        (one,) = await log_of(here, first.match_id, first.token)
        assert (one["attempts"], one["outcome"]) == (11, "answered")


async def test_a_hosted_model_does_not_count_for_the_operator_s_budget(tmp_path: Path):
    async with house(tmp_path) as here:
        first, _ = await seated(here)
        await first.reply(prompt=1, reply=answer("c0"), input_tokens=10**9, output_tokens=10**9)
        spent = await here.node.ledger.spent(match_id=MatchId(first.match_id))
        assert (spent.calls, spent.usd, spent.tokens) == (0, 0, 0)


async def test_a_reply_with_a_nul_character_is_logged_with_a_replacement(tmp_path: Path):
    async with house(tmp_path) as here:
        first, _ = await seated(here)
        await first.reply(prompt=1, reply="\0 🀄 " + answer("c0"), model="\0")
        (one,) = await log_of(here, first.match_id, first.token)
        assert one["said"].startswith("\N{REPLACEMENT CHARACTER} 🀄 So be it.")


# Every case


def table_of(*places: TakenSeat) -> Table:
    settings = TableSettings(options={}, timer=TimerConfig(), seats=4, bots=())
    return Table(
        match_id=MatchId("m"), game_id=GameId("g"), rules_version=1, settings=settings, created_at=0, places=places
    )


def place(seat: int, sponsor: int | None = None) -> TakenSeat:
    return TakenSeat(seat_index=seat, name=str(seat), token_hash="", sponsor=sponsor)


TABLE = table_of(place(0), place(1, sponsor=0), place(2))
"""Two people, a model that the first one brought, and one of the operator's."""


def seen_by(viewer: str, *decisions: ModelDecision) -> list[tuple[str, str]]:
    full = seats_in_full(TABLE, PlayerId(viewer))
    return [(one.player_id, one.outcome) for one in told(decisions, TABLE, full, (), with_reasons=False)]


def decided(seat: int, outcome: str = "answered", *, is_hidden: bool = False) -> ModelDecision:
    return ModelDecision(seat_index=seat, prompt=1, at=0, ended_at=1, outcome=outcome, is_hidden=is_hidden)


@pytest.mark.parametrize(
    "viewer, seats", [("p0", ["p0", "p1"]), ("p1", ["p1"]), ("p2", ["p2"])], ids=["sponsor", "sponsored", "player"]
)
@pytest.mark.parametrize("is_hidden", [False, True])
def test_a_player_sees_their_own_seat_and_those_that_they_sponsor(viewer: str, seats: list[str], is_hidden: bool):
    decisions = [decided(seat, is_hidden=is_hidden) for seat in range(4)]
    assert [player for player, _ in seen_by(viewer, *decisions)] == seats


OPEN = ["illegal", "unparsable", "truncated", "empty", "late", "transport", "configuration", "budget"]


@pytest.mark.parametrize("outcome", [*OPEN, "answered", "called_off", "lost"])
def test_of_other_models_players_see_only_public_failures(outcome: str):
    assert seen_by("p2", decided(3, outcome)) == ([("p3", outcome)] if outcome in OPEN else [])
    assert seen_by("p2", decided(3, outcome, is_hidden=True)) == []
    assert seen_by("p2", decided(1, outcome), decided(0, outcome)) == []


def test_after_the_end_everything_is_shown():
    decisions = [decided(seat, outcome, is_hidden=True) for seat in range(4) for outcome in ("lost", "illegal")]
    shown = [(one.player_id, one.outcome) for one in told(decisions, TABLE, None, (), with_reasons=False)]
    assert shown == [("p0", "illegal"), ("p1", "illegal"), ("p2", "illegal"), ("p3", "lost"), ("p3", "illegal")]


# Metrics


def counted(text: str) -> dict[str, float]:
    """The metrics of models, by name and labels."""
    lines = [line for line in text.splitlines() if line.startswith("gamenight_model_") and "_created" not in line]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


async def test_calls_are_counted_only_at_the_end_of_the_match(tmp_path: Path, monkeypatch):
    commands = "cost=0.5,wrong,then=pick:first"
    async with model_table(tmp_path, monkeypatch, commands, parameters="answer=text", seats=SECOND) as at:
        before = counted((await at.house.rest.get("/metrics")).text)
        await at.until_decided()
        assert counted((await at.house.rest.get("/metrics")).text) == before
        await at.play_out()

        async def moved() -> dict[str, float]:
            text = (await at.house.rest.get("/metrics")).text
            assert KEY not in text
            assert at.fake.url not in text
            assert "pick:first" not in text
            now = counted(text)
            return {name: now[name] - before.get(name, 0) for name in now if now[name] != before.get(name, 0)}

        await eventually(moved)
        more, calls = await moved(), len(at.fake.received)
        assert more.pop('gamenight_model_calls_total{endpoint="fake",outcome="illegal"}') == 1
        assert more.pop('gamenight_model_calls_total{endpoint="fake",outcome="answered"}') == calls - 1
        assert more.pop("gamenight_model_usd_total") == 0.5 * calls
        assert more.pop('gamenight_model_tokens_total{kind="input"}') > 0
        assert more.pop('gamenight_model_tokens_total{kind="output"}') > 0
        assert not {name for name in more if "tokens" not in name}


async def test_calls_are_counted_only_when_spectators_know_of_the_end(tmp_path: Path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seats=SECOND, spectator_delay_ms=3_600_000) as at:
        await at.until_decided()
        before = counted((await at.house.rest.get("/metrics")).text)
        await at.person.resign()
        await at.person.next("game_over")
        assert counted((await at.house.rest.get("/metrics")).text) == before
