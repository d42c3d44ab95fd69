"""`gamenight ai-log`: the log of language models for an operator."""

import asyncio
import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gamenight.core.model import MatchId
from gamenight.llm.calls import Usage
from gamenight.llm.deciding import ModelCall
from gamenight.store import NOW_AND_THEN, Recorder, open_hall, table_of
from gamenight.store.hall.decisions import ModelDecision, ModelTask

from .stored import played, store_match

NOON = 1_700_000_000_000


def call(attempt, outcome, **told):
    """A call as the ledger stores it."""
    shown: dict[str, Any] = {
        "system": "You are Player 2.",
        "user": "Your move?",
        "prompt_hash": "abc",
        "at": NOON / 1000,
    }
    own = {"endpoint": "local", "model": "tiny"}
    kept = ModelCall(attempt=attempt, outcome=outcome, **(shown | own | told))
    return msgspec.to_builtins(kept)


STOPPED = ModelDecision(seat_index=1, prompt=1, at=NOON, ended_at=NOON + 5, outcome="called_off", played="nobody")
CALLS = (
    call(1, "illegal", reply='{"id": "c99"}', reason="there is no c99", usage=Usage(1200, 30), usd=0.002),
    call(2, "answered", reply="I take \x1b[31mit", usage=Usage(1300, 40), duration_ms=1500.0),
)


def answered(match):
    """The decision of the second turn, which the model made at its second attempt."""
    return ModelDecision(
        seat_index=1,
        prompt=match.turns[1].input.prompt,
        at=NOON + 10,
        ended_at=NOON + 2_000,
        outcome="answered",
        action=match.turns[1].input.action,
        said="The corner is mine.",
        calls=CALLS,
        call_count=2,
        usd=0.002,
        unpriced=1,
        tokens=2_570,
    )


async def keep(url, match, decisions):
    """Write the match like a server, with the decisions of its models."""
    store, hall = await open_hall(url)
    await Recorder(store, match, NOW_AND_THEN).write()
    await hall.open(table_of(match))
    for decision in decisions:
        await hall.ledger.note(match.state.match_id, decision)
    under_way = ModelTask(MatchId(match.state.match_id), 1, 99)
    await hall.ledger.claim(under_way, "node", NOON, alive_since=NOON)
    await store.close()


async def note(url, match, decision):
    store, hall = await open_hall(url)
    await hall.ledger.note(match.state.match_id, decision)
    await store.close()


@pytest.fixture
def match():
    return played("tictactoe", "a", turns=3)


@pytest.fixture
def url(database, match):
    """A database with a running match: one decision was cancelled, one made, and one has led to no turn so far."""
    first = answered(match)
    stopped = replace(STOPPED, prompt=first.prompt)
    stuck = ModelDecision(
        seat_index=1,
        prompt=match.state.prompt,
        at=NOON + 5_000,
        ended_at=NOON + 6_000,
        outcome="transport",
        reason="the connection was refused",
        played="nobody",
        call_count=1,
        unpriced=1,
        retry=1,
        is_hidden=True,
    )
    found = f"sqlite:///{database}"
    asyncio.run(keep(found, match, [stopped, first, stuck]))
    return found


def test_decisions_are_listed_by_turn_with_their_calls(gamenight, url, match, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    ended = gamenight("ai-log", match.state.match_id, "--db", url)
    assert (ended.code, ended.err) == (0, "")
    told = [line.strip() for line in ended.out.splitlines() if line.strip()]
    second = match.turns[1].input
    move = f"{second.action.action_type} {msgspec.json.encode(second.action.payload).decode()}"
    assert told == [
        "match tictactoe-a (tictactoe, active)",
        f"turn 2, prompt {second.prompt}, p1 (Player 2)",
        "2023-11-14 22:13:20  called off; no move",
        "2023-11-14 22:13:20  answered; played by model",
        f"chose {move}",
        "said: The corner is mine.",
        "try 1: illegal (there is no c99); local/tiny; 1,200 in, 30 out tokens; $0.0020; 0 ms",
        '{"id": "c99"}',
        "try 2: answered; local/tiny; 1,300 in, 40 out tokens; cost unknown; 1,500 ms",
        "I take �[31mit",
        f"no turn, prompt {match.state.prompt}, p1 (Player 2)",
        "2023-11-14 22:13:25  transport (the connection was refused); no move, hidden, retry 1",
        "seat           decisions  calls  tokens  cost                   outcomes",
        "p1 (Player 2)          3      3   2,570  $0.0020 and 2 unknown  1 answered, 1 called off, 1 transport",
    ]


def test_json_has_everything_that_was_stored(gamenight, url, match):
    found = json.loads(gamenight("ai-log", match.state.match_id, "--db", url, "--json").out)
    assert (found["match_id"], found["status"]) == ("tictactoe-a", "active")
    assert [(one["turn"], one["player_id"], one["outcome"]) for one in found["decisions"]] == [
        (2, "p1", "called_off"),
        (2, "p1", "answered"),
        (None, "p1", "transport"),
    ]
    assert found["decisions"][1]["calls"] == list(CALLS)
    sums: dict[str, Any] = {"decisions": 3, "calls": 3, "tokens": 2_570, "usd": 0.002, "unpriced": 2}
    sums["outcomes"] = {"called_off": 1, "answered": 1, "transport": 1}
    assert found["sums"] == found["seats"]["p1"] == sums


def test_sums_are_shown_for_each_model_and_for_all(gamenight, url, match):
    asyncio.run(note(url, match, replace(STOPPED, seat_index=0, call_count=2, usd=1.25, tokens=7)))
    lines = gamenight("ai-log", match.state.match_id, "--db", url).out.splitlines()
    cells = [line.split()[:6] for line in lines if line.strip().startswith(("p0 (", "p1 (", "all"))]
    assert cells == [
        ["p0", "(Player", "1)", "1", "2", "7"],
        ["p1", "(Player", "2)", "3", "3", "2,570"],
        ["all", "4", "5", "2,577", "$1.2520", "and"],
    ]


def test_the_calls_of_a_player_s_own_model_have_an_unknown_cost(gamenight, url, match):
    reply = call(1, "unparsable", endpoint="", usage=Usage(300, 20))
    asyncio.run(note(url, match, replace(STOPPED, seat_index=0, outcome="unparsable", calls=(reply,))))
    lines = gamenight("ai-log", match.state.match_id, "--db", url).out.splitlines()
    (own,) = [line.split() for line in lines if line.strip().startswith("p0 (")]
    assert own == ["p0", "(Player", "1)", "1", "1", "320", "cost", "unknown", "1", "unparsable"]


def test_neither_seed_nor_salt_is_shown(gamenight, url, match):
    for more in ([], ["--json"]):
        told = gamenight("ai-log", match.state.match_id, "--db", url, *more).out
        assert match.state.config.random_seed not in told
        assert match.state.config.salt not in told


def test_a_match_without_models_has_no_decisions(gamenight, database):
    store_match(database, played("tictactoe", "b"))
    source = ["ai-log", "tictactoe-b", "--db", f"sqlite:///{database}"]
    assert "No language model has made a decision in this match." in gamenight(*source).out
    assert json.loads(gamenight(*source, "--json").out)["decisions"] == []


def test_an_unknown_match_or_database_is_an_error(gamenight, database, url):
    assert gamenight("ai-log", "nowhere", "--db", url).code == 3
    assert gamenight("ai-log", "m", "--db", f"sqlite:///{database}.other").code == 4
    assert gamenight("ai-log", "m").code == 2
