import json

from .stored import played, store_match


def test_an_upgraded_database_is_empty_and_has_the_newest_schema(gamenight, database):
    url = f"sqlite:///{database}"
    assert gamenight("db", "upgrade", "--db", url).code == 0
    assert gamenight("db", "upgrade", "--db", url).code == 0
    ended = gamenight("db", "status", "--db", url)
    assert ended.code == 0
    assert "the newest" in ended.out
    assert "matches  0" in ended.out


def test_the_status_counts_the_matches(gamenight, database):
    store_match(database, played("tictactoe", "a"))
    store_match(database, played("tictactoe", "b", turns=2))
    ended = gamenight("db", "status", "--db", f"sqlite:///{database}")
    assert "matches  2" in ended.out
    assert "1 active" in ended.out
    assert "1 finished" in ended.out


def test_the_matches_are_listed_the_newest_first_and_without_their_seeds(gamenight, database):
    first, second = played("tictactoe", "a"), played("liarsdice", "b", turns=2)
    for match in (first, second):
        store_match(database, match)
    shown = gamenight("db", "matches", "--db", f"sqlite:///{database}")
    told = gamenight("db", "matches", "--db", f"sqlite:///{database}", "--json")
    assert (shown.code, told.code) == (0, 0)
    assert [line.split()[:3] for line in shown.out.splitlines()[1:]] == [
        ["liarsdice-b", "liarsdice", "active"],
        ["tictactoe-a", "tictactoe", "finished"],
    ]
    assert [(one["match_id"], one["status"]) for one in json.loads(told.out)] == [
        ("liarsdice-b", "active"),
        ("tictactoe-a", "finished"),
    ]
    for match in (first, second):
        assert match.state.config.random_seed not in shown.out + told.out
        assert match.state.config.salt not in shown.out + told.out


def test_a_database_without_matches_lists_none(gamenight, database):
    url = f"sqlite:///{database}"
    assert gamenight("db", "matches", "--db", url).code == 4
    gamenight("db", "upgrade", "--db", url)
    assert gamenight("db", "matches", "--db", url).out == "There are no matches.\n"
    assert json.loads(gamenight("db", "matches", "--db", url, "--json").out) == []


def test_the_status_command_changes_nothing(gamenight, database):
    ended = gamenight("db", "status", "--db", f"sqlite:///{database}")
    assert ended.code == 4
    assert not database.exists()
    database.touch()
    ended = gamenight("db", "status", "--db", f"sqlite:///{database}")
    assert ended.code == 4
    assert "run gamenight db upgrade" in ended.err
    assert database.stat().st_size == 0


def test_a_file_that_is_not_a_database_is_an_error(gamenight, database):
    database.write_text("these are not the rows you are looking for\n" * 99)
    for action in ("status", "upgrade"):
        ended = gamenight("db", action, "--db", f"sqlite:///{database}")
        assert ended.code == 4
        assert "not a database" in ended.err


def test_a_database_must_be_given(gamenight):
    assert gamenight("db", "status").code == 2


def test_a_password_is_in_no_message(gamenight):
    ended = gamenight("db", "status", "--db", "postgresql://me:hunter2@127.0.0.1:1/none")
    assert ended.code == 4
    assert "hunter2" not in ended.err


def test_a_match_in_postgresql_is_played_replayed_and_verified(gamenight, postgres_database):
    ended = gamenight("match", "--game", "liarsdice", "--seed", "s", "--db", postgres_database, "--json")
    assert ended.code == 0
    match_id = json.loads(ended.out)["match_id"]
    for command in ("replay", "verify"):
        ended = gamenight(command, match_id, "--db", postgres_database)
        assert (ended.code, ended.err) == (0, "")
        assert match_id in ended.out
    assert "1 finished" in gamenight("db", "status", "--db", postgres_database).out


def test_a_backup_is_a_new_file(gamenight, tmp_path):
    url = f"sqlite:///{tmp_path / 'matches.db'}"
    gamenight("db", "upgrade", "--db", url)
    ended = gamenight("db", "backup", str(tmp_path / "copy.db"), "--db", url)
    assert ended.code == 0
    assert "copied" in ended.out
    assert "matches  0" in gamenight("db", "status", "--db", f"sqlite:///{tmp_path / 'copy.db'}").out
    assert gamenight("db", "backup", str(tmp_path / "copy.db"), "--db", url).code != 0
