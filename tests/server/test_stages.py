"""Stages on a real server: everybody is shown the same moments in the same order, each with its events."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gamenight.client import ClientTable
from gamenight.core.model import PlayerId, Record, Start, Step
from gamenight.core.replay import opening, play_on
from gamenight.core.showing.step_updates import StepUpdate, step_updates
from gamenight.protocol.delta import patched
from gamenight.protocol.messages import ActionRequired, GameOver, PlayersCommitted, StateUpdate
from gamenight.server.presentation.documents import plain_view
from tests.minigames.tricks import BETWEEN_MS, FLIPPED_MS, TRICK_MS, TrickTaking
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.table_players import (
    COUNTED_ONLY,
    GENEROUS,
    TablePlayers,
    answer_at_random,
    company,
    heard,
    plain,
    table_for,
    view_of,
)

GAME = TrickTaking()
TRICKS = ("--game", "tests.minigames.tricks:TrickTaking")
ONE_DEAL = {"deals": 1, "decks": [[3, 4, 8, 9, 12]]}
TIMER = {"mode": "simple", "base_time_ms": 600_000}

CLOCKS_MS = 5
"""Timers run by another clock than the instants of the log, and both are cut to milliseconds."""


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[ServerProcess]:
    with QuickServer(tmp_path_factory.mktemp("stages"), flags=TRICKS, **GENEROUS) as running:
        yield running


def all_updates(record: Record) -> list[StepUpdate]:
    """The states that the match showed, computed by the rules alone."""
    first = opening(GAME, record)
    steps: list[Start | Step] = [first, *play_on(GAME, first.state, record.turns)]
    return [update for step in steps for update in step_updates(step)]


def shown_to(table: ClientTable) -> list[tuple[Any, list[Any], int]]:
    """Each update that was received: the document, the events and the time for which it is shown."""
    found, document = [], None
    for update in heard(table, StateUpdate):
        document = update.view if update.view is not None else patched(document, update.changes)
        found.append((document, plain(update.events), update.shown_ms))
    return found


def told(update: StepUpdate, viewer: PlayerId | None) -> list[Any]:
    seen = [event.seen_by(viewer) for event in update.events]
    return [
        plain([event.event_type, event.player_id, event.payload])
        for event in seen
        if event is not None and event.event_type not in COUNTED_ONLY
    ]


async def check_all(at: TablePlayers) -> None:
    """Everybody was shown every update of the match once, in order, as their viewpoint allows, and nothing else."""
    record = (await at.log()).record
    for table in at.everybody:
        assert shown_to(table) == should_see(record, table.player_id)


def should_see(record: Record, viewer: PlayerId | None) -> list[tuple[Any, list[Any], int]]:
    """The updates that this viewer should get; one who may see no event, such as another's answer, gets none."""
    return [
        (plain(plain_view(GAME, update.state, viewer)), told(update, viewer), update.shown_ms)
        for update in all_updates(record)
        if any(event.seen_by(viewer) is not None for event in update.events)
    ]


async def test_everybody_is_shown_each_stage_in_order(server: ServerProcess):
    async with company(server, "mini-tricks", watchers=1) as at:
        await at.play_out()
        await check_all(at)
        phases = [document["phase"] for document, _, shown_ms in shown_to(at.watchers[0]) if shown_ms]
        assert phases == ["flipped", "trick", "trick", "between", "flipped", "trick", "trick"]


async def test_the_opening_is_shown_before_any_player_is_asked(server: ServerProcess):
    async with company(server, "mini-tricks", watchers=1, timer=TIMER) as at:
        first = at.players[0]
        await first.until(lambda one: one.required)
        kinds = [message for message in first.messages if isinstance(message, StateUpdate | ActionRequired)]
        assert [getattr(message, "shown_ms", None) for message in kinds] == [FLIPPED_MS, 0, None]
        assert "expected" not in kinds[0].view
        record = (await at.log()).record
        assert first.required is not None
        assert first.required.deadline == record.started_at + FLIPPED_MS + 600_000


async def test_the_last_trick_is_shown_before_the_result(server: ServerProcess):
    async with company(server, "mini-tricks", watchers=1, options=ONE_DEAL) as at:
        await at.play_out()
        for table in at.everybody:
            last = [message for message in table.messages if isinstance(message, StateUpdate | GameOver)][-3:]
            assert [type(message).__name__ for message in last] == ["StateUpdate", "StateUpdate", "GameOver"]
            assert last[0].shown_ms == TRICK_MS
            assert table.over is not None


async def test_the_author_s_confirmation_comes_with_the_first_stage(server: ServerProcess):
    async with company(server, "mini-tricks", options=ONE_DEAL) as at:
        await at.act("play", {"card": 3})
        answer = await at.to_move.act("play", {"card": 9}, client_id="mine")
        assert isinstance(answer, StateUpdate)
        assert (answer.client_id, answer.shown_ms) == ("mine", TRICK_MS)


async def test_a_new_viewer_sees_the_current_state(server: ServerProcess):
    async with company(server, "mini-tricks", options=ONE_DEAL) as at:
        await at.act("play", {"card": 3})
        await at.to_move.act("play", {"card": 9})
        late = await at.watch()
        await late.until(lambda one: one.view)
        (update,) = heard(late, StateUpdate)
        assert (update.shown_ms, late.view and late.view["phase"]) == (0, "play")
        back = await at.fresh(at.players[0])
        assert len(heard(back, StateUpdate)) == 1
        assert [event.event_type for event in back.events][-1] == "game.taken"


async def test_delayed_spectators_are_shown_the_stages_later(server: ServerProcess):
    async with company(server, "mini-tricks", watchers=1, options=ONE_DEAL, spectator_delay_ms=1500) as at:
        await at.play_out()
        await check_all(at)


async def test_a_stage_has_its_own_scene_and_words(server: ServerProcess):
    async with table_for(server, "mini-tricks", options=ONE_DEAL) as at:
        one, other = await at.socket(), await at.socket()
        await one.join("Ada", wants="scenes")
        await other.join("Bob", wants="both")
        for _ in range(4):
            await asyncio.gather(
                *(table.until(lambda t: t.over or (t.view and t.view.get("expected"))) for table in (one, other))
            )
            mover = one if one.view and one.view["expected"] == [one.player_id] else other
            await mover.pick(0)
            await asyncio.gather(one.ping(), other.ping())
        updates = heard(one, StateUpdate)
        stages = [update for update in updates if update.shown_ms]
        assert [[line.player_id for line in update.log] for update in stages] == [[None], ["p1"], ["p0"]]
        assert [(update.shown_ms, update.number) for update in updates if update.shown_ms] == [
            (update.shown_ms, update.number) for update in heard(other, StateUpdate) if update.shown_ms
        ]


async def test_a_bot_answers_only_after_the_stages(server: ServerProcess):
    async with company(server, "mini-tricks", 1, seats=2, bots=["random"], options={"deals": 1}, watchers=1) as at:
        await at.play_out()
        await check_all(at)
        record = (await at.log()).record
        bot = next(player.player_id for player in record.players if player.is_bot)
        first = opening(GAME, record)
        opened = first.state.opened_at
        for step in play_on(GAME, first.state, record.turns):
            if step.turn.actor == bot:
                assert step.turn.at >= opened - CLOCKS_MS
            opened = step.state.opened_at


async def test_a_clock_starts_only_after_the_stages(server: ServerProcess):
    async with company(server, "mini-tricks", timer={"mode": "simple", "base_time_ms": 300}) as at:
        await at.over()
        record = (await at.log()).record
        shown = sum(update.shown_ms for update in all_updates(record)) - TRICK_MS
        assert record.turns[-1].at - record.started_at >= shown + 300 * len(record.turns)
        for state, turn in zip(states_of(record), record.turns, strict=False):
            assert turn.at >= state.opened_at + 300


def states_of(record: Record) -> list[Any]:
    first = opening(GAME, record)
    return [first.state, *(step.state for step in play_on(GAME, first.state, record.turns))]


async def test_a_player_who_leaves_during_a_stage_does_not_cut_it_short_for_others(server: ServerProcess):
    async with company(server, "mini-tricks", 3, watchers=1, options={"deals": 2}) as at:
        await at.players[2].resign()
        await at.all_until(lambda one: any(event.event_type == "engine.forfeited" for event in one.events))
        at.players.pop()
        await at.play_out()
        await check_all(at)


async def test_the_frames_of_a_match_contain_its_stages(server: ServerProcess):
    async with company(server, "mini-tricks", watchers=1) as at:
        await at.play_out()
        for table in at.everybody:
            eyes = table.player_id or "spectator"
            frames = (await at.rest.get(f"{at.path}/frames?as={eyes}"))["frames"]
            assert [frame.get("shown_ms", 0) for frame in frames] == [shown_ms for _, _, shown_ms in shown_to(table)]
            staged = [(frame["turn"], frame["stage"]) for frame in frames if "stage" in frame]
            assert staged == [(0, 1), (2, 1), (4, 1), (4, 2), (4, 3), (6, 1), (8, 1)]
            document, documents = None, []
            for frame in frames:
                document = frame.get("view") or patched(document, frame.get("changes"))
                documents.append((document["phase"], document["prompt"], document["scores"]))
            assert documents == [(one["phase"], one["prompt"], one["scores"]) for one, _, _ in shown_to(table)]


async def test_two_nodes_show_the_same(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nodes")
    settings: dict[str, Any] = {**GENEROUS, "poll_ms": 100}
    with QuickServer(folder, flags=TRICKS, **settings) as one, QuickServer(folder, flags=TRICKS, **settings) as other:
        async with company((one, other), "mini-tricks", watchers=2) as at:
            await at.play_out()
            record = (await at.log()).record
            for table in at.everybody:
                # A node that learns of the beginning late shows the current state first.
                later = shown_to(table)[1:]
                assert later == should_see(record, table.player_id)[-len(later) :]
                assert BETWEEN_MS in [shown_ms for _, _, shown_ms in later]


# Continue


async def test_everybody_confirms_the_next_deal(server: ServerProcess):
    async with company(server, "mini-tricks", watchers=1, options={"deals": 2, "asks": True}, timer=TIMER) as at:
        await play_the_deal(at)
        first, second = at.players
        for table in at.players:
            assert view_of(table)["actions"] == [["continue", [], [[]]]]
            assert view_of(table)["expected"] == ["p0", "p1"]
        await first.act("continue")
        await second.until(lambda one: heard(one, PlayersCommitted))
        assert heard(second, PlayersCommitted)[-1].committed == ("p0",)
        assert view_of(second)["game"]["deal"] == 1
        await second.act("continue")
        await at.all_until(lambda one: view_of(one)["game"]["deal"] == 2)
        await at.play_out()
        await check_all(at)


async def play_the_deal(at: TablePlayers) -> None:
    for _ in range(2 * len(at.players)):
        await at.all_until(lambda one: view_of(one)["phase"] == "play")
        prompt, mover = view_of(at.to_move)["prompt"], at.to_move
        await mover.act("play", {"card": view_of(mover)["game"]["hand"][0]})
        await at.all_until(lambda one, prompt=prompt: view_of(one)["prompt"] > prompt)  # type: ignore[misc]
    await at.all_until(lambda one: view_of(one)["phase"] == "between")


async def test_a_bot_is_not_asked_and_a_stand_in_answers_continue(tmp_path_factory):
    settings: dict[str, Any] = {**GENEROUS, "grace_ms": 200}
    with QuickServer(tmp_path_factory.mktemp("stand-in"), flags=TRICKS, **settings) as server:
        options = {"deals": 2, "asks": True}
        async with company(server, "mini-tricks", 2, seats=3, bots=["random"], leaver="bot", options=options) as at:
            await at.players[1].close()
            await asyncio.wait_for(answer_at_random(at.players[0], random.Random(1)), 120)
            record = (await at.log()).record
            went_on = [turn.actor for turn in record.turns if "continue" in str(turn.input)]
            bots = {player.player_id for player in record.players if player.is_bot}
            assert len(went_on) == 2
            assert not bots & set(went_on)
