"""One decision of a model: how each failure ends, and that every call is counted."""

import asyncio

import pytest

from gamenight.core import registry
from gamenight.core.match import Match
from gamenight.core.model import Action
from gamenight.llm.calls import Endpoint
from gamenight.llm.deciding import Decided, ModelCall, Question, decide
from tests.llm.provider import KEY, PREAMBLE, Provider


def asked(match: Match, **settings) -> Question:
    seat = match.to_act[0]
    history = tuple(seen for event in match.events if (seen := event.seen_by(seat)) is not None)
    return Question(
        game=match.plugin,
        view=match.view(seat),
        history=history,
        options=match.state.config.options,
        world=match.state.game_data,
        **settings,
    )


async def decided(fake: Provider, model: str, wire: str = "openai", *, game: str = "tictactoe", **settings) -> Decided:
    match = Match.start(game, registry.load(game).min_players, 1)
    limits = {name: settings.pop(name) for name in ("tries", "idle_s", "total_s") if name in settings}
    return await decide(asked(match, **settings), fake.endpoint(model, wire, **limits))


def outcomes(found: Decided) -> list[str]:
    return [call.outcome for call in found.calls]


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
@pytest.mark.parametrize("answer", ["auto", "tool", "schema", "text"])
@pytest.mark.parametrize("game", ["tictactoe", "liarsdice", "hearts", "blotto"])
async def test_a_model_that_picks_gets_its_move(fake, wire, answer, game):
    found = await decided(fake, "pick:last", wire, game=game, answer=answer)
    assert isinstance(found.action, Action)
    assert (found.outcome, outcomes(found), len(fake.received)) == ("answered", ["answered"], 1)
    call = found.calls[0]
    assert call.form == ("tool" if answer == "auto" else answer)
    assert (call.attempt, call.transport_tries, call.endpoint) == (1, 1, "fake")
    assert call.usage.input is not None


@pytest.mark.parametrize(
    "model, answer, expected",
    [
        ("wrong,then=pick:first", "text", ["illegal", "answered"]),
        ("prose,then=pick:first", "text", ["unparsable", "answered"]),
        ("empty,then=pick:first", "text", ["empty", "answered"]),
        ("null,then=pick:first", "tool", ["empty", "answered"]),
        ("refusal,then=pick:first", "schema", ["empty", "answered"]),
        ("filter,then=pick:first", "text", ["empty", "answered"]),
        ("truncated,then=pick:first", "text", ["truncated", "answered"]),
        ("broken,then=pick:first", "tool", ["unparsable", "answered"]),
        ("ignore,then=pick:first", "tool", ["unparsable", "answered"]),
        ("wrong,prose,then=pick:first", "text", ["illegal", "unparsable", "answered"]),
        ("429:2,then=pick:first", "text", ["answered"]),
        ("no=temperature,then=pick:first", "text", ["answered"]),
    ],
)
async def test_the_model_is_corrected_and_tries_again(fake, model, answer, expected):
    found = await decided(fake, model, answer=answer, temperature=0.0)
    assert outcomes(found) == expected
    assert found.action is not None
    said = [received.texts[-1] for received in fake.received[-len(expected) :]]
    assert all(later.startswith(said[0][:200]) and later != said[0] for later in said[1:]), "the same prompt, and more"


@pytest.mark.parametrize(
    "model, outcome, calls, requests",
    [
        ("wrong", "illegal", 3, 3),
        ("prose", "unparsable", 3, 3),
        ("empty", "empty", 3, 3),
        ("truncated", "truncated", 3, 3),
        ("503", "transport", 1, 4),
        ("reset", "transport", 1, 4),
        ("401", "configuration", 1, 1),
        ("404", "configuration", 1, 1),
        ("wrong,401", "configuration", 2, 2),
    ],
)
async def test_a_failed_decision_has_the_class_of_its_last_failure(fake, model, outcome, calls, requests):
    found = await decided(fake, model, answer="text")
    assert (found.action, found.outcome) == (None, outcome)
    assert (len(found.calls), len(fake.received)) == (calls, requests)
    assert found.reason
    assert KEY not in repr(found)
    assert fake.url not in repr(found)


async def test_corrections_of_truncated_replies_become_stricter(fake):
    await decided(fake, "truncated", answer="text")
    ends = [received.texts[-1] for received in fake.received]
    assert "Think more briefly" in ends[1]
    assert "Decide in a few sentences" in ends[2]


async def test_an_endpoint_that_refuses_a_form_gets_the_text_for_another(fake):
    found = await decided(fake, "no=tools+response_format,then=pick:2", answer="auto")
    assert found.action is not None
    assert found.calls[0].form == "text"
    assert fake.received[-1].texts[-1].endswith('in exactly this form: <answer>{"id": "c3"}</answer>')
    assert fake.received[-1].texts[-1] == found.calls[0].user, "the log tells what was sent"
    again = await decided(fake, "no=tools+response_format,then=pick:2", answer="auto")
    assert again.calls[0].system.count("<answer>") == 1, "from now on the prompt itself says so"


async def test_a_single_move_needs_no_call(fake):
    match = Match.start("tictactoe", 2, 1)
    while len(match.legal_actions(match.to_act[0])) > 1:
        match.act(_not_winning(match))
    found = await decide(asked(match), fake.endpoint("pick:first"))
    assert (found.outcome, found.calls, fake.received) == ("answered", (), [])
    assert found.action in match.legal_actions(match.to_act[0])


def _not_winning(match: Match) -> Action:
    """A full board without a line: 0 1 2 4 3 5 7 6, and 8 is left."""
    cell = (0, 1, 2, 4, 3, 5, 7, 6)[len(match.turns)]
    actions = match.legal_actions(match.to_act[0])
    return next(action for action in actions if 3 * action.payload.row + action.payload.col == cell)


async def test_a_single_move_needs_no_call_in_free_mode_either(fake):
    match = Match.start("tictactoe", 2, 1)
    while len(match.legal_actions(match.to_act[0])) > 1:
        match.act(_not_winning(match))
    assert (await decide(asked(match, mode="free"), fake.endpoint("pick:first"))).calls == ()


async def test_free_mode_writes_the_action_itself(fake):
    found = await decided(fake, "pick:first", mode="free", answer="text")
    assert outcomes(found) == ["unparsable"] * 3, "this model only knows lists"
    assert "c0" not in fake.received[0].texts[0]


async def test_moves_are_shuffled_by_the_seed(fake):
    listed = await decided(fake, "pick:first", answer="text")
    shuffled = await decided(fake, "pick:first", answer="text", shuffle_seed="7")
    again = await decided(fake, "pick:first", answer="text", shuffle_seed="7")
    assert listed.action != shuffled.action == again.action


async def test_a_call_has_its_cost_or_says_that_it_is_unknown(fake):
    told = await decided(fake, "cost=0.25,then=pick:first", answer="text")
    unknown = await decided(fake, "pick:first#unknown", answer="text")
    assert (told.calls[0].usd, told.calls[0].cost_source) == (0.25, "reported")
    assert (unknown.calls[0].usd, unknown.calls[0].cost_source) == (None, "unknown")


def test_a_call_contains_neither_key_nor_address():
    assert not {"url", "key", "headers"} & set(ModelCall.__struct_fields__)
    assert {"url", "key"} <= set(Endpoint.__struct_fields__)


@pytest.mark.parametrize("model", ["stall", "stall-body", "wrong,then=stall"])
async def test_a_cancelled_decision_still_reports_its_calls(fake, model):
    calls: list[ModelCall] = []
    question = asked(Match.start("tictactoe", 2, 1), answer="text")
    deciding = asyncio.create_task(decide(question, fake.endpoint(model), calls=calls))
    expected = model.count(",") + 1
    await fake.until(lambda: len(fake.received) == expected)
    deciding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await deciding
    assert [call.outcome for call in calls] == ["illegal", "late"][-expected:]
    assert (calls[-1].reason, calls[-1].transport_tries) == ("called off", 1)
    await fake.until(lambda: fake.received[-1].is_closed_early)


async def test_a_decision_that_still_waits_for_its_slot_has_made_no_call(fake):
    calls: list[ModelCall] = []
    question = asked(Match.start("tictactoe", 2, 1), answer="text")
    endpoint = fake.endpoint("stall#slot", max_parallel=1, name="single")
    first = asyncio.create_task(decide(question, endpoint))
    await fake.until(lambda: len(fake.received) == 1)
    second = asyncio.create_task(decide(question, endpoint, calls=calls))
    await asyncio.sleep(0)
    for task in (second, first):
        task.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    assert (calls, len(fake.received)) == ([], 1)


@pytest.mark.parametrize("answer, said", [("text", PREAMBLE.strip()), ("tool", ""), ("schema", "")])
async def test_a_remark_beside_the_answer_is_stored(fake, answer, said):
    assert (await decided(fake, "pick:last", answer=answer)).said == said
