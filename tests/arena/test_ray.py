"""Ray plays the same games, and prints no messages of its own. It is started once for all of these tests."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamenight.arena import play_game
from gamenight.arena.executors import Executor, open_executor
from tests.timeouts import TIMEOUT_S

from .jobs import JOBS, perilous, played
from .pids import await_end, noted

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def ray_executor() -> Iterator[Executor]:
    with open_executor("ray", 2) as executor:
        yield executor


def test_games_are_the_same_as_in_this_process(ray_executor):
    assert played(ray_executor.run(JOBS)) == played(map(play_game, JOBS))


def test_a_dead_worker_voids_no_other_game_of_its_batch(ray_executor):
    jobs = [perilous(number, "exit" if number == 290 else "") for number in range(300)]
    outcomes = played(ray_executor.run(jobs))
    assert [outcome.number for outcome in outcomes if outcome.status == "void"] == [290]
    assert "WorkerCrashedError" in (outcomes[290].error or "")


def test_a_run_that_is_closed_frees_the_workers(ray_executor, tmp_path):
    run = ray_executor.run([perilous(0), *(perilous(n, "hang", tmp_path) for n in range(1, 5))])
    next(run)
    pids = noted(tmp_path, 4)
    run.close()
    assert [outcome.status for outcome in ray_executor.run([perilous(5)])] == ["finished"]
    await_end(pids)


def test_a_remote_match_uses_a_running_cluster(ray_executor):
    import ray  # late: the executor chooses some of its settings before it is imported

    env = {**os.environ, "RAY_ADDRESS": ray.get_runtime_context().gcs_address}
    here, there = _match("--mode", "local", env=env), _match("--mode", "remote", env=env)
    assert (here["status"], here["turns"] > 0) == ("finished", True)
    assert here == there
    assert ray.is_initialized()


def _match(*mode: str, env: dict[str, str]) -> dict[str, Any]:
    table = ["--game", "liarsdice", "--bots", "greedy", "random", "--seed", "s", "--json"]
    command = [sys.executable, "-m", "gamenight", "match", *table, *mode]
    ended = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=TIMEOUT_S)
    assert (ended.returncode, ended.stderr) == (0, "")
    return {name: value for name, value in json.loads(ended.stdout).items() if name != "match_id"}
