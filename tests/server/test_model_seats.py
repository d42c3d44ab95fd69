"""Language models at a server's tables: whole matches, the effect of each failure, and the ledger."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gamenight.client import ClientTable
from gamenight.core.match import Match
from gamenight.core.model import Act, Forfeit, GameStatus, MatchId, PlayerId, TimerConfig, TimerMode, seat
from gamenight.protocol.messages import Chat, Error, LetBotPlay, ModelFreed, ModelStuck, RetryModel
from gamenight.server.bots.model_seats import RETRIES_PER_MINUTE
from gamenight.server.seats.models import DAY_MS, budgets, freed_by
from gamenight.server.settings import Settings
from gamenight.store.errors import BadEntry
from gamenight.store.hall.decisions import ModelTask, Spent
from gamenight.store.hall.ledger import Ledger
from gamenight.store.hall.table import ModelSeat
from tests.server.model_tables import DEALT, ModelTable, model_table, plain, table_for
from tests.server.table_players import eventually, heard, view_of

FIRST, SECOND = (0,), (1,)
"""Where the person sits, at a table where the first seat begins."""

TIMED = TimerConfig(mode=TimerMode.TOTAL, base_time_ms=600_000)


@pytest.mark.parametrize("game, options", [("tictactoe", {}), ("crazy_eights", DEALT)])
async def test_a_person_and_a_model_play_a_whole_match(tmp_path, monkeypatch, game, options):
    given: dict[str, Any] = {"game": game, "options": options, "seats": SECOND, "parameters": "shuffle=false"}
    async with model_table(tmp_path, monkeypatch, "cost=0.25,then=pick:first", **given) as at:
        await at.play_out()
        assert at.person.over is not None
        decisions, made = await at.decisions(), await moves(at)
        assert [plain(one) for one in decisions if one.calls] == [("answered", "model", 1)] * len(at.fake.received)
        assert [(one.action.action_type, one.seat_index) for one in decisions] == [
            (move.action.action_type, int(at.model[1:])) for move in made
        ]
        spent = await at.house.node.ledger.spent(match_id=MatchId(at.match_id))
        assert (spent.calls, spent.usd) == (len(at.fake.received), 0.25 * len(at.fake.received))
        assert not heard(at.person, Chat)


async def moves(at: ModelTable) -> list[Act]:
    """The moves that were played at the model's seat."""
    return await moves_of(at, at.model)


async def moves_of(at: ModelTable, player: str) -> list[Act]:
    return [turn.input for turn in (await at.record()).turns if turn.actor == player and isinstance(turn.input, Act)]


async def test_the_seat_says_which_model_sits_there(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, parameters="model=pick:last", seats=FIRST) as at:
        await at.person.seen()
        assert [(one.is_bot, one.model) for one in at.person.seats] == [(False, None), (True, "pick:last")]


# Failures of models


FAILURES = [
    ("wrong", "illegal", 3, 3),
    ("prose", "unparsable", 3, 3),
    ("truncated", "truncated", 3, 3),
    ("empty", "empty", 3, 3),
    ("503", "transport", 1, 4),
    ("401", "configuration", 1, 1),
    ("wrong,401", "configuration", 2, 2),
]
"""A model's command, the class of its failure, and how many calls and requests one decision takes."""


@pytest.mark.parametrize("model, outcome, calls, requests", FAILURES)
async def test_at_a_table_with_people_the_match_waits_while_a_model_is_stuck(
    tmp_path, monkeypatch, model, outcome, calls, requests
):
    async with model_table(tmp_path, monkeypatch, model, parameters="answer=text", seats=SECOND) as at:
        assert await at.person.next(ModelStuck) == ModelStuck(seat(0), outcome)
        assert [plain(one) for one in await at.decisions()] == [(outcome, "nobody", calls)]
        assert (len(at.fake.received), await moves(at)) == (requests, [])
        watcher = await at.watch()
        assert [one.stuck for one in watcher.seats] == [outcome, None], "whoever comes later finds it stuck"
        assert (view_of(at.person)["status"], heard(at.person, Chat)) == ("active", [])


async def test_retry_asks_a_stuck_model_once_more(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "wrong:6,then=pick:first", seats=SECOND, people=1) as at:
        watcher = await at.watch()
        for _ in range(2):
            assert (await at.person.next(ModelStuck)).outcome == "illegal"
            await at.person.send(RetryModel(seat(0)))
            for table in (at.person, watcher):
                assert await table.next(ModelFreed) == ModelFreed(seat(0))
        await at.answer_once()
        assert [(plain(one), one.retry) for one in (await at.decisions())[:3]] == [
            (("illegal", "nobody", 3), 0),
            (("illegal", "nobody", 3), 1),
            (("answered", "model", 1), 2),
        ]
        assert [one.stuck for one in at.person.seats] == [None, None]


def _is_refused_or_freed(table: ClientTable, before: int) -> bool:
    return bool(heard(table, Error)) or len(heard(table, ModelFreed)) > before


async def test_the_number_of_retries_is_limited(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "wrong", seats=SECOND) as at:
        while not heard(at.person, Error):
            await at.person.next(ModelStuck)
            before = len(heard(at.person, ModelFreed))
            await at.person.send(RetryModel(seat(0)))
            await at.person.until(partial(_is_refused_or_freed, before=before))
        assert heard(at.person, Error)[0].code == "too_fast"
        assert len(heard(at.person, ModelFreed)) >= RETRIES_PER_MINUTE
        await at.person.send(LetBotPlay(seat(0)))
        assert (await at.person.next(ModelFreed)).stand_in


async def test_a_bot_can_replace_a_stuck_model_until_the_end(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "wrong", seats=SECOND, settings={"stand_in": "random"}) as at:
        await at.person.next(ModelStuck)
        await at.person.send(LetBotPlay(seat(0)))
        assert await at.person.next(ModelFreed) == ModelFreed(seat(0), stand_in=True)
        assert [one.stand_in for one in at.person.seats] == [True, False]
        await at.play_out()
        assert [plain(one) for one in await at.decisions()] == [("illegal", "nobody", 3)]
        assert len(at.fake.received) == 3
        assert said(at.person) == ["said-model-replaced"]
        assert len(await moves(at)) >= 3


async def test_a_stuck_model_does_not_block_other_answers_to_the_same_prompt(tmp_path, monkeypatch):
    given: dict[str, Any] = {"game": "goofspiel", "options": {"cards": 4}, "people": 2, "seats": (0, 2)}
    async with model_table(tmp_path, monkeypatch, "wrong:3,then=pick:first", **given) as at:
        ada, bob = at.people
        await ada.next(ModelStuck)
        for table in at.people:
            await table.act("bid", {"card": 2})
        await bob.send(RetryModel(seat(1)))
        await at.play_out()
        assert [(plain(one), one.retry) for one in await at.decisions()][:2] == [
            (("illegal", "nobody", 3), 0),
            (("answered", "model", 1), 1),
        ]
        assert {one.stuck for one in ada.seats} == {None}


def test_a_closed_prompt_frees_its_stuck_models():
    match = Match.start("tictactoe", 2, 1)
    stuck = ModelSeat(seat_index=0, stuck="late", prompt=match.state.prompt)
    table, before = replace(table_for("tictactoe", "llm"), models=(stuck,)), match.state
    match.act(match.legal_actions("p0")[0])
    assert freed_by(before, match.state, table) == ["p0"]
    assert freed_by(before, before, table) == []


def said(table: ClientTable) -> list[str]:
    """The notices of the server, by the keys of its messages."""
    return [message.text.key for message in heard(table, Chat) if message.player_id is None]


async def test_a_seat_that_is_not_stuck_cannot_be_freed(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seats=FIRST) as at:
        for message in (
            RetryModel(seat(0)),
            LetBotPlay(seat(0)),
            RetryModel(seat(1)),
            LetBotPlay(seat(9)),
            RetryModel(PlayerId("")),
        ):
            await at.person.send(message)
            assert (await at.person.next(Error)).code == "bad_request"


async def test_a_stuck_model_at_a_closed_prompt_is_not_announced(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seats=SECOND) as at:
        await at.person.until(lambda one: one.view and one.view.get("actions"))
        (answered,) = await at.decisions()
        assert await at.house.node.hall.stick(MatchId(at.match_id), 0, answered.prompt, "late", retry=0)
        await at.live.table_written()
        await at.answer_once()
        assert heard(at.person, ModelStuck) == []
        assert [one.stuck for one in at.person.seats] == [None, None]


async def test_a_spectator_cannot_free_a_seat(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "wrong", seats=SECOND) as at:
        await at.person.next(ModelStuck)
        watcher = await at.watch()
        for message in (RetryModel(seat(0)), LetBotPlay(seat(0))):
            await watcher.send(message)
            assert (await watcher.next(Error)).code == "not_in_game"
        assert len(at.fake.received) == 3


@pytest.mark.parametrize(
    "policy, model, outcome",
    [
        ("stand_in", "wrong", "illegal"),
        ("first", "503", "transport"),
        ("first", "prose", "unparsable"),
        ("random", "401", "configuration"),
    ],
)
async def test_a_replacement_move_is_announced_as_such(tmp_path, monkeypatch, policy, model, outcome):
    given = f"on_failure={policy}"
    async with model_table(
        tmp_path, monkeypatch, model, parameters=given, seats=SECOND, settings={"stand_in": "first"}
    ) as at:
        await at.person.until(lambda one: one.view and one.view.get("actions"))
        (decision,) = await at.decisions()
        assert (decision.outcome, decision.played, decision.action) == (outcome, policy, None)
        (move,) = await moves(at)
        assert policy == "random" or (move.action.payload["row"], move.action.payload["col"]) == (0, 0)
        await at.person.until(said)
        assert said(at.person) == [f"said-model-{policy}"]


async def test_with_forfeit_a_model_loses_only_by_its_own_faults(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "prose", parameters="on_failure=forfeit", seats=SECOND) as at:
        await at.person.until(lambda one: one.over)
        assert at.person.over.result.ranking == ((("p1",),), (("p0",),))
        assert [plain(one) for one in await at.decisions()] == [("unparsable", "forfeit", 3)]
        assert [type(turn.input) for turn in (await at.record()).turns] == [Forfeit]


@pytest.mark.parametrize("model, outcome", [("503", "transport"), ("401", "configuration")])
async def test_a_broken_connection_never_loses_the_match(tmp_path, monkeypatch, model, outcome):
    async with model_table(tmp_path, monkeypatch, model, parameters="on_failure=forfeit", seats=SECOND) as at:
        assert (await at.person.next(ModelStuck)).outcome == outcome
        assert view_of(at.person)["status"] == "active"


async def test_a_missing_endpoint_is_a_configuration_error(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, bots=("llm:endpoint=nowhere",), seats=SECOND) as at:
        assert await at.person.next(ModelStuck) == ModelStuck(seat(0), "configuration")
        assert at.fake.received == []


@pytest.mark.parametrize("is_told", [True, False])
async def test_players_see_the_reason_only_if_the_operator_allows_it(tmp_path, monkeypatch, is_told):
    async with model_table(tmp_path, monkeypatch, "503", seats=SECOND, settings={"llm_details": is_told}) as at:
        stuck = await at.person.next(ModelStuck)
        assert stuck.reason == ("endpoint 'fake': status 503" if is_told else None)


# Budgets


@pytest.mark.parametrize("settings, table", [({"llm_usd_per_seat": 0.5}, {}), ({}, {"max_calls": 2})])
async def test_a_model_with_an_exhausted_budget_is_not_asked(tmp_path, monkeypatch, settings, table):
    async with model_table(
        tmp_path,
        monkeypatch,
        "cost=0.25,then=pick:first",
        seats=SECOND,
        game="connect_four",
        settings=settings,
        **table,
    ) as at:
        for _ in range(2):
            await at.answer_once()
        assert await at.person.next(ModelStuck) == ModelStuck(seat(0), "budget")
        assert [plain(one) for one in await at.decisions()] == [
            ("answered", "model", 1),
            ("answered", "model", 1),
            ("budget", "nobody", 0),
        ]
        assert len(at.fake.received) == 2
        await at.person.send(RetryModel(seat(0)))
        assert await at.person.next(ModelStuck) == ModelStuck(seat(0), "budget")
        await at.person.send(LetBotPlay(seat(0)))
        await at.answer_once()
        assert len(at.fake.received) == 2


UNLIMITED: dict[str, Any] = {"llm_usd_per_day": 0.0, "llm_calls_per_day": 0}
LIMITS = [
    ({}, {"max_usd": 0.5}, "match"),
    ({}, {"max_calls": 2}, "match"),
    ({"llm_usd_per_match": 0.5}, {}, "match"),
    ({"llm_calls_per_match": 2}, {}, "match"),
    ({"llm_usd_per_seat": 0.5}, {}, "seat"),
    ({"llm_calls_per_seat": 2}, {}, "seat"),
    ({"llm_usd_per_day": 0.5}, {}, "day"),
    ({"llm_calls_per_day": 2}, {}, "day"),
]


@pytest.mark.parametrize("settings, wishes, of", LIMITS)
def test_budgets_apply_per_match_per_seat_and_per_day(settings, wishes, of):
    table = table_for("tictactoe", "llm", **wishes)
    duty, now = ModelTask(table.match_id, 1, 7), 10 * DAY_MS
    (budget,) = budgets(Settings(**{**UNLIMITED, **settings}), table, duty, now)
    expected = {"match": (duty.match_id, None, None), "seat": (duty.match_id, 1, None), "day": (None, None, 9 * DAY_MS)}
    assert (budget.match_id, budget.seat_index, budget.since) == expected[of]
    assert not budget.is_used_up(Spent(calls=1, usd=0.25, unpriced=1))
    assert budget.is_used_up(Spent(calls=2, usd=0.5))


def test_without_a_limit_spending_is_not_queried():
    table = table_for("tictactoe", "llm")
    assert budgets(Settings(**UNLIMITED), table, ModelTask(table.match_id, 1, 7), 0) == []


# Time


async def test_a_late_answer_is_dropped_and_its_stream_closed(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "drip", seats=SECOND, settings={"llm_most_ms": 1_500}) as at:
        assert await at.person.next(ModelStuck) == ModelStuck(seat(0), "late")
        assert [plain(one) for one in await at.decisions()] == [("late", "nobody", 1)]
        await at.fake.until(lambda: at.fake.received[0].is_closed_early)
        assert len(at.fake.received) == 1


async def test_a_model_answers_no_faster_than_people_can_follow(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seats=FIRST, settings={"llm_least_ms": 400}) as at:
        await at.answer_once()
        await at.person.until(lambda one: one.view and one.view.get("actions"))
        asked, answered = (await at.record()).turns
        assert answered.at - asked.at >= 400


async def test_the_clock_of_a_stuck_model_is_held(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "wrong:3,then=pick:first", seats=SECOND, timer=TIMED) as at:
        await at.person.next(ModelStuck)
        await at.person.until(lambda one: one.clocks[seat(0)].held)
        await at.person.send(RetryModel(seat(0)))
        await at.person.until(lambda one: not one.clocks[seat(0)].held)
        await at.answer_once()
        kinds = [str(turn.input.__struct_config__.tag) for turn in (await at.record()).turns]
        assert kinds[:3] == ["hold", "release", "action"]


async def test_a_model_whose_clock_runs_out_is_cancelled_and_the_timeout_answers(tmp_path, monkeypatch):
    timer = TimerConfig(mode=TimerMode.SIMPLE, base_time_ms=1_500)
    async with model_table(tmp_path, monkeypatch, "drip", seats=SECOND, timer=timer) as at:
        await at.fake.until(lambda: bool(at.fake.received) and at.fake.received[0].is_closed_early)
        (decision, *_) = await at.until_decided()
        assert plain(decision) == ("late", "nobody", 1)
        assert not heard(at.person, ModelStuck)
        assert (await at.record()).turns[0].chosen


# Matches that are not played or not watched


async def test_a_match_without_viewers_makes_no_calls(tmp_path: Path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, people=0, bots=("llm:endpoint=fake", "first"), exhibition=True) as at:
        await at.until(lambda: at.live.state is not None)
        await at.house.node.live(at.live.match_id)
        await at.live.look_after()
        assert (at.fake.received, (await at.record()).turns) == ([], ())
        watcher = await at.watch()
        await watcher.until(lambda one: one.over)
        assert at.fake.received


async def test_an_exhibition_continues_only_while_it_has_viewers(tmp_path, monkeypatch):
    bots = ("llm:endpoint=fake", "first")
    async with model_table(tmp_path, monkeypatch, "hold,then=pick:first", people=0, bots=bots, exhibition=True) as at:
        watcher = await at.watch()
        await at.fake.until(lambda: len(at.fake.received) == 1)
        await watcher.close()
        await at.until(lambda: not at.live.is_watched)
        at.fake.release()
        (decision,) = await at.until_decided()
        assert plain(decision) == ("answered", "model", 1), "what is paid for is played"
        await at.until(lambda: at.live.is_idle)
        await at.live.look_after()
        assert (len((await at.record()).turns), len(at.fake.received)) == (1, 1)
        again = await at.watch()
        await again.until(lambda one: one.over)


async def test_the_clocks_of_an_exhibition_stand_still_without_viewers(tmp_path, monkeypatch):
    given: dict[str, Any] = {"bots": ("llm:endpoint=fake", "first"), "people": 0, "exhibition": True, "timer": TIMED}
    async with model_table(tmp_path, monkeypatch, "hold,then=pick:first", **given) as at:
        await at.until(lambda: at.live.state.status is GameStatus.PAUSED)
        assert at.fake.received == []
        watcher = await at.watch()
        await at.fake.until(lambda: len(at.fake.received) == 1)
        await watcher.close()
        await at.until(lambda: at.live.state.status is GameStatus.PAUSED)
        at.fake.release()
        assert [plain(one) for one in await at.until_decided()] == [("answered", "model", 1)]
        assert await moves_of(at, "p0") == []
        again = await at.watch()
        await again.until(lambda one: one.over)
        assert len(await moves_of(at, "p0")) == len(await at.decisions()), (
            "what was asked before is played, not asked again"
        )


async def test_a_model_that_is_late_during_a_pause_of_its_exhibition_is_asked_once_more(tmp_path, monkeypatch):
    bots = ("llm:endpoint=fake", "first")
    given: dict[str, Any] = {
        "bots": bots,
        "people": 0,
        "exhibition": True,
        "timer": TIMED,
        "settings": {"llm_most_ms": 4_000},
    }
    async with model_table(tmp_path, monkeypatch, "drip,then=pick:first", **given) as at:
        watcher = await at.watch()
        await at.fake.until(lambda: len(at.fake.received) == 1)
        await watcher.close()
        await at.until(lambda: at.live.state.status is GameStatus.PAUSED)
        assert [plain(one) for one in await at.until_decided()] == [("called_off", "nobody", 1)]
        again = await at.watch()
        await again.until(lambda one: one.over)
        assert {plain(one) for one in (await at.decisions())[1:] if one.calls} == {("answered", "model", 1)}


async def test_at_an_exhibition_models_lose_by_their_own_faults(tmp_path, monkeypatch):
    bots = ("llm:endpoint=fake", "first")
    async with model_table(tmp_path, monkeypatch, "wrong", people=0, bots=bots, exhibition=True) as at:
        watcher = await at.watch()
        await watcher.until(lambda one: one.over)
        assert watcher.over.result.ranking == ((("p1",),), (("p0",),))


async def test_an_exhibition_waits_while_its_connection_is_broken(tmp_path, monkeypatch):
    bots = ("llm:endpoint=fake", "first")
    async with model_table(tmp_path, monkeypatch, "503", people=0, bots=bots, exhibition=True) as at:
        watcher = await at.watch()
        assert await watcher.next(ModelStuck) == ModelStuck(seat(0), "transport")
        later = await at.watch()
        assert later.seats[0].stuck == "transport"
        assert len(await at.decisions()) == 1


async def test_a_stuck_exhibition_continues_when_a_viewer_returns(tmp_path, monkeypatch):
    bots = ("llm:endpoint=fake", "first")
    async with model_table(tmp_path, monkeypatch, "401,then=pick:first", people=0, bots=bots, exhibition=True) as at:
        watcher = await at.watch()
        assert await watcher.next(ModelStuck) == ModelStuck(seat(0), "configuration")
        await watcher.close()
        await at.until(lambda: not at.live.is_watched)
        assert len(await at.decisions()) == 1, "nobody is there to ask it for"
        models = at.live.bot_seats.models
        with monkeypatch.context() as patched:
            patched.setattr(models.pace, "take", lambda match_id, now: False)
            await models.free_all()
            assert at.live.table.models[0].stuck == "configuration", "not as often as somebody likes"
        again = await at.watch()
        await again.until(lambda one: one.over)
        assert [(plain(one), one.retry) for one in (await at.decisions())[:2]] == [
            (("configuration", "nobody", 1), 0),
            (("answered", "model", 1), 1),
        ]


async def test_a_paused_match_makes_no_calls_and_cancels_running_ones(tmp_path, monkeypatch):
    settings = {"grace_ms": 100, "forget_ms": 60_000}
    async with model_table(tmp_path, monkeypatch, "stall,then=pick:first", seats=SECOND, settings=settings) as at:
        await at.fake.until(lambda: len(at.fake.received) == 1)
        token = at.person.token
        await at.person.close()
        await at.until(lambda: at.live.state.status is GameStatus.PAUSED)
        await at.fake.until(lambda: at.fake.received[0].is_closed_early)
        (decision,) = await at.until_decided()
        assert plain(decision) == ("called_off", "nobody", 1)
        assert [call["outcome"] for call in decision.calls] == ["late"]
        await at.live.look_after()
        assert len(at.fake.received) == 1
        at.people = [await at.socket()]
        await at.person.join(token=token)
        await at.answer_once()
        assert [plain(one) for one in (await at.decisions())[:2]] == [
            ("called_off", "nobody", 1),
            ("answered", "model", 1),
        ]


async def test_a_decision_that_cannot_be_written_pauses_the_match_and_is_not_repeated(tmp_path, monkeypatch):
    async def refuse(*_: object) -> None:
        raise BadEntry("it has sums that cannot be")

    monkeypatch.setattr(Ledger, "finish", refuse)
    async with model_table(tmp_path, monkeypatch, "pick:first", seats=SECOND) as at:
        await at.until(lambda: at.live.state is not None and at.live.state.status is GameStatus.PAUSED)
        await at.live.look_after()
        assert len(at.fake.received) == 1


async def test_a_model_s_call_is_cancelled_when_the_match_ends(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, "stall", seats=SECOND) as at:
        await at.fake.until(lambda: len(at.fake.received) == 1)
        await at.person.resign()
        await at.person.until(lambda one: one.over)
        await at.fake.until(lambda: at.fake.received[0].is_closed_early)
        assert [plain(one) for one in await at.until_decided()] == [("called_off", "nobody", 1)]


async def test_no_model_is_asked_if_the_operator_has_switched_models_off(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seats=SECOND, settings={"llm": False}) as at:
        assert await at.person.next(ModelStuck) == ModelStuck(seat(0), "configuration")
        assert at.fake.received == []


async def test_a_player_who_only_uses_rest_counts_as_present(tmp_path, monkeypatch):
    async with model_table(tmp_path, monkeypatch, seated=0, seating="chosen") as at:
        joined = await at.house.join(at.match_id, seat=1)
        await at.until(lambda: at.live.state is not None)
        assert at.fake.received == []
        own: dict[str, Any] = {"headers": {"Authorization": f"Bearer {joined['seat_token']}"}}

        async def is_asked() -> bool:
            return (await at.house.rest.get(f"/api/matches/{at.match_id}/prompt", **own)).status_code == 200

        await eventually(is_asked)
        assert [plain(one) for one in await at.decisions()] == [("answered", "model", 1)]


# What is stored


@pytest.mark.parametrize("kept", ["full", "answers", "off"])
async def test_the_operator_chooses_what_is_stored_of_a_call(tmp_path, monkeypatch, kept):
    given: dict[str, Any] = {"llm_log": kept}
    async with model_table(tmp_path, monkeypatch, parameters="answer=text", seats=SECOND, settings=given) as at:
        (decision, *_) = await at.until_decided()
        (call,) = decision.calls
        assert bool(call["user"] and call["system"]) == (kept == "full")
        assert bool(call["reply"] and decision.said) == (kept != "off")
        assert (decision.call_count, decision.tokens > 0, call["outcome"]) == (1, True, "answered")
