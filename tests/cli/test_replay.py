import json

import pytest

from gamenight.core.match import Match
from gamenight.core.model import Action, TimerConfig, TimerMode, seat

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
    assert "Player 1 wins" in ended.out


def test_any_turn_is_shown_as_it_was_then(gamenight, database, tictactoe):
    ended = gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}", "--turn", 1)
    assert "3   ·  ·  X" in ended.out
    assert ended.out.count("took row") == 1
    assert "wins" not in ended.out


def test_turn_zero_is_the_set_up(gamenight, database, tictactoe):
    ended = gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}", "--turn", 0)
    assert "after the set-up" in ended.out


def test_each_viewer_sees_what_it_saw_and_no_more(gamenight, database, dice):
    at = ("replay", "liarsdice-r", "--db", f"sqlite:///{database}")
    own, other, spectator = (gamenight(*at, "--as", viewer).out for viewer in ("p1", "Player 1", "spectator"))
    assert "yours: 5 6" in own
    assert not any(dice in own for dice in ("3 4", "3 and 4"))
    assert "yours: 3 4" in other
    assert not any(dice in other for dice in ("5 6", "5 and 6"))
    assert "yours" not in spectator


def test_events_have_the_viewer_s_own_numbers(gamenight, database):
    match = played("goofspiel", "r", turns=3)
    store_match(database, match)
    at = ("replay", "goofspiel-r", "--db", f"sqlite:///{database}", "--json")
    for viewer in ("p0", "p1", "spectator"):
        events = json.loads(gamenight(*at, "--as", viewer).out)["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        commits = [event["player_id"] for event in events if event["event_type"] == "engine.committed"]
        assert set(commits) <= {viewer}


@pytest.fixture
def kept(tmp_path):
    """A match stored in a database and as a record file, with the arguments for each."""

    def keep(match, name):
        store_match(tmp_path / f"{name}.db", match)
        (tmp_path / f"{name}.json").write_text(json.dumps(match.record()))
        return [(match.state.match_id, "--db", f"sqlite:///{tmp_path / name}.db"), (tmp_path / f"{name}.json",)]

    return keep


@pytest.mark.parametrize("viewer", ["p1", "spectator"])
@pytest.mark.parametrize("how", [[], ["--json"], ["--turn", 0], ["--turn", 1], ["--turn", 2]])
def test_other_viewers_cannot_see_that_a_seat_has_committed(gamenight, kept, viewer, how):
    match = played("goofspiel", "r", turns=0, timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=60_000))
    before = kept(match, "before")
    match.pass_time(5_000)
    match.act(match.legal_actions("p0")[0])
    for then, now in zip(before, kept(match, "after"), strict=True):
        assert gamenight("replay", *then, "--as", viewer, *how) == gamenight("replay", *now, "--as", viewer, *how)
        assert gamenight("replay", *then, "--as", "p0") != gamenight("replay", *now, "--as", "p0")


def test_in_a_running_match_only_turns_that_the_viewer_saw_count(gamenight, kept):
    match = played("goofspiel", "r", turns=3)
    for where in kept(match, "running"):
        seen = {v: gamenight("replay", *where, "--as", v) for v in ("p0", "p1", "spectator")}
        assert "after turn 3, as Player 1 saw it" in seen["p0"].out
        assert "after turn 1, as Player 2 saw it" in seen["p1"].out
        assert "after turn 1, as a spectator saw it" in seen["spectator"].out
        bids = gamenight("replay", *where, "--as", "p1", "--turn", 1)
        assert "bids: Player 1 13 and Player 2 13" in bids.out
        ended = gamenight("replay", *where, "--as", "p1", "--turn", 2)
        assert (ended.code, ended.out) == (2, "")
        assert "has so far shown p1 1 turns, not 2" in ended.err


def test_when_it_is_over_every_turn_counts(gamenight, kept):
    match = played("goofspiel", "r", options={"cards": 3})
    for where in kept(match, "over"):
        ended = gamenight("replay", *where, "--as", "p1", "--turn", 1)
        assert f"after turn 1 of {len(match.turns)}, as Player 2 saw it" in ended.out
        assert "bids:" not in ended.out


def test_json_has_the_view_and_never_the_seed_of_a_running_match(gamenight, database, dice):
    ended = gamenight("replay", "liarsdice-r", "--db", f"sqlite:///{database}", "--as", "p0", "--json")
    moment = json.loads(ended.out)
    assert moment["view"]["game_data"]["dice"] == [3, 4]
    assert (moment["turn"], moment["turns"], moment["status"]) == (1, None, "active")
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
    assert ended.out.count("move: row") == 2
    data = json.loads(gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}", "--json").out)
    assert data["view"] is None
    assert data["status"] == "finished"
    assert data["events"][-1]["event_type"] == "engine.match_finished"


def test_a_match_of_another_record_format_is_shown_from_its_events(gamenight, database, tictactoe):
    """Its turns are not read, as they may have another format."""
    change(database, "UPDATE matches SET record_format = 2, timer = '[]'")
    change(database, 'UPDATE turns SET input = \'["another", "format"]\'')
    at = ("replay", "tictactoe-r", "--db", f"sqlite:///{database}")
    ended = gamenight(*at, "--turn", 2)
    assert (ended.code, ended.err) == (0, "")
    assert f"after turn 2 of {len(tictactoe.turns)}" in ended.out
    assert "This match was stored in another format, so it is shown from its events." in ended.out
    assert ended.out.count("move: row") == 2
    data = json.loads(gamenight(*at, "--json").out)
    assert (data["view"], data["status"], data["turns"]) == (None, "finished", len(tictactoe.turns))


def test_a_record_file_of_another_format_is_an_error(gamenight, tmp_path):
    (tmp_path / "match.json").write_text(json.dumps(played("tictactoe", "r").record() | {"format": 2}))
    ended = gamenight("replay", tmp_path / "match.json")
    assert (ended.code, ended.out) == (2, "")
    assert "match tictactoe-r has record format 2, but this program needs 1" in ended.err


def test_a_finished_match_of_an_uninstalled_game_has_all_its_turns(gamenight, database, tictactoe):
    change(database, "UPDATE matches SET game_id = 'forgotten/v1'")
    ended = gamenight("replay", "tictactoe-r", "--db", f"sqlite:///{database}", "--turn", 2)
    assert ended.code == 0
    assert f"forgotten/v1, after turn 2 of {len(tictactoe.turns)}" in ended.out
    assert "The rules of this version are not installed, so the match is shown from its events." in ended.out
    assert ended.out.count("move: row") == 2


def test_a_match_of_an_uninstalled_game_is_shown_from_its_events(gamenight, database, dice):
    change(database, "UPDATE matches SET game_id = 'forgotten/v1'")
    ended = gamenight("replay", "liarsdice-r", "--db", f"sqlite:///{database}", "--as", "p1")
    assert "dice 5, 6" in ended.out
    assert "3, 4" not in ended.out


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["nothing"], 3, "there is no match nothing"),
        (["tictactoe-r", "--turn", 99], 2, "turns, not 99"),
        (["tictactoe-r", "--as", "Zoe"], 2, "there is no player 'Zoe' at this table"),
    ],
)
def test_unknown_matches_players_and_turns_are_reported_in_one_line(
    gamenight, database, tictactoe, arguments, code, words
):
    ended = gamenight("replay", *arguments, "--db", f"sqlite:///{database}")
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err


def test_reading_a_missing_database_does_not_create_it(gamenight, database):
    ended = gamenight("replay", "x", "--db", f"sqlite:///{database}")
    assert (ended.code, ended.err) == (4, f"gamenight: there is no database {database}\n")
    assert not database.exists()


def test_a_database_or_a_file_is_required(gamenight, tmp_path):
    assert gamenight("replay", "some-match").code == 2
    assert gamenight("replay", tmp_path / "none.json").code == 2
    (tmp_path / "bad.json").write_text('{"match_id": 5}')
    ended = gamenight("replay", tmp_path / "bad.json")
    assert ended.code == 2
    assert "is not a match record" in ended.err


# Stages


@pytest.fixture
def challenged(kept):
    """p0 bids, p1 challenges, and the dice are shown before the next roll."""
    match = Match.start(
        "liarsdice", 2, "r", match_id="challenged", options={"dice": 2, "fixed_dice": [[[3, 4], [5, 6]]]}
    )
    match.act(Action("bid", seat(0), {"quantity": 1, "face": 3}))
    match.act(Action("challenge", seat(1)))
    return kept(match, "challenged")


def test_a_stage_is_a_moment_within_a_turn(gamenight, challenged):
    for at in challenged:
        ended = gamenight("replay", *at, "--turn", 2, "--stage", 1)
        assert ended.code == 0
        assert "stage 1 of turn 2" in ended.out
        assert "3 4" in ended.out
        assert "5 6" in ended.out
        assert "round 2: everybody rolls" not in ended.out
        assert "round 2: everybody rolls" in gamenight("replay", *at, "--turn", 2).out
        data = json.loads(gamenight("replay", *at, "--turn", 2, "--stage", 1, "--json").out)
        assert (data["stage"], data["view"]["phase"]["name"], data["view"]["valid_actions"]) == (1, "revealed", [])


@pytest.mark.parametrize("turn, stage, words", [(1, 1, "shows no stages"), (2, 0, "from 1"), (2, 2, "no stage 2")])
def test_an_unknown_stage_is_refused(gamenight, challenged, turn, stage, words):
    for at in challenged:
        ended = gamenight("replay", *at, "--turn", turn, "--stage", stage)
        assert ended.code == 2
        assert words in ended.err
