import json

import pytest

from .conftest import change
from .stored import played, store_match


@pytest.fixture
def finished(database):
    match = played("liarsdice", "v", options={"dice": 1})
    store_match(database, match)
    return match


def test_the_checks_of_a_fair_match_are_listed(gamenight, database, finished):
    ended = gamenight("verify", "liarsdice-v", "--db", f"sqlite:///{database}")
    assert (ended.code, ended.err) == (0, "")
    assert finished.events[0].payload["commitment"] in ended.out
    assert f"{len(finished.turns)} replayed" in ended.out
    assert f"{len(finished.events)} equal to those" in ended.out
    assert f"{len(finished.turns) + 1} equal to those" in ended.out


@pytest.mark.parametrize(
    "statement, words",
    [
        (
            "UPDATE matches SET seed = '00112233445566778899aabbccddeeff'",
            "published at the set-up does not fit seed and salt",
        ),
        ("UPDATE matches SET salt = substr(salt, 1, 62) || '00'", "published at the set-up does not fit seed and salt"),
        ("UPDATE matches SET commitment = 'abc'", "the commitment in its row does not fit"),
        ("UPDATE matches SET status = 'abandoned'", "its turns end as finished"),
        (
            "UPDATE events SET payload = replace(payload, '\"quantity\":2', '\"quantity\":1') WHERE turn_id ="
            " (SELECT id FROM turns WHERE turn_index = 0)",
            "turn 0",
        ),
        (
            "UPDATE turns SET input = replace(input, '\"quantity\":2', '\"quantity\":1') WHERE turn_index = 0",
            "turn 0",
        ),
        (
            "UPDATE state_snapshots SET state = replace(state, '\"round\":1', '\"round\":2') WHERE turn_id ="
            " (SELECT id FROM turns WHERE turn_index = 0)",
            "turn 0",
        ),
        ("UPDATE turns SET actor = 'p9' WHERE turn_index = 1", "turn 1"),
        ("UPDATE matches SET turn_count = 1", "turn 1"),
        ("UPDATE matches SET event_count = 1", "the match counts 1 events"),
        ("UPDATE matches SET salt = 'zz'", "its salt is not hexadecimal"),
        ("UPDATE matches SET seed = 'mine'", "its seed is not hexadecimal"),
        ("UPDATE seats SET display_name = 'Eve' WHERE seat_index = 1", "seat 1"),
        ("DELETE FROM events WHERE sequence_number = 3", "event 3 is missing"),
        ("UPDATE events SET payload = '{}' WHERE event_type = 'engine.match_finished'", "seed published at the end"),
    ],
)
def test_every_later_change_is_found(gamenight, database, finished, statement, words):
    change(database, statement)
    ended = gamenight("verify", "liarsdice-v", "--db", f"sqlite:///{database}")
    assert (ended.code, ended.out) == (1, "")
    assert "match liarsdice-v" in ended.err
    assert words in ended.err
    assert ended.err.count("\n") == 1


def test_the_seed_of_a_running_match_stays_secret(gamenight, database, tmp_path):
    running = played("liarsdice", "v", turns=1)
    store_match(database, running)
    (tmp_path / "match.json").write_text(json.dumps(running.record()))
    for where in (["liarsdice-v", "--db", f"sqlite:///{database}"], [tmp_path / "match.json"]):
        ended = gamenight("verify", *where)
        assert (ended.code, ended.out) == (2, "")
        assert "is not over" in ended.err
        assert running.state.config.random_seed not in ended.err


def test_a_record_file_is_replayed(gamenight, tmp_path, finished):
    record = finished.record()
    (tmp_path / "match.json").write_text(json.dumps(record))
    ended = gamenight("verify", tmp_path / "match.json")
    assert ended.code == 0
    assert finished.events[0].payload["commitment"] in ended.out
    record["turns"][0]["input"]["action"]["payload"]["quantity"] = 77
    (tmp_path / "match.json").write_text(json.dumps(record))
    ended = gamenight("verify", tmp_path / "match.json")
    assert ended.code == 1
    assert "match liarsdice-v, turn 0" in ended.err


@pytest.mark.parametrize(
    "change_of_row, words",
    [("game_id = 'liarsdice/v9'", "liarsdice/v9, which is not installed"), ("record_format = 2", "record format 2")],
)
def test_a_match_of_other_rules_or_another_format_cannot_be_verified(
    gamenight, database, finished, change_of_row, words
):
    change(database, f"UPDATE matches SET {change_of_row}")
    ended = gamenight("verify", "liarsdice-v", "--db", f"sqlite:///{database}")
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
