"""`gamenight load`: short load tests, which leave no server behind."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gamenight.cli.load.figures import Latency, latency
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ROOT
from tests.server.sittings import UNLIMITED
from tests.timeouts import TIMEOUT_S

MATCHES = 6


def test_matches_are_played_to_the_end_and_their_cost_is_shown(gamenight):
    ended = gamenight("load", "--matches", MATCHES, "--think", "0.01", "--json")
    assert ended.code == 0, ended.err
    told = json.loads(ended.out)
    assert told["faults"] == []
    assert (told["game"], told["rounds"]) == ("tictactoe", 1)
    assert 5 * MATCHES <= told["moves"] <= 9 * MATCHES
    assert told["moves_per_second"] == pytest.approx(told["moves"] / told["seconds"], rel=0.1)
    for viewer in ("mover", "other"):
        assert 0 < told[viewer]["p50_ms"] <= told[viewer]["p99_ms"]
    assert 0 < told["msgpack_bytes"]["mean"] < told["json_bytes"]["mean"] <= told["json_bytes"]["max"] < 300
    assert told["server_cpu_us_per_move"] >= 0
    assert told["kb_per_match"] >= 0


def test_a_running_server_is_measured_from_outside(gamenight, tmp_path):
    """With `--seconds`, a game of concurrent prompts, and MessagePack."""
    with QuickServer(tmp_path, **UNLIMITED) as server:
        flags = ("--url", server.url, "--seconds", "0.5", "--matches", "3", "--game", "goofspiel")
        ended = gamenight("load", *flags, "--format", "msgpack")
        assert server.is_running
    assert ended.code == 0, ended.err
    assert "3 at once" in ended.out
    assert "not measured: this command did not start the server" in ended.out


def test_an_unreachable_server_and_its_limits_are_reported(gamenight, tmp_path):
    nowhere = gamenight("load", "--url", "http://127.0.0.1:1", "--matches", 2)
    assert (nowhere.code, nowhere.err.count("\n")) == (6, 1)
    with QuickServer(tmp_path, matches_per_address=1) as server:
        limited = gamenight("load", "--url", server.url, "--matches", 2)
    assert (limited.code, limited.err.count("\n")) == (6, 1)
    assert "429" in limited.err


def test_a_server_that_does_not_start_is_reported(gamenight):
    ended = gamenight("load", "--db", "mysql://nobody@nowhere/nothing", "--matches", 2)
    assert ended.code == 1
    assert "there is no store for mysql" in ended.err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_ending_a_load_test_ends_its_server(number):
    arguments = [sys.executable, "-m", "gamenight", "load", "--matches", "2", "--think", "5"]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as load:
        servers = children_of(load.pid)
        assert len(servers) == 1
        load.send_signal(number)
        assert load.wait(TIMEOUT_S) == 130
    assert not any(is_alive(pid) for pid in servers)


def children_of(pid: int, within: float = TIMEOUT_S) -> list[int]:
    """The children of the process; waits until there are some."""
    give_up = time.monotonic() + within
    while time.monotonic() < give_up:
        if children := Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            return [int(child) for child in children]
        time.sleep(0.02)
    return []


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_percentiles_are_values_that_were_measured():
    assert latency([]) is None
    assert latency([0.002]) == Latency(2.0, 2.0)
    assert latency([n / 1000 for n in range(100, 0, -1)]) == Latency(50.0, 99.0)
