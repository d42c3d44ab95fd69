"""The same jobs lead to the same games on every executor, and no process is left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Semaphore
from typing import cast

import pytest

from gamenight.arena import GameJob, GameOutcome, play_game
from gamenight.arena.executors import Executor, ExecutorUnavailable, Play, UnknownExecutor, open_executor
from gamenight.arena.executors.batch import BatchSize
from gamenight.arena.executors.modal_app import play_games, plugins
from gamenight.arena.executors.on_modal import ModalBackend
from tests.timeouts import TIMEOUT_S

from .jobs import JOBS, job, perilous, played
from .pids import await_end, noted

ROOT = Path(__file__).parents[2]


def kill_noted(folder: Path) -> None:
    for pid in noted(folder, 2):
        os.kill(pid, signal.SIGKILL)


class NearModal:
    """Replaces Modal: its function is called in this process."""

    outcomes: list[GameOutcome]

    def spawn(self, play: Play, batch: Sequence[GameJob]) -> "NearModal":
        call = NearModal()
        call.outcomes = play_games.local(play, batch)
        return call

    def get(self) -> list[GameOutcome]:
        return self.outcomes


@contextmanager
def _modal_executor() -> Iterator[Executor]:
    with ModalBackend(NearModal(), 2) as backend:
        yield Executor(backend, 2)


@pytest.fixture(params=["processes", "modal"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Each executor in turn; Ray, which is slow to start, has tests of its own."""
    with open_executor("processes", 2) if request.param == "processes" else _modal_executor() as executor:
        yield executor


@pytest.fixture
def processes() -> Iterator[Executor]:
    with open_executor("processes", 2) as executor:
        yield executor


def test_games_are_the_same_wherever_they_are_played(executor):
    here = played([play_game(job) for job in JOBS])
    assert [outcome.status for outcome in here[:17]] == ["finished"] * 15 + ["void", "finished"]
    assert played(executor.run(JOBS)) == here


def test_no_jobs_have_no_outcomes(executor):
    assert list(executor.run([])) == []


@pytest.mark.parametrize("peril, reason", [("exit", "exit code 3"), ("kill", "SIGKILL")])
def test_a_worker_that_dies_voids_only_its_game(processes, peril, reason):
    jobs = [perilous(number, peril if number in (1, 4) else "") for number in range(8)]
    outcomes = played(processes.run(jobs))
    assert [outcome.status for outcome in outcomes] == ["void" if n in (1, 4) else "finished" for n in range(8)]
    assert all(reason in (outcomes[n].error or "") for n in (1, 4))


def test_a_game_whose_worker_is_killed_is_void(processes, tmp_path):
    with ThreadPoolExecutor(1) as elsewhere:
        killed = elsewhere.submit(kill_noted, tmp_path)
        outcomes = played(processes.run([perilous(0, "hang", tmp_path), *(perilous(n) for n in range(1, 5))]))
        killed.result()
    assert [outcome.status for outcome in outcomes] == ["void", *["finished"] * 4]
    assert "SIGKILL" in (outcomes[0].error or "")


def test_a_worker_that_dies_takes_its_children_with_it(processes, tmp_path):
    [outcome] = processes.run([perilous(0, "orphan", tmp_path)])
    assert (outcome.status, "exit code 3" in (outcome.error or "")) == ("void", True)
    await_end(noted(tmp_path, 1))


def test_if_no_worker_can_start_no_game_is_void(monkeypatch, tmp_path):
    """The worker's Python fails before any game."""
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with (
        open_executor("processes", 2) as executor,
        pytest.raises(ExecutorUnavailable, match=r"no worker can be started: .* exit code 9"),
    ):
        list(executor.run([job(0), job(1)]))


def test_jobs_are_taken_as_they_are_needed(processes):
    asked = count()
    run = processes.run(job(next(asked)) for _ in iter(int, 1))
    for _ in range(10):
        next(run)
    run.close()
    assert next(asked) <= 10 + 2 * 2


def test_closing_the_run_ends_its_games_and_all_that_they_started(processes, tmp_path):
    run = processes.run([perilous(0), perilous(1, "hang", tmp_path), *(perilous(n) for n in range(2, 6))])
    next(run)
    pids = noted(tmp_path, 2)
    run.close()
    await_end(pids)
    assert [outcome.status for outcome in processes.run([perilous(7)])] == ["finished"]


def test_closing_the_executor_leaves_no_child(tmp_path):
    with open_executor("processes", 2) as executor:
        run = executor.run([perilous(0), perilous(1, "hang", tmp_path), perilous(2)])
        next(run)
        pids = noted(tmp_path, 2)
    await_end(pids)


HANGING = """
from gamenight.arena.executors import open_executor
from tests.arena.jobs import perilous
with open_executor("processes", 2) as executor:
    list(executor.run(perilous(number, "hang", {notes!r}) for number in range(9)))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_its_parent(number, tmp_path):
    parent = subprocess.Popen(
        [sys.executable, "-c", HANGING.format(notes=str(tmp_path))],
        cwd=ROOT,
        process_group=0,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    pids = noted(tmp_path, 4)
    os.killpg(parent.pid, number)  # as a terminal does it
    said, _ = parent.communicate(timeout=TIMEOUT_S)
    await_end(pids)
    assert said.count("Traceback") == (number == signal.SIGINT)


def test_workers_find_the_bots_of_other_packages(troublemakers):
    with open_executor("processes", 1) as executor:
        [outcome] = executor.run([job(0, bots="first random")])
    assert (outcome.status, outcome.error) == ("finished", None)


def test_an_unknown_executor_is_an_error_that_lists_the_existing_ones():
    with pytest.raises(UnknownExecutor, match="'cloud'; there are: processes, ray, modal"), open_executor("cloud", 1):
        pass


def test_an_executor_needs_at_least_one_worker():
    with pytest.raises(ValueError, match="not 0"), open_executor("processes", 0):
        pass


def raising(job: GameJob) -> GameOutcome:
    raise LookupError(f"no chair for {job.number}")


def test_an_exception_of_the_play_function_voids_the_game(processes):
    outcomes = played(processes.run([job(0), job(1)], raising))
    assert [(outcome.status, outcome.error) for outcome in outcomes] == [
        ("void", "LookupError: no chair for 0"),
        ("void", "LookupError: no chair for 1"),
    ]


class FailingModal(NearModal):
    """A container that dies of game 290."""

    def spawn(self, play: Play, batch: Sequence[GameJob]) -> NearModal:
        if any(job.number == 290 for job in batch):
            raise ConnectionError("the container is gone")
        return NearModal().spawn(play, batch)


def test_a_failed_batch_voids_only_the_faulty_game():
    with ModalBackend(FailingModal(), 1) as backend:
        outcomes = played(Executor(backend, 1).run(job(number) for number in range(300)))
    assert [outcome.number for outcome in outcomes if outcome.status == "void"] == [290]
    assert outcomes[290].error == "ConnectionError: the container is gone"


class SlowModal:
    """Calls that answer when they are cancelled, and not before."""

    def __init__(self) -> None:
        self.spawned = Semaphore(0)
        self.cancelled = Event()

    def spawn(self, play: Play, batch: Sequence[GameJob]) -> "SlowModal | NearModal":
        self.spawned.release()
        return self if batch[0].number else NearModal().spawn(play, batch)

    def get(self) -> list[GameOutcome]:
        self.cancelled.wait(TIMEOUT_S)
        raise RuntimeError("cancelled")

    def cancel(self, terminate_containers: bool) -> None:
        assert terminate_containers
        self.cancelled.set()


def test_closing_a_run_cancels_its_calls():
    modal = SlowModal()
    with ModalBackend(modal, 1) as backend:
        run = cast(Generator[GameOutcome], Executor(backend, 1).run([job(0), job(1), job(2), job(3)]))
        assert next(run).number == 0
        for _ in range(2):
            assert modal.spawned.acquire(timeout=TIMEOUT_S)
        run.close()
    assert modal.cancelled.is_set()
    assert not modal.spawned.acquire(blocking=False), "what had not begun was begun"


def test_the_modal_image_has_the_packages_with_games():
    assert "gamenight" in [package.name for package in plugins()]


@pytest.mark.parametrize("game_ms, games", [(1, 250), (10, 25), (240, 1), (60_000, 1), (0.001, 1000)])
def test_the_batch_size_follows_the_duration_of_games(game_ms, games):
    size = BatchSize(250)
    assert size.now() == 1
    size.learn([GameOutcome(0, "finished", duration_ms=game_ms), GameOutcome(1, "void")])
    assert size.now() == games
