"""`gamenight serve` for operators: flags, the line that says it is ready, errors, signals, the log."""

import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys

import msgspec
import pytest

from gamenight.client import Rest, connect
from gamenight.server.process.logs import Lines
from gamenight.server.settings import Settings
from tests.server.server_process import ROOT, ServerProcess
from tests.timeouts import TIMEOUT_S

from .conftest import command


def test_every_setting_has_a_flag_with_its_default_and_meaning(gamenight):
    told = " ".join(gamenight("serve", "--help").out.split())
    for field in msgspec.structs.fields(Settings):
        flag = f"--{field.name.replace('_', '-')}"
        if field.default == ():
            assert f"{flag.removesuffix('s')} TEXT" in told
            continue
        if field.default is False:
            assert re.search(rf"{flag} [a-z].{{15}}", told)
            continue
        shown = re.search(rf"{flag} (?:N|NAME) (\w.{{15,}}?) \(default: {field.default}\)", told)
        assert shown, flag


@pytest.mark.parametrize(
    "flags, told",
    [
        (["--grace-ms", "-1"], "--grace-ms must be 0 or more, not -1"),
        (["--max-matches", "0"], "--max-matches must be 1 or more, not 0"),
        (["--max-matches", "many"], "--max-matches: invalid int value: 'many'"),
        (["--port", "x"], "--port: 'x' is not a port: a number from 0 to 65535"),
        (["--db", "memory://"], "must be stored permanently"),
        (["--bot", "stubborn"], "--bot: 'stubborn' is not of the form name=module:attribute"),
        (["--bot", "stubborn=no.such:BOT"], "--bot: cannot load no.such:BOT: there is no module no"),
        (["--bot", "mcts=tests.bots.test_registry:MODEST"], "--bot: the name 'mcts' is already taken"),
        (["--llm-origin", "http://llm.example"], "'http://llm.example' is not an origin of the form https://host"),
        (["--llm-origin", "https://llm.example/v1"], "without a path"),
        (["--llm-origin", "*"], "without *"),
        (["--llm"], "--llm: no endpoint for language models is configured: see GAMENIGHT_LLM_FILE"),
        (["--redis", "amqp://user:hush@somewhere"], "not a Redis URL"),
    ],
)
def test_wrong_flags_are_refused_in_one_line(gamenight, tmp_path, flags, told):
    database = [] if "--db" in flags else ["--db", f"sqlite:///{tmp_path / 'matches.db'}"]
    ended = gamenight("serve", "--port", 0, *database, *flags)
    assert ended.code == 2
    assert told in ended.err
    assert ended.err.count("\n") == 1
    assert "hush" not in ended.err


def test_an_unknown_game_is_an_error(gamenight, tmp_path):
    ended = gamenight("serve", "--port", 0, "--db", f"sqlite:///{tmp_path / 'm.db'}", "--game", "no.such:GAME")
    assert ended.code == 3
    assert "no.such:GAME" in ended.err


def test_a_port_in_use_is_reported_before_anything_is_created(gamenight, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = gamenight("serve", "--port", port, "--db", f"sqlite:///{tmp_path / 'matches.db'}")
    assert ended.code == 6
    assert f"port {port} of 127.0.0.1 is taken" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_a_foreign_host_address_is_an_error(gamenight, tmp_path):
    ended = gamenight("serve", "--host", "192.0.2.1", "--port", 0, "--db", f"sqlite:///{tmp_path / 'matches.db'}")
    assert (ended.code, ended.err.count("\n")) == (6, 1)


def test_the_error_of_an_unusable_database_has_no_password(gamenight, tmp_path):
    newer = tmp_path / "newer.db"
    with sqlite3.connect(newer) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    for url, told in [
        (f"sqlite:///{tmp_path / 'nowhere' / 'matches.db'}", "cannot be opened"),
        (f"sqlite:///{newer}", "newer"),
        ("postgresql://gamenight:hush@127.0.0.1:1/matches", "cannot be reached"),
        ("mysql://gamenight:hush@127.0.0.1/matches", "no store for mysql"),
    ]:
        ended = gamenight("serve", "--port", 0, "--db", url)
        assert (ended.code, ended.err.count("\n")) == (4, 1), ended.err
        assert told in ended.err
        assert "hush" not in ended.err


def test_the_server_prints_its_address_and_ends_on_a_signal(tmp_path):
    """First on a port that the system chose, then again on the same one."""
    with ServerProcess(tmp_path) as server:
        url = f"http://127.0.0.1:{server.port}"
        assert server.log == f"gamenight serves on {url} (database {server.db})\nPlay at {url}/\n"
        assert server.stop() == 0
        server.start()
        os.kill(server.pid, signal.SIGINT)
        assert server.ended() == 0
        assert server.log.count(f"http://127.0.0.1:{server.port} ") == 2
        assert "Traceback" not in server.log


def test_no_link_is_printed_for_a_wildcard_address(tmp_path):
    with ServerProcess(tmp_path, flags=("--host", "0.0.0.0")) as server:
        assert f"\nPlay at http://127.0.0.1:{server.port}/" in server.log


def test_the_environment_names_database_and_redis(tmp_path, redis_url):
    file = tmp_path / "named.db"
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{file}", "REDIS_URL": redis_url}
    arguments = [sys.executable, "-m", "gamenight", "serve", "--port", "0"]
    with subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        assert f"(database sqlite:///{file}, hints by Redis)" in serving.stdout.readline()
        serving.terminate()
        assert serving.wait(TIMEOUT_S) == 0


def test_the_help_shows_no_values_of_environment_variables():
    told = command("serve", "--help", DATABASE_URL="postgresql://a:hush@b/c", REDIS_URL="redis://:hush@d")
    assert told.code == 0
    assert "hush" not in told.out + told.err


async def test_passwords_tokens_and_requests_are_not_in_the_log(tmp_path, postgres_database):
    database = postgres_database.replace("postgres@", "postgres:hush-database@")
    with ServerProcess(tmp_path, database, "redis://:hush-redis@127.0.0.1:1") as server:
        assert f"(database {database.replace('hush-database', '***').partition('?')[0]}, hints by Redis)" in server.log
        rest = Rest(server.url)
        match_id = (await rest.post("/api/matches", {"game": "tictactoe", "num_bots": 0}))["match_id"]
        token = (await rest.post(f"/api/matches/{match_id}/join", {"player_name": "hush-name"}))["seat_token"]
        async with connect(server.url, match_id) as table:
            await table.join(token=token)
            await table.send_frame('{"type": "hush-type"}')
            await table.next("error")
            await table.chat("hush-chat")
            await table.next("chat")
        await rest.get(f"/api/games?hush-query={token}")
        assert server.stop() == 0
        assert "no connection to Redis" in server.log
        assert "hush" not in server.log
        assert token not in server.log


def test_an_error_is_logged_in_one_line_without_its_message():
    """The message may contain a client's input or hidden information."""

    def fail() -> None:
        try:
            raise LookupError("the queen of spades")
        except LookupError as earlier:
            raise ValueError("in her hand") from earlier

    with pytest.raises(ValueError) as raised:
        fail()
    fault = (raised.type, raised.value, raised.tb)
    line = Lines().format(logging.LogRecord("gamenight.server", logging.ERROR, "", 0, "it\nbroke", None, fault))
    assert "\n" not in line
    assert " ERROR gamenight.server: it broke - ValueError at fail (test_serve.py:" in line
    assert "; after LookupError at fail" in line
    assert "queen" not in line
    assert "hand" not in line
