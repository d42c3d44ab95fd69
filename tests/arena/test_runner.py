"""An arena from its start to its result, with interruptions, on several executors."""

import asyncio
import json
import sqlite3

import msgspec
import pytest

from gamenight.arena import GameJob, Here, play_game, read_results, run_arena
from gamenight.arena.matchlog import write_match
from gamenight.core.model import MatchId
from gamenight.core.registry import load
from gamenight.core.replay import decode_record
from gamenight.store import StoreError, open_store, verify

BOTS = ["greedy", "random", "random"]


def untimed(outcomes):
    return [msgspec.structs.replace(outcome, duration_ms=0.0, think_ms=()) for outcome in outcomes]


class Breaks:
    """Plays some games, the last ones first, and then simulates a power failure."""

    def __init__(self, games: int) -> None:
        self.games = games

    def run(self, jobs):
        for job in list(jobs)[: -self.games - 1 : -1]:
            yield play_game(job)
        raise ConnectionResetError("the power failed")


def arena(**arguments):
    return run_arena("liarsdice", BOTS, **{"games": 4, "seed": 1, "executor": Here(), **arguments})


def test_the_result_has_the_figures_of_every_bot():
    result = arena()
    assert [len(group) for group in result.pairings] == [2, 2, 2]
    assert sum(standing.points for standing in result.standings) == result.tally.finished == 12
    assert [standing.games for standing in result.standings] == [8, 8, 8]
    rates = [standing.rate for standing in result.standings]
    assert rates == sorted(rates, reverse=True)
    assert result.standing("random #2").strategy == "random"
    with pytest.raises(KeyError, match="no contestant is called 'hal'"):
        result.standing("hal")


def test_an_arena_needs_at_least_one_worker():
    with pytest.raises(ValueError, match="needs at least one worker, not 0"):
        arena(executor="processes", workers=0)


def test_the_summary_is_plain_data():
    summary = json.loads(msgspec.json.encode(arena().summary()))
    assert summary["games"]["counted"] == 12
    assert [standing["name"] for standing in summary["standings"]] == [one.name for one in arena().standings]
    assert summary["head_to_head"]["greedy"]["random"]["games"] == 4
    assert summary["standings"][0]["rating"].keys() == {"mu", "sigma"}


def test_games_of_three_are_ranked():
    result = run_arena("goofspiel", BOTS, games=6, players=3, seed=1, executor=Here())
    assert sum(standing.points for standing in result.standings) == pytest.approx(6)
    assert {duel.games for row in result.tally.duels for duel in row} == {0, 6}


def test_processes_play_the_same_games(tmp_path):
    here, there = arena(), arena(executor="processes", workers=2)
    assert untimed(here.outcomes) == untimed(there.outcomes)
    assert here.tally.ratings.current == there.tally.ratings.current


def test_on_game_is_called_at_the_start_and_after_each_game():
    done = []
    arena(on_game=lambda tally: done.append(tally.done))
    assert done == list(range(13))


def test_an_interrupted_arena_continues(tmp_path):
    out = tmp_path / "r.jsonl"
    with pytest.raises(ConnectionResetError):
        arena(out=out, executor=Breaks(5))
    assert [outcome.number for outcome in read_results(out)[1]] == [7, 8, 9, 10, 11]
    done = []
    result = arena(out=out, on_game=lambda tally: done.append(tally.done))
    assert done == [5, 6, 7, 8, 9, 10, 11, 12]
    assert untimed(result.outcomes) == untimed(arena().outcomes)
    assert result.tally.ratings.current == arena().tally.ratings.current


def test_a_finished_arena_is_not_played_again(tmp_path):
    out = tmp_path / "r.jsonl"
    first = arena(out=out)
    before = out.read_bytes()
    assert arena(out=out, executor=Breaks(1)).standings == first.standings
    assert out.read_bytes() == before


def test_without_a_seed_the_seed_of_the_file_is_used(tmp_path):
    out = tmp_path / "r.jsonl"
    first = arena(out=out, seed=None)
    assert arena(out=out, seed=None, executor=Breaks(1)).contest == first.contest


def test_crashes_and_void_games_are_separate(troublemakers):
    result = run_arena("tictactoe", ["crash:answer=1", "random"], games=4, seed=1, executor=Here())
    assert (len(result.crashes), len(result.voids), result.standing("random").rate) == (4, 0, 1.0)
    assert result.standing("crash:answer=1").crashes == 4
    assert "out of ideas" in result.summary()["crashes"][0]["error"]
    assert result.summary()["crashes"][0]["crashed"] == ["crash:answer=1"]
    void = run_arena("tests.cli.swap:FallsApart", ["random", "random"], games=4, seed=1, executor=Here())
    assert (len(void.crashes), len(void.voids), void.tally.finished) == (0, 4, 0)
    assert void.standings[0].rate is None


def test_a_worker_that_dies_voids_one_game():
    result = run_arena(
        "tests.arena.perils:PerilousNim", ["random"] * 2, games=2, seed=1, options={"peril": "kill"}, workers=1
    )
    assert [outcome.status for outcome in result.outcomes] == ["void", "void"]
    assert "SIGKILL" in str(result.voids[0].error)


@pytest.fixture
def db(tmp_path):
    return f"sqlite:///{tmp_path / 'matches.db'}"


def verified(db: str, match_ids, game: str = "liarsdice"):
    """The final states of these matches, with every row verified by a replay."""

    async def check():
        store = await open_store(db)
        try:
            return [await verify(store, load(game), MatchId(match_id)) for match_id in match_ids]
        finally:
            await store.close()

    return asyncio.run(check())


def rows(db: str) -> list[tuple]:
    """Every row, without the ids and times that the database sets."""
    connection = sqlite3.connect(db.removeprefix("sqlite:///"))
    try:
        return [
            *connection.execute("SELECT id, game_id, status, seed, commitment, options FROM matches ORDER BY id"),
            *connection.execute(
                "SELECT match_id, turn_index, actor, input, at FROM turns ORDER BY match_id, turn_index"
            ),
            *connection.execute("SELECT match_id, event_type, payload FROM events ORDER BY match_id, sequence_number"),
            *connection.execute("SELECT match_id, digest FROM state_snapshots ORDER BY match_id, digest"),
            *connection.execute("SELECT match_id, seat_index, display_name, bot_id FROM seats ORDER BY 1, 2"),
        ]
    finally:
        connection.close()


def test_every_game_is_in_the_match_log_and_verifies(db):
    result = arena(db=db)
    states = verified(db, [result.contest.match_id(number) for number in range(12)])
    assert [tuple(state.scores.values()) for state in states] == [outcome.scores for outcome in result.outcomes]
    assert [player.display_name for player in states[1].players] == ["random", "greedy"]


def test_the_rows_are_the_same_wherever_the_games_were_played(tmp_path):
    here, there = (f"sqlite:///{tmp_path / name}.db" for name in ("here", "there"))
    arena(db=here)
    arena(db=there, executor="processes", workers=2)
    assert rows(here) == rows(there) != []


def test_lost_and_void_games_are_in_the_log(db, troublemakers):
    lost = run_arena("tictactoe", ["crash", "random"], games=2, seed=1, executor=Here(), db=db)
    [state, _] = verified(db, [lost.contest.match_id(number) for number in range(2)], "tictactoe")
    assert state.result.reason == "forfeit"


def test_the_log_s_games_are_not_written_twice(db, tmp_path):
    arena(db=db)
    before = rows(db)
    arena(db=db)
    assert rows(db) == before


def test_a_game_interrupted_between_file_and_log_is_played_again(db, tmp_path):
    """A game that is only in the file is played again, and so is one with only an opening in the log."""
    out = tmp_path / "r.jsonl"
    whole = arena(out=out, db=db)
    connection = sqlite3.connect(db.removeprefix("sqlite:///"))
    for table in ("state_snapshots", "events", "turns", "seats"):
        connection.execute(f"DELETE FROM {table} WHERE match_id = ?", (whole.contest.match_id(3),))
    connection.execute("DELETE FROM matches WHERE id = ?", (whole.contest.match_id(3),))
    opening = whole.contest.match_id(5)
    connection.execute("DELETE FROM state_snapshots WHERE match_id = ? AND turn_id IS NOT NULL", (opening,))
    connection.execute("DELETE FROM events WHERE match_id = ? AND turn_id IS NOT NULL", (opening,))
    connection.execute("DELETE FROM turns WHERE match_id = ?", (opening,))
    [(events,)] = connection.execute("SELECT count(*) FROM events WHERE match_id = ?", (opening,))
    connection.execute(
        "UPDATE matches SET turn_count = 0, event_count = ?, status = 'active' WHERE id = ?", (events, opening)
    )
    connection.commit()
    connection.close()
    done = []
    again = arena(out=out, db=db, on_game=lambda tally: done.append(tally.done))
    assert done == [10, 11, 12]
    assert untimed(again.outcomes) == untimed(whole.outcomes)
    verified(db, [whole.contest.match_id(number) for number in range(12)])


async def test_a_match_with_other_moves_is_never_overwritten():
    game, store = load("liarsdice"), await open_store("memory://")
    one, other = (
        decode_record(play_game(GameJob(0, "liarsdice", "s", bots, ("ann", "bob"), (0, 1), keep_record=True)).record)
        for bots in (("random", "random"), ("greedy", "random"))
    )
    await write_match(store, game, one)
    await write_match(store, game, one)
    with pytest.raises(StoreError, match="is already in the database, with other moves"):
        await write_match(store, game, other)
    assert await store.turns(one.match_id) == one.turns
