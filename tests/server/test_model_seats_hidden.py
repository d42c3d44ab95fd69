"""Secrets of a language model: its key, its address, its hand, and whether a hidden prompt asked it."""

from typing import Any

import pytest

from gamenight.core.engine import view
from gamenight.core.model import Act, PlayerId
from gamenight.protocol.messages import Chat, GameOver, ModelStuck
from gamenight.server.wall_clock import now_ms
from tests.llm.provider import KEY
from tests.minigames.teahouse import Teahouse
from tests.server.model_tables import DEALT, ModelTable, model_table, plain
from tests.server.table_players import heard, view_of
from tests.server.teahouses import CHIS, DISCARDER, IDLE, wall

TEAHOUSE = f"{Teahouse.__module__}:{Teahouse.__qualname__}"


# A prompt with hidden actors


@pytest.mark.parametrize(
    "model, outcome, calls, most_ms",
    [("drip", "late", 1, 300), ("wrong:3", "illegal", 3, 0), ("503:4", "transport", 1, 0)],
)
async def test_a_model_without_an_answer_in_a_hidden_prompt_passes_unnoticed_until_the_end(
    tmp_path, monkeypatch, model, outcome, calls, most_ms
):
    async with at_the_teahouse(tmp_path, monkeypatch, f"{model},then=pick:last", most_ms) as at:
        discarder, other = at.people
        await discarder.act("discard", {"tile": 3})
        (decision, *_) = await at.until_decided()
        assert (plain(decision), decision.is_hidden) == ((outcome, "pass", calls), True)
        prompt = decision.prompt
        await discarder.until(lambda one: view_of(one)["prompt"] > prompt)
        call = next(turn.input for turn in (await at.record()).turns if turn.actor == "p1")
        assert isinstance(call, Act)
        assert (call.prompt, call.action.action_type) == (prompt, "pass")
        for table in at.people:
            await table.ping()
            assert not heard(table, (Chat, ModelStuck))
        await discarder.resign()
        await other.resign()
        for table in at.people:
            await table.until(lambda one: one.over)
            await table.next(GameOver)
            assert (await table.next(Chat)).text.key == "said-model-pass"


async def test_a_model_has_as_long_as_a_person_in_a_hidden_prompt(tmp_path, monkeypatch):
    async with at_the_teahouse(tmp_path, monkeypatch, "hold,then=pick:last") as at:
        discarder, other = at.people
        await discarder.act("discard", {"tile": 3})
        await at.fake.until(lambda: len(at.fake.received) == 1)
        state = at.live.state
        await at.until(lambda: not at.live.state.is_over and pace_is_over(at))
        assert at.live.state.prompt == state.prompt, "the pace is over, but the model is still asked"
        at.fake.release()
        (decision, *_) = await at.until_decided()
        assert (plain(decision), decision.is_hidden) == (("answered", "model", 1), True)
        await other.until(lambda one: view_of(one)["prompt"] > decision.prompt)


def pace_is_over(at: ModelTable) -> bool:
    assert at.live.state is not None
    return now_ms() > at.live.state.opened_at + 2 * at.live.state.config.pace_ms


def at_the_teahouse(tmp_path, monkeypatch, model, most_ms=0):
    """The first seat is to discard; the model, which is next, could call its 3."""
    given = {"llm_most_ms": most_ms, "pace_ms": 100}
    return model_table(
        tmp_path,
        monkeypatch,
        model,
        game="mini-teahouse",
        games=(TEAHOUSE,),
        people=2,
        seats=(0, 2),
        settings=given,
        options={"wall": wall(DISCARDER, CHIS, IDLE)},
    )


# What is sent


TROUBLES = ["echo", "quote", "401", "503", "wrong", "redirect"]


@pytest.mark.parametrize("model", [*TROUBLES, "pick:first"])
async def test_no_byte_for_others_contains_the_key_the_address_or_the_hand(tmp_path, monkeypatch, caplog, model):
    game: dict[str, Any] = {"game": "crazy_eights", "options": DEALT, "seats": (1,), "parameters": "shuffle=false"}
    async with model_table(tmp_path, monkeypatch, model, settings={"llm_details": True}, **game) as at:
        await at.watch()
        await at.until_decided()
        if model in TROUBLES:
            for table in (at.person, *at.watchers):
                await table.until(lambda one: one.seats[0].stuck)
        else:
            await at.person.until(lambda one: one.view and one.view.get("actions"))
        await (await at.watch()).ping()
        answers = [await at.house.rest.get(path) for path in paths(at)]
        cards = hand_of_the_model(at)
        assert all(shown(card) in at.fake.received[0].texts[0] for card in cards), "the model itself sees its hand"
        frames = [frame for table in (at.person, *at.watchers) for frame in table.frames]
        seen = [*map(str, frames), *(one.text for one in answers), caplog.text]
    secrets = [KEY, KEY[-6:], at.fake.url.removeprefix("http://"), "You play", "# Moves"]
    secrets += [form for card in cards for form in (f'"{card}"', shown(card))]
    found = [(secret, text[:500]) for text in seen for secret in secrets if secret in text]
    assert (found, len(cards) >= 5) == ([], True)


def hand_of_the_model(at: ModelTable) -> list[str]:
    """The cards that no other viewer has seen; each is in the pack once."""
    assert at.live.state is not None
    return list(view(at.live.rules, at.live.state, PlayerId("p0")).game_data.piles["hand/0"].cards)


def shown(card: str) -> str:
    """A card as prompts write it."""
    return card[0].replace("T", "10") + {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[card[1]]


def paths(at: ModelTable) -> list[str]:
    own = f"/api/matches/{at.match_id}"
    return ["/api/bots", "/api/matches", own, f"{own}/replay", f"{own}/ai-log", "/status", "/metrics"]
