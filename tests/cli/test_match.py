import json
import signal
import sqlite3
from argparse import Namespace

import pytest

from gamenight.bots import RandomBot, Strategy, strategies
from gamenight.cli.matches.ending import ways_back
from gamenight.cli.matches.recording import uninterrupted
from gamenight.core.match import Match

from .conftest import command, rows


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A match played by the command, and the database that it wrote."""
    database = tmp_path_factory.mktemp("match") / "matches.db"
    ended = command(
        "match", "--game", "tictactoe", "--seed", "s", "--turns", 9, "--mode", "local", "--db", f"sqlite:///{database}"
    )
    assert (ended.code, ended.err) == (0, "")
    return database


def test_a_match_is_one_row_with_its_seed_and_status(played):
    [(seed, status, game_id)] = rows(played, "SELECT seed, status, game_id FROM matches")
    assert (len(seed), status, game_id) == (32, "finished", "tictactoe/v1")


def test_up_to_nine_turns_have_alternating_actors(played):
    actors = [actor for (actor,) in rows(played, "SELECT actor FROM turns ORDER BY turn_index")]
    assert 5 <= len(actors) <= 9
    assert actors == ["p0", "p1", "p0", "p1", "p0", "p1", "p0", "p1", "p0"][: len(actors)]


def test_the_events_tell_the_match_from_start_to_finish(played):
    kinds = [kind for (kind,) in rows(played, "SELECT event_type FROM events ORDER BY sequence_number")]
    turns = rows(played, "SELECT count(*) FROM turns")[0][0]
    assert kinds[:2] == ["engine.match_started", "engine.turn_started"]
    assert kinds.count("game.move") == kinds.count("engine.turn_started") == turns
    assert kinds[-1] == "engine.match_finished"


def test_a_snapshot_is_stored_of_the_opening_and_after_each_turn(played):
    snapshots = rows(played, "SELECT turn_id, game_id FROM state_snapshots ORDER BY id")
    turns = rows(played, "SELECT id FROM turns ORDER BY turn_index")
    assert snapshots == [(None, "tictactoe/v1"), *((turn, "tictactoe/v1") for (turn,) in turns)]


def test_each_turn_is_in_the_database_before_the_next_bot_is_asked(gamenight, database, monkeypatch):
    seen = []

    class Spy(RandomBot):
        def choose_action(self, observation):
            with sqlite3.connect(database) as connection:
                seen.extend(connection.execute("SELECT count(*) FROM turns").fetchone())
            connection.close()
            return super().choose_action(observation)

    monkeypatch.setitem(strategies(), "spy", Strategy(lambda game, parameters, seed, name: Spy(seed, name)))
    ended = gamenight("match", "--game", "liarsdice", "--seed", "s", "--bots", "spy", "--db", f"sqlite:///{database}")
    assert ended.code == 0
    assert seen == list(range(len(seen)))


def test_the_environment_names_the_default_database(gamenight, database, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    for _ in range(2):
        assert gamenight("match", "--game", "tictactoe").code == 0
    assert len(rows(database, "SELECT DISTINCT id FROM matches")) == 2


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:simulations=30"])
def test_the_same_seed_plays_the_same_match(gamenight, tmp_path, bot):
    table = ["match", "--game", "liarsdice", "--seed", "dice", "--bots", bot]
    for name in ("a", "b"):
        assert gamenight(*table, "--record", tmp_path / name).code == 0
    one, other = (json.loads((tmp_path / name).read_text()) for name in ("a", "b"))
    assert one["match_id"] != other["match_id"]
    assert [turn["input"] for turn in one["turns"]] == [turn["input"] for turn in other["turns"]]


def test_json_is_the_whole_output(gamenight):
    ended = gamenight(
        "match", "--game", "liarsdice", "--seed", "s", "--players", 3, "--option", "dice=1", "wild_ones=false", "--json"
    )
    outcome = json.loads(ended.out)
    assert outcome["status"] == "finished"
    assert outcome["options"] == {"dice": 1, "wild_ones": False, "fixed_dice": []}
    assert sorted(seat for place in outcome["result"]["ranking"] for (seat,) in place) == ["p0", "p1", "p2"]


def test_a_match_that_is_abandoned_after_three_turns_had_three_turns(gamenight):
    outcome = json.loads(gamenight("match", "--game", "tictactoe", "--turns", 3, "--seed", "s", "--json").out)
    assert (outcome["status"], outcome["turns"]) == ("abandoned", 3)


def test_a_match_that_takes_too_long_is_abandoned(gamenight, database):
    ended = gamenight("match", "--game", "tictactoe", "--seed", "s", "--turns", 3, "--db", f"sqlite:///{database}")
    assert ended.code == 0
    assert "The match was abandoned" in ended.out
    assert rows(database, "SELECT status FROM matches") == [("abandoned",)]


def test_an_interrupted_match_is_abandoned(gamenight, database, monkeypatch):
    class Interrupted(RandomBot):
        def choose_action(self, observation):
            if observation.turn_index == 1:
                raise KeyboardInterrupt
            return super().choose_action(observation)

    made = Strategy(lambda game, parameters, seed, name: Interrupted(seed, name))
    monkeypatch.setitem(strategies(), "interrupted", made)
    ended = gamenight(
        "match", "--game", "tictactoe", "--seed", "s", "--bots", "interrupted", "--db", f"sqlite:///{database}"
    )
    assert (ended.code, ended.err) == (130, "gamenight: interrupted\n")
    assert rows(database, "SELECT status, turn_count FROM matches") == [("abandoned", 3)]


def test_an_interrupt_waits_until_the_turn_is_written():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    written = []

    def write():
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            written.append("turn")

    try:
        with pytest.raises(KeyboardInterrupt):
            write()
    finally:
        signal.signal(signal.SIGINT, before)
    assert written == ["turn"]


def test_rules_that_fail_end_the_match_with_an_error(gamenight, database):
    ended = gamenight("match", "--game", "tests.cli.swap:FallsApart", "--seed", "s", "--db", f"sqlite:///{database}")
    assert ended.code == 5
    assert "the table collapsed" in ended.err
    assert rows(database, "SELECT status FROM matches") == [("error",)]


def test_an_illegal_action_is_reported(gamenight, monkeypatch):
    class Stubborn(RandomBot):
        def choose_action(self, observation):
            return "the corner"

    monkeypatch.setitem(strategies(), "stubborn", Strategy(lambda game, parameters, seed, name: Stubborn(seed, name)))
    ended = gamenight("match", "--game", "tictactoe", "--seed", "s", "--bots", "stubborn", "random")
    assert ended.code == 0
    assert "random 2 wins: stubborn 1 left the match" in ended.out
    assert ended.err == "gamenight: stubborn 1 forfeited because of an illegal action (malformed_action)\n"


def test_a_bot_that_is_not_installed_plays_by_its_place(gamenight):
    ended = gamenight(
        "match", "--game", "tictactoe", "--seed", "s", "--bots", "tests.bots.test_registry:MODEST", "random", "--json"
    )
    assert (ended.code, ended.err) == (0, "")
    told = json.loads(ended.out)
    assert [player["display_name"] for player in told["players"]] == ["MODEST 1", "random 2"]
    assert told["status"] == "finished"
    ended = gamenight("match", "--game", "tictactoe", "--bots", "random", "no.such:BOT")
    assert ended.code == 2
    assert "cannot load no.such:BOT: there is no module no" in ended.err


def test_bots_can_be_named_for_each_seat(gamenight):
    bots = ["random", "greedy:worlds=2", "greedy"]
    players = json.loads(gamenight("match", "--game", "liarsdice", "--seed", "s", "--bots", *bots, "--json").out)[
        "players"
    ]
    assert [player["bot_id"] for player in players] == bots
    assert [player["display_name"] for player in players] == ["random 1", "greedy 2", "greedy 3"]


def test_one_bot_takes_every_seat(gamenight):
    ended = gamenight("match", "--game", "liarsdice", "--seed", "s", "--players", 3, "--bots", "greedy", "--json")
    assert [player["bot_id"] for player in json.loads(ended.out)["players"]] == ["greedy"] * 3


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["--game", "no-such-game"], 3, "no game is called 'no-such-game'"),
        (["--game", "tests.cli.swap:Nothing"], 3, "cannot load tests.cli.swap:Nothing"),
        (["--game", "tests.cli.swap:DECK"], 3, "is not a game"),
        (["--game", "tictactoe", "--players", 3], 2, "needs 2 players, not 3"),
        (["--game", "tictactoe", "--bots", "genius"], 2, "no bot is called 'genius'"),
        (["--game", "tictactoe", "--bots", "random", "gredy"], 2, "did you mean 'greedy'?"),
        (["--game", "tictactoe", "--bots", "greedy:worlds=none"], 2, "worlds must be 1 or more or null, not 'none'"),
        (["--game", "tictactoe", "--bots", "easy:simulations"], 2, "'simulations' in 'easy:simulations' is not"),
        (["--game", "liarsdice", "--players", 2, "--bots", *["random"] * 3], 2, "3 bots do not fit 2 seats"),
        (["--game", "liarsdice", "--option", "dice=99"], 2, "dice"),
        (["--game", "liarsdice", "--option", "dice"], 2, "NAME=VALUE"),
        (["--game", "tictactoe", "--turns", "0"], 2, "'0' is not a number of at least 1"),
        (["--game", "tictactoe", "--record", "no/such/folder/record.json"], 2, "no such folder"),
        (["--game", "tictactoe", "--db", "mysql://there"], 4, "no store for mysql"),
        (["--game", "tictactoe", "--db", "sqlite:////no/such/folder/matches.db"], 4, "database"),
        (["--game", "tictactoe", "--db", "postgresql://nobody@127.0.0.1:1/none"], 4, "database"),
        ([], 2, "--game"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(gamenight, arguments, code, words):
    ended = gamenight("match", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err
    assert ended.err.startswith("gamenight: ")
    assert ended.err.count("\n") == 1


def test_the_replay_command_has_no_password():
    match = Match.start("tictactoe", match_id="m1")
    [replay, verify] = ways_back(
        match, Namespace(game="tictactoe", db="postgresql://me:hunter2@there/matches", record=None)
    )
    assert replay == "gamenight replay m1 --db 'postgresql://me:***@there/matches'"
    assert verify == "gamenight verify m1 --db 'postgresql://me:***@there/matches'"
