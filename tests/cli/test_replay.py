import json

import pytest

from .conftest import change
from .stored import played, store_match

DICE = {"dice": 2, "fixed_dice": [[[3, 4], [5, 6]]]}


@pytest.fixture
def tictactoe(database):
    """X takes the last free cell, then O, and so on: X wins with the fifth mark."""
    match = played("tictactoe", "r")
    store_match(database, match)
    return match


@pytest.fixture
def dice(database):
    """In its first round; p1 has 5 and 6 under the cup."""
    match = played("liarsdice", "r", turns=0, options=DICE)
    match.act(match.legal_actions("p0")[0])
    store_match(database, match)
    return match


def test_the_last_moment_is_shown_by_default(gamenight, database, tictactoe):
    ended = gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}")
    assert ended.code == 0
    assert f"after turn {len(tictactoe.turns)} of {len(tictactoe.turns)}, as a spectator saw it" in ended.out
    assert "Player 1 wins." in ended.out


def test_any_turn_is_shown_as_it_was_then(gamenight, database, tictactoe):
    ended = gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}", "--turn", 1)
    assert "3     │   │ X" in ended.out
    assert ended.out.count("took row") == 1
    assert "wins" not in ended.out


def test_turn_zero_is_the_set_up(gamenight, database, tictactoe):
    ended = gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}", "--turn", 0)
    assert "after the set-up" in ended.out


def test_each_viewer_sees_what_it_saw_and_no_more(gamenight, database, dice):
    at = ("replay", "liarsdice-r", "--db", f"sqlite:///{database}")
    own, other, spectator = (gamenight(*at, "--as", viewer).out for viewer in ("p1", "Player 1", "spectator"))
    assert "yours: 5 6" in own
    assert "3 4" not in own
    assert "yours: 3 4" in other
    assert "5 6" not in other
    assert "yours" not in spectator


def test_events_are_numbered_as_the_viewer_counted_them(gamenight, database):
    match = played("goofspiel", "r", turns=3)
    store_match(database, match)
    at = ("replay", "goofspiel-r", "--db", f"sqlite:///{database}", "--json")
    for viewer in ("p0", "p1", "spectator"):
        events = json.loads(gamenight(*at, "--as", viewer).out)["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        commits = [event["player_id"] for event in events if event["event_type"] == "engine.committed"]
        assert set(commits) <= {viewer}


def test_json_holds_the_view_and_never_the_seed_of_a_running_match(gamenight, database, dice):
    ended = gamenight("replay", "liarsdice-r", "--db", f"sqlite:///{database}", "--as", "p0", "--json")
    moment = json.loads(ended.out)
    assert moment["view"]["game_data"]["dice"] == [3, 4]
    assert (moment["turn"], moment["turns"], moment["status"]) == (1, 1, "active")
    assert dice.state.config.random_seed not in ended.out
    assert dice.state.config.salt not in ended.out


def test_a_record_file_is_replayed_without_a_database(gamenight, tmp_path):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(played("tictactoe", "r").record()))
    ended = gamenight("replay", file, "--turn", 2, "--as", "p1")
    assert ended.code == 0
    assert "after turn 2" in ended.out
    assert "as Player 2 saw it" in ended.out


def test_a_match_of_other_rules_is_shown_from_its_events(gamenight, database, tictactoe):
    change(database, "UPDATE matches SET game_id = 'tictactoe/v9'")
    ended = gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}", "--turn", 2)
    assert ended.code == 0
    assert "shown from its events" in ended.out
    assert ended.out.count("move applied: row") == 2
    data = json.loads(gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}", "--json").out)
    assert data["view"] is None
    assert data["status"] == "finished"
    assert data["events"][-1]["event_type"] == "engine.match_finished"


def test_a_match_of_a_game_that_is_gone_is_shown_from_its_events(gamenight, database, dice):
    change(database, "UPDATE matches SET game_id = 'forgotten/v1'")
    ended = gamenight("replay", "liarsdice-r", "--db", f"sqlite:///{database}", "--as", "p1")
    assert "dice 5 6" in ended.out
    assert "3 4" not in ended.out


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["nothing"], 3, "there is no match nothing"),
        (["tictactoe-r", "--turn", 99], 2, "turns, not 99"),
        (["tictactoe-r", "--as", "Zoe"], 2, "nobody at this table is called 'Zoe'"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(gamenight, database, tictactoe, arguments, code, words):
    ended = gamenight("replay", *arguments, "--db", f"sqlite:///{database}")
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err


def test_nothing_is_made_by_looking_into_a_database_that_is_not_there(gamenight, database):
    ended = gamenight("replay", "x", "--db", f"sqlite:///{database}")
    assert (ended.code, ended.err) == (4, f"gamenight: there is no database {database}\n")
    assert not database.exists()


def test_without_a_database_or_a_file_there_is_nothing_to_read(gamenight, tmp_path):
    assert gamenight("replay", "some-match").code == 2
    assert gamenight("replay", tmp_path / "none.json").code == 2
    (tmp_path / "bad.json").write_text('{"match_id": 5}')
    ended = gamenight("replay", tmp_path / "bad.json")
    assert ended.code == 2
    assert "is not a match record" in ended.err
