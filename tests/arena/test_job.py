"""One game: it is the same in every process; a bot that fails loses; other failures void it."""

import msgspec
import pytest

from gamenight.arena import GameJob, GameOutcome, play_game, voided
from gamenight.core.match import Match
from gamenight.core.model import GameStatus
from tests.cli.swap import FallsApart

NIM = "tests.minigames.nim:Nim"


def job(bots: str, game: str = "tictactoe", seed: str = "s", **fields) -> GameJob:
    specs = tuple(bots.split())
    names = tuple(f"{spec} at {seat}" for seat, spec in enumerate(specs))
    return GameJob(4, game, seed, specs, names, tuple(range(len(specs))), **fields)


def played(*arguments, **fields):
    return play_game(job(*arguments, **fields))


def untimed(outcome):
    return msgspec.structs.replace(outcome, duration_ms=0.0, think_ms=())


@pytest.mark.parametrize(
    "game, bots",
    [("tictactoe", "random random"), ("liarsdice", "random random random"), ("goofspiel", "greedy random")],
)
def test_the_same_job_gives_the_same_game(game, bots):
    one, other = (played(bots, game, keep_record=True) for _ in range(2))
    assert untimed(one) == untimed(other)
    assert one.status == "finished"


def test_an_outcome_has_values_for_every_seat():
    outcome = played("random random random", "liarsdice")
    assert outcome.number == 4
    assert sorted(seat for place in outcome.ranking for (seat,) in place) == [0, 1, 2]
    assert outcome.winners == outcome.ranking[0]
    assert len(outcome.scores) == len(outcome.decisions) == len(outcome.think_ms) == 3
    assert sum(outcome.decisions) == outcome.turns
    assert outcome.record is None


def test_a_job_goes_through_json_and_plays_the_same():
    first = job("random random", "liarsdice", options={"dice": 2})
    again = msgspec.json.decode(msgspec.json.encode(first), type=GameJob)
    assert untimed(play_game(again)) == untimed(play_game(first))


def test_if_all_seats_are_equivalent_the_rotated_game_differs():
    """In Goofspiel all seats are equivalent; with the same choices it would be the same game twice."""
    turned = job("random random", "goofspiel")
    turned = msgspec.structs.replace(turned, names=turned.names[::-1])
    assert played("random random", "goofspiel").scores != play_game(turned).scores[::-1]


def test_a_bot_s_seed_does_not_reveal_the_game_s_seed():
    record = played("random random", keep_record=True).record
    assert record is not None
    assert record["config"]["random_seed"] not in repr(record["players"])


def test_the_record_is_the_match():
    outcome = played("random random", "liarsdice", keep_record=True, match_id="a-4")
    match = Match.from_record(outcome.record)
    assert (match.state.match_id, match.status) == ("a-4", GameStatus.FINISHED)
    assert tuple(match.scores.values()) == outcome.scores
    assert [player.bot_id for player in match.state.players] == ["random", "random"]


@pytest.mark.parametrize(
    "bot, reason",
    [
        ("crash", "crash at 1: RuntimeError: out of ideas (troublemakers.py:"),
        ("crash:answer=1", "RuntimeError: out of ideas"),
        ("quit", "SystemExit: I am off"),
        ("illegal", "illegal answer (action_type_mismatch): Action(action_type='levitate'"),
        ("mute", "illegal answer (malformed_action): None"),
        ("verbose", "illegal answer (malformed_action): 'well,"),
        ("deaf", "ValueError: what did you say?"),
        ("deaf:event=engine.match_finished", "ValueError: what did you say?"),
        ("stillborn", "OSError: my book of openings is gone"),
    ],
)
def test_a_bot_that_fails_loses_and_the_reason_is_recorded(troublemakers, bot, reason):
    outcome = played(f"random {bot}")
    assert (outcome.status, outcome.ranking) == ("lost_by_crash", (((0,),), ((1,),)))
    assert (outcome.winners, outcome.crashed) == (((0,),), (1,))
    assert outcome.error is not None
    assert outcome.error.startswith(f"{bot} at 1: ")
    assert reason in outcome.error
    assert "\n" not in outcome.error
    assert len(outcome.error) < 1000


def test_a_bot_that_has_failed_is_not_asked_again(troublemakers):
    assert played("crash random").decisions == (1, 0)
    assert played("stillborn random").decisions == (0, 0)


def test_a_bot_that_fails_forfeits(troublemakers):
    record = played("first crash", keep_record=True).record
    match = Match.from_record(record)
    assert match.status is GameStatus.FINISHED
    assert match.result.reason == "forfeit"


def test_if_a_game_can_continue_the_others_play_it_to_the_end(troublemakers):
    """Nim skips players who left. Of seven stones p0 takes 1, p1 fails, then each takes 1: p0 takes the last."""
    outcome = played("first crash first", NIM)
    assert outcome.ranking == (((0,),), ((2,),), ((1,),))
    assert (outcome.winners, outcome.crashed, outcome.turns) == (((0,),), (1,), 8)


def test_the_first_bot_to_fail_is_ranked_last(troublemakers):
    outcome = played("crash:answer=1 crash first first", NIM)
    assert outcome.ranking[-2:] == (((0,),), ((1,),))
    assert (outcome.winners, outcome.crashed) == (outcome.ranking[0], (0, 1))


def test_if_a_game_cannot_continue_the_others_share_the_first_place(troublemakers):
    outcome = played("first crash first", "tests.arena.stops:StopsForLeavers")
    assert outcome.ranking == (((0,), (2,)), ((1,),))
    assert outcome.winners == ((0,), (2,))


def test_if_all_bots_fail_no_side_wins(troublemakers):
    outcome = played("deaf deaf")
    assert (outcome.status, outcome.winners, outcome.crashed) == ("lost_by_crash", (), (0, 1))


def test_rules_that_fail_void_the_game():
    outcome = played("random random", "tests.cli.swap:FallsApart", keep_record=True)
    assert (outcome.status, outcome.ranking, outcome.winners) == ("void", (), ())
    assert "the table collapsed" in str(outcome.error)
    assert Match.from_record(outcome.record, game=FallsApart()).status is GameStatus.ERROR


def test_a_game_that_exceeds_its_limit_of_turns_is_void():
    outcome = played("random random", max_turns=2)
    assert (outcome.status, outcome.error) == ("void", "not over after 2 turns")
    endless = played("random random", "tests.arena.stops:Endless")
    assert (endless.status, endless.error) == ("void", "not over after 12 turns")


def test_scores_that_are_not_finite_void_the_game():
    outcome = played("random random", "tests.arena.stops:Boundless")
    assert outcome.status == "void"
    assert "not finite numbers" in str(outcome.error)
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=GameOutcome) == outcome


def test_an_incomplete_ranking_voids_the_game():
    outcome = played("random random", "tests.arena.stops:Unranked")
    assert (outcome.status, outcome.ranking) == ("void", ())
    assert "does not name every side" in str(outcome.error)


@pytest.mark.parametrize(
    "bots, game, words",
    [
        ("random random", "no-such-game", "no game is called 'no-such-game'"),
        ("random genius", "tictactoe", "no bot is called 'genius'"),
        ("random random random", "tictactoe", "needs 2 players, not 3"),
    ],
)
def test_an_invalid_job_is_void(bots, game, words):
    outcome = played(bots, game)
    assert outcome.status == "void"
    assert words in str(outcome.error)


def test_a_game_lost_by_an_executor_is_void():
    assert voided(job("random random"), "gone").status == "void"


def test_iterations_are_those_of_the_searches(troublemakers):
    """Nim with seven stones and one taken at a time: the thinker answers 4 times and searches for all but the first."""
    outcome = played("thinker first", NIM)
    assert (outcome.decisions, outcome.searches, outcome.iterations) == ((4, 3), (3, 0), (30, 0))


def test_a_single_action_does_not_count_as_a_search():
    outcome = played("mcts:simulations=5 random", NIM, options={"heap": 1})
    assert (outcome.decisions, outcome.searches, outcome.iterations) == ((1, 0), (0, 0), (0, 0))


def test_a_report_attribute_of_another_type_is_ignored(troublemakers):
    assert played("chatty first").status == "finished"
