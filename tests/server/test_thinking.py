"""Bots think in separate processes: the results when they answer, and when they do anything else."""

import asyncio
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from gamenight.bots import make_bot
from gamenight.bots.registry import installed
from gamenight.core.listing.actions import find
from gamenight.core.match import Match
from gamenight.core.model import Action, Forfeit, PlayerId, seat_index
from gamenight.core.registry import catalogue, find_game
from gamenight.games.goofspiel.rules import Bid
from gamenight.server.bot_pool import BotFailed, Task
from gamenight.server.bots.worker_main import Order, written_order
from gamenight.server.bots.workers import Workers
from tests.arena.pids import await_end, is_running, noted
from tests.minigames.hearts import DECK, Hearts, Passed
from tests.minigames.nim import take
from tests.server.thinkers import install, nim_task, task_of

ROOT = Path(__file__).parents[2]
HEARTS = "tests.minigames.hearts:Hearts"
LONG_MS, SHORT_MS = 60_000, 2_000
MINIATURES = [
    f"tests.minigames.{name.lower()}:{name}"
    for name in "Nim Auction Caravan Causeway Hearts Homestead Parlour Skirmish Teahouse".split()
]


@pytest.fixture
def bots(tmp_path_factory, monkeypatch) -> Iterator[Path]:
    """The folder in which the bots that tests need are installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder)
    monkeypatch.syspath_prepend(folder)
    installed.cache_clear()
    yield folder
    monkeypatch.undo()
    installed.cache_clear()


@pytest.fixture
async def worker(bots) -> AsyncIterator[Workers]:
    """One worker without a tight time limit."""
    workers = Workers(1, LONG_MS)
    yield workers
    await workers.close()


@pytest.fixture
async def hasty(bots) -> AsyncIterator[Workers]:
    """One worker with a short time limit."""
    workers = Workers(1, SHORT_MS)
    yield workers
    await workers.close()


async def failure(workers: Workers, task: Task) -> str:
    with pytest.raises(BotFailed) as failed:
        await workers.choose(task)
    return str(failed.value)


async def process_of(workers: Workers) -> int:
    (pid,) = re.findall(r"pid=(\d+)", await failure(workers, nim_task("tell")))
    return int(pid)


# -- answers


@pytest.mark.parametrize("strategy", ["random", "greedy", "mcts:simulations=20"])
async def test_bots_answer_legally_in_every_game(worker, strategy):
    for name in (*catalogue().games, *MINIATURES):
        game = find_game(name)
        match = Match.start(game, game.min_players, "table")
        worlds = make_bot(strategy, game).worlds
        for _ in range(6):
            task = task_of(match, strategy, game=name, worlds=worlds)
            action = await worker.choose(task)
            assert type(action.payload) is game.action_types[action.action_type]
            match.act(action)
            if match.is_over or not match.to_act:
                break


async def test_the_answer_is_the_one_that_the_bot_gives_here_with_the_same_seed(worker):
    game = find_game("carcassonne")
    for seed in ("1", "2", "3"):
        task = task_of(Match.start(game, 2, "table"), "mcts:simulations=40", game="carcassonne", seed=seed)
        here = make_bot(task.strategy, game, seed=seed).choose_action(task.observation)
        assert await worker.choose(task) == find(task.observation.view.valid_actions, here)


async def test_a_bot_is_notified_of_its_seat_s_events_before_it_decides(worker):
    """Though the bot is created again for each decision."""
    match = Match.start(find_game("goofspiel"), 3, "table")
    match.submit(Forfeit(PlayerId("p1")))
    match.act(Action("bid", PlayerId("p2"), Bid(3)))
    told = await failure(worker, task_of(match, "tell", game="goofspiel"))
    assert "'engine.match_started None'" in told
    assert "'engine.forfeited p1'" in told
    assert "engine.committed" not in told, "p2's answer is its own"


def test_the_bytes_for_a_worker_contain_no_card_that_its_seat_has_not_seen():
    """In hearts, after cards were passed; without the worlds, in which every card is somewhere."""
    match = Match.start(Hearts(), 4, "table")
    for player in match.to_act:
        cards = match.state.game_data.hands[seat_index(player)][:3]
        match.act(Action("pass_cards", player, Passed(cards)))
    (player,) = match.to_act
    order = msgspec.msgpack.decode(written_order(task_of(match, "random", game=HEARTS, worlds=0)), type=Order)
    shown = [event.seen_by(player) for event in match.events]
    assert pickle.loads(order.seen).history == tuple(event for event in shown if event is not None)
    for card in DECK:
        assert (card.encode() in order.seen) == (card in str(shown)), card


async def test_a_bot_s_output_and_input_do_not_disturb_the_server(worker, capfd):
    for _ in range(3):
        assert await worker.choose(nim_task("chatter")) == take(PlayerId("p0"))
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "let me see" in printed.err


# -- failures


FAILURES = {
    "crash": "RuntimeError: out of ideas",
    "quit": "SystemExit: I am off",
    "nobody": "BadStrategy: no bot is called 'nobody'",
    "mute": "TypeError: the bot returned a value of the type NoneType, not an action",
    "wordy": "TypeError: the bot returned a value of the type str, not an action",
    "levitate": "the bot's 'levitate' is not among the actions of its seat",
    "swap": "the bot's 'take' is not among the actions of its seat",
    "cheat": "the bot's 'take' is not among the actions of its seat",
    "garble": "the bot's action cannot be read: Expected `int`, got `str`",
    "strange": "TypeError: Encoding objects of type object is unsupported",
    "flood": "ValueError: the bot's action takes 10000",
}


async def test_a_bot_that_returns_an_invalid_action_has_failed_and_its_worker_continues(worker):
    process = await process_of(worker)
    for strategy, reason in FAILURES.items():
        told = await failure(worker, nim_task(strategy))
        assert told.startswith(reason), strategy
        assert len(told) <= 500
    assert await process_of(worker) == process


async def test_a_game_that_the_worker_cannot_find_is_a_failure(worker):
    match = Match.start(find_game("tictactoe"), 2, "table")
    assert "UnknownGame: no game is called 'chess'" in await failure(worker, task_of(match, "random", game="chess"))


async def test_a_worker_that_dies_is_replaced(worker):
    assert await failure(worker, nim_task("exit")) == "the worker process ended with exit code 3"
    assert await worker.choose(nim_task("random"))


async def test_a_worker_that_died_while_it_was_idle_is_replaced_without_a_failure(worker):
    pid = await process_of(worker)
    os.kill(pid, signal.SIGKILL)
    await_end([pid])
    await asyncio.sleep(0.2)  # until the event loop has noticed it
    assert await worker.choose(nim_task("random"))


async def test_if_no_worker_can_start_the_bot_has_failed(worker, monkeypatch, tmp_path):
    """The worker's own Python fails before it can think."""
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    told = await failure(worker, nim_task("random"))
    assert told == "no worker can be started: the worker process ended with exit code 9"


# -- time


async def test_a_bot_that_takes_too_long_is_ended_with_all_that_it_started(hasty, tmp_path):
    assert await failure(hasty, nim_task(f"hang:notes={tmp_path}")) == "the bot took longer than 2000 ms"
    await_end(noted(tmp_path, 2))
    assert await hasty.choose(nim_task("random"))


async def test_a_search_gets_its_time_budget_and_answers_within_it(bots):
    """Also on a busy machine: a search that used all of its budget would still have a fifth of the limit left."""
    workers = Workers(1, 8_000)
    assert "budget=6400 " in await failure(workers, nim_task("tell"))
    match = Match.start(find_game("carcassonne"), 2, "table")
    assert await workers.choose(task_of(match, "mcts:time_ms=60000", game="carcassonne"))
    await workers.close()


async def test_bots_think_at_low_priority(worker):
    (niceness,) = re.findall(r"niceness=(\d+)", await failure(worker, nim_task("tell")))
    assert int(niceness) > os.nice(0)


# -- many tasks


async def test_workers_work_in_parallel(bots, tmp_path):
    workers = Workers(2, LONG_MS)
    tasks = [nim_task(f"meet:notes={tmp_path}", seed=seed) for seed in "ab"]
    assert await asyncio.gather(*map(workers.choose, tasks)) == [take(PlayerId("p0")), take(PlayerId("p0"))]
    await workers.close()


async def test_tasks_are_taken_in_order(worker, tmp_path):
    seeds = "abcdefghijklmnopqrstuvwxyz"
    await asyncio.gather(*(worker.choose(nim_task(f"queue:notes={tmp_path}", seed=seed)) for seed in seeds))
    assert (tmp_path / "queue").read_text() == seeds


async def test_the_time_of_a_task_begins_when_a_worker_takes_it(hasty):
    answers = await asyncio.gather(*(hasty.choose(nim_task("nap")) for _ in range(4)))
    assert len(answers) == 4


# -- ends


async def test_a_cancelled_task_ends_only_its_own_process(bots, tmp_path):
    workers = Workers(2, LONG_MS)
    folders = [tmp_path / "one", tmp_path / "two"]
    tasks = []
    for folder in (*folders, tmp_path):
        folder.mkdir(exist_ok=True)
        tasks.append(asyncio.create_task(workers.choose(nim_task(f"hang:notes={folder}"))))
    one, two = [await asyncio.to_thread(noted, folder, 2) for folder in folders]
    for called_off in (tasks[2], tasks[0]):  # one task that waits, and one that a worker has
        called_off.cancel()
        with pytest.raises(asyncio.CancelledError):
            await called_off
    await_end(one)
    assert await workers.choose(nim_task("random"))
    assert all(map(is_running, two))
    await workers.close()
    with pytest.raises(RuntimeError):
        await tasks[1]


async def test_closing_ends_every_process_and_does_not_count_as_a_bot_s_failure(bots, tmp_path):
    workers = Workers(2, LONG_MS)
    tasks = [asyncio.create_task(workers.choose(nim_task(f"hang:notes={tmp_path}"))) for _ in range(4)]
    pids = await asyncio.to_thread(noted, tmp_path, 4)
    await workers.close()
    await_end(pids)
    for task in tasks:
        with pytest.raises(RuntimeError, match="the workers are closed"):
            await task
    with pytest.raises(RuntimeError, match="the workers are closed"):
        await workers.choose(nim_task("random"))
    await workers.close()


async def test_workers_may_be_closed_while_they_start(bots):
    workers = Workers(1, LONG_MS)
    task = asyncio.create_task(workers.choose(nim_task("random")))
    await asyncio.sleep(0)
    await workers.close()
    with pytest.raises(RuntimeError, match="the workers are closed"):
        await task


def test_a_killed_server_leaves_no_process_behind(bots, tmp_path):
    program = "import sys; from tests.server.thinkers import think_until_killed; think_until_killed(*sys.argv[1:])"
    server = subprocess.Popen([sys.executable, "-c", program, str(bots), str(tmp_path)], cwd=ROOT)
    pids = noted(tmp_path, 4)
    server.kill()
    server.wait()
    await_end(pids)
