import json
import os
import pty
import re
import select
import signal
import sys
import time

import pytest

from tests.timeouts import TIMEOUT_S

from .conftest import ROOT, command, rows


def test_a_game_is_played_to_its_end_through_a_pipe():
    ended = command("play", "tictactoe", "--seed", "a", typed="1\n" * 9)
    assert (ended.code, ended.err) == (0, "")
    assert "X You   O Ada" in ended.out
    assert "You  took row 1, column 1" in ended.out
    assert re.search(r"(You win|Ada wins|A draw)\n", ended.out)
    assert "Checked: the random seed of this match was fixed before its first move." in ended.out


def test_without_a_game_there_is_a_menu_and_enter_takes_the_first(typing):
    ended = typing(["", "q"], "play")
    assert ended.code == 0
    assert "Liar's Dice" in ended.out
    assert "which game?" in ended.out
    assert "Goodbye" in ended.out


def test_the_menu_accepts_names_and_explains_wrong_input(typing):
    ended = typing(["chess960", "tic", "q"], "play")
    assert "Type a number or a name" in ended.out
    assert "Three in a row wins." in ended.out


@pytest.mark.parametrize("lines", [[], ["q"], ["1", "quit"]])
def test_quitting_and_the_end_of_input_end_the_game(typing, lines):
    ended = typing(lines, "play", "tictactoe", "--seed", "s")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("Goodbye.\n")


def test_the_end_of_input_in_the_menu_ends_the_command(typing):
    ended = typing([], "play")
    assert ended.code == 0
    assert ended.out.endswith("Goodbye.\n")


def test_play_writes_no_database_unless_one_is_given(typing, database, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    assert typing(["1"] * 9, "play", "tictactoe", "--seed", "s").code == 0
    assert not database.exists()


def test_a_terminal_with_an_old_encoding_gets_question_marks():
    ended = command("play", "tictactoe", typed="q\n", PYTHONIOENCODING="ascii")
    assert ended.code == 0
    assert "1   ?  ?  ?" in ended.out


def test_words_narrow_the_list_and_a_single_action_is_taken(typing):
    ended = typing(["column 2", "row 3", "q"], "play", "tictactoe", "--seed", 1)
    narrowed = ended.out.split("> column 2\n")[1].split("> row 3")[0]
    assert "row 2, column 2" in narrowed
    assert "column 1" not in narrowed
    assert "You  took row 3, column 2" in ended.out


def test_grouped_actions_are_chosen_in_two_steps(typing):
    ended = typing(
        ["1", "180", "q"], "play", "carcassonne", "--seed", "s", "--option", "tile_order=EUUU", "--bots", "random"
    )
    assert "1  0, -1   2  0, 1" in ended.out
    assert re.search(r" 90  E at 0, -1, turned 90° +180  E at 0, -1, turned 180°", ended.out)
    assert "You  placed a city on one side, column 0, row -1" in ended.out
    assert "knight in the city to the south" in ended.out


@pytest.mark.parametrize("typed, place, city", [("0 1", "row 1", "south"), ("0 -1 270", "row -1", "west")])
def test_a_place_and_a_rotation_can_be_typed_at_once(typing, typed, place, city):
    ended = typing(
        [typed, "q"], "play", "carcassonne", "--seed", "s", "--option", "tile_order=EUUU", "--bots", "random"
    )
    assert f"You  placed a city on one side, column 0, {place}" in ended.out
    assert f"knight in the city to the {city}" in ended.out


def test_a_wrong_answer_is_explained_and_asked_again(typing):
    ended = typing(["castle", "12", "q"], "play", "tictactoe", "--seed", "s")
    assert "Nothing in the list has “castle”." in ended.out
    assert "There is no number 12 in the list." in ended.out
    assert ended.out.count("row 3, column 3") == 1


def test_enter_shows_the_table_and_the_list_again(typing):
    ended = typing(["row 1", "", "q"], "play", "tictactoe", "--seed", "s")
    again = ended.out.split("your turn > \n")[1]
    assert "X You   O Ada" in again
    assert "row 3, column 3" in again


def test_two_numbers_can_name_a_move(typing):
    ended = typing(["1 1", "1 1", "q"], "play", "tictactoe", "--seed", 1)
    assert "You  took row 1, column 1" in ended.out
    assert "Nothing in the list has “1 1”." in ended.out
    assert ended.out.count("You  took") == 1


def test_a_number_that_is_no_longer_in_the_list_is_refused(typing):
    ended = typing(["row 1", "5", "q"], "play", "tictactoe", "--seed", "s")
    assert "There is no number 5 in the list." in ended.out
    assert "You  took" not in ended.out


def test_help_and_rules_can_be_shown(typing):
    ended = typing(["?", "rules", "q"], "play", "liarsdice")
    assert "leaves the table" in ended.out
    assert "Ones are wild" in ended.out


def test_other_players_dice_are_hidden_until_they_are_revealed(typing):
    fixed = "fixed_dice=[[[2,2,2,2,2],[6,6,6,6,6]]]"
    ended = typing(["bid 1 one", "q"], "play", "liarsdice", "--option", fixed, "--seed", "b")
    assert "yours: 2 2 2 2 2" in ended.out
    assert "6 6 6 6 6" not in ended.out.split("the dice:")[0]


def test_the_person_can_choose_a_seat_and_a_name(typing):
    ended = typing(["q"], "play", "liarsdice", "--players", 3, "--seat", 2, "--name", "Ada", "--bots", "random")
    assert "Blaise (random), Ada, Clara (random)" in ended.out
    assert "Blaise  bid" in ended.out


@pytest.mark.parametrize(
    "game, bot",
    [("tictactoe", "medium"), ("tests.cli.swap:Timeless", "medium:time_ms=1500")],
    ids=["timed", "timeless"],
)
def test_the_default_opponent_is_the_medium_level_with_a_time_limit(typing, tmp_path, game, bot):
    record = tmp_path / "match.json"
    ended = typing(["q"], "play", game, "--record", record)
    assert "You, Ada (Medium)" in ended.out
    assert json.loads(record.read_text())["players"][1]["bot_id"] == bot


def test_without_a_valid_medium_level_the_opponent_is_random(typing):
    ended = typing(["q"], "play", "tests.cli.swap:Ungraded")
    assert "You, Ada (random)" in ended.out


def test_each_opponent_may_be_another_bot(typing, tmp_path):
    record = tmp_path / "match.json"
    bots = ["random", "greedy:worlds=2"]
    ended = typing(["q"], "play", "liarsdice", "--seat", 3, "--bots", *bots, "--record", record)
    assert "Ada (random), Blaise (greedy), You" in ended.out
    assert [player["bot_id"] for player in json.loads(record.read_text())["players"]] == [*bots, None]


def test_a_name_is_printed_as_it_is(typing):
    ended = typing(["q"], "play", "tictactoe", "--name", "[red]Zoë :smile:")
    assert "[red]Zoë :smile:, Ada" in ended.out


def test_a_family_is_asked_slot_by_slot(typing):
    ended = typing(["KC", "KC QS", "3 0", "2 1"], "play", "tests.cli.swap:Swap", "--seed", 3)
    assert "choose 2 of 4 cards, separated by spaces" in ended.out
    assert "that was 1" in ended.out
    assert "The second chest wants a coin." in ended.out
    assert "You: spread: chests 1, 1, 2 and Ada: spread: chests" in ended.out
    assert re.search(r"(You win|Ada wins|A draw)\n", ended.out)


def test_units_are_distributed_by_a_number_for_each_value(typing):
    ended = typing(["?", "5 5", "1 1 1 1 1 1 1 1 1 1", "100 0 0", "4 0 6", "q"], "play", "blotto", "--seed", 3)
    task = "3 numbers that add up to 10, as in 4 3 3"
    assert f"type {task}\n  in this order: field 1, field 2, and field 3" in ended.out
    assert f"type {task}:" in ended.out.split("> ?")[1]
    assert "number 5" not in ended.out
    for wrong in ("that was 2 numbers.", "that was 10 numbers.", "those add up to 100."):
        assert f"Type {task}; {wrong}" in ended.out
    assert ended.out.count("You chose") == 1
    assert "You chose: send 4 to field 1 and 6 to field 3." in ended.out


def test_a_view_without_a_drawing_is_a_table(typing):
    ended = typing(["q"], "play", "tests.cli.swap:Swap", "--seed", 3)
    assert re.search(r"hand +\w\w \w\w \w\w \w\w *\n", ended.out)
    assert re.search(r"is passed +no *\n", ended.out)
    assert re.search(r"dealt: cards each 4, hand \w\w, \w\w, \w\w, \w\w *\n", ended.out)


def test_a_match_is_in_the_database_and_abandoned_if_the_person_left(typing, database):
    ended = typing(["1"] * 9, "play", "tictactoe", "--seed", 1, "--db", f"sqlite:///{database}")
    typing(["1", "q"], "play", "tictactoe", "--seed", "s", "--db", f"sqlite:///{database}")
    assert rows(database, "SELECT status FROM matches ORDER BY created_at, status DESC") == [
        ("finished",),
        ("abandoned",),
    ]
    assert "gamenight replay" in ended.out


def test_a_match_can_be_written_as_a_record(typing, tmp_path):
    typing(["1", "q"], "play", "tictactoe", "--seed", "s", "--record", tmp_path / "match.json")
    record = json.loads((tmp_path / "match.json").read_text())
    assert record["turns"][0]["input"]["type"] == "action"
    assert record["turns"][-1]["input"]["type"] == "abandon"


def test_the_seed_is_shown_only_at_the_end(typing):
    seed = "00112233445566778899aabbccddeeff"
    played = typing(["1"] * 9, "play", "tictactoe", "--seed", seed).out
    assert played.count(seed) == 1
    told = played.split("\n  Seed ")[1]
    assert seed in told
    assert re.search(r"\n  Salt +[0-9a-f]{64}\s+Fairness  Checked: ", told)


def test_a_match_that_is_not_stored_shows_no_id(typing, tmp_path):
    assert not re.search(r"\n  Match ", typing(["1"] * 9, "play", "tictactoe", "--seed", "s").out)
    kept = typing(["1"] * 9, "play", "tictactoe", "--seed", "s", "--record", tmp_path / "match.json").out
    assert re.search(r"\n  Match +[0-9a-f]{32}", kept)


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["tictactoe", "--seat", 3], "no seat 3 at a table of 2"),
        (["tictactoe", "--players", 5], "needs 2 players, not 5"),
        (["tictactoe", "--option", "size=4"], "tictactoe: there is no option 'size'; there are: none"),
        (["tictactoe", "--bots", "genius"], "no bot is called 'genius'"),
        (["liarsdice", "--players", 2, "--bots", "random", "random"], "2 bots do not fit 1 seat"),
    ],
)
def test_an_invalid_table_is_refused(typing, arguments, words):
    ended = typing([], "play", *arguments)
    assert ended.code == 2
    assert words in ended.err


class Session:
    """The command at a pseudo-terminal."""

    def __init__(self, *argv):
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="40")
            # A test run in the background ignores interrupts, and its children would too.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execv(sys.executable, [sys.executable, "-m", "gamenight", *argv])
        self.seen = ""

    def wait_for(self, words):
        deadline = time.monotonic() + TIMEOUT_S
        while words not in self.seen:
            assert select.select([self.screen], [], [], deadline - time.monotonic())[0], self.seen
            self.seen += re.sub(r"\x1b\[[0-9;?]*\w", "", os.read(self.screen, 4096).decode())
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, text):
        os.write(self.screen, text.encode())

    def end(self):
        """The exit code."""
        while True:
            try:
                if not os.read(self.screen, 4096):
                    break
            except OSError:
                break
        os.close(self.screen)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_a_person_plays_at_a_real_terminal():
    session = Session("play", "tictactoe", "--seed", "c")
    session.wait_for("your turn > ")
    session.type("5\r")
    session.wait_for("You  took row 2, column 2")
    session.wait_for("Ada  took")
    session.wait_for("your turn > ")
    session.type("row 9\x7f1\r")
    session.wait_for("row 9")
    session.wait_for("your turn > ")
    session.type("q\r")
    session.wait_for("Goodbye.")
    assert session.end() == 0


@pytest.mark.parametrize("key, code", [("\x03", 130), ("\x04", 0)])
def test_interrupting_and_ending_the_input_are_polite_at_a_terminal(key, code):
    session = Session("play", "tictactoe")
    session.wait_for("your turn > ")
    # An interrupt between the prompt and the first look at the keyboard would wait for the next key.
    time.sleep(0.3)
    session.type(key)
    session.wait_for("Goodbye.")
    assert session.end() == code
