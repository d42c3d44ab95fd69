"""The strategy that always takes the first action, for runs that must be the same each time."""

from gamenight.bots import make_bot
from gamenight.core.bot import observe
from gamenight.core.match import Match
from gamenight.core.model import GameStatus, seat
from gamenight.core.registry import load
from gamenight.core.rng import Rng, seed_text
from gamenight.core.run import run_match


def test_the_first_listed_action_is_taken():
    game = load("tictactoe")
    outcome = run_match(game, [make_bot("first", game, seed=number) for number in (1, 2)], seed=1)
    assert outcome.turns == 7  # cell by cell from the first: the third cross of the diagonal wins
    assert outcome.scores == {"p0": 1, "p1": 0}


def test_the_first_member_of_a_family_is_taken():
    game = load("hearts")
    match = Match.start(game, 4, seed=1)
    seen = observe(game, match.state, seat(0), 0, 0, 1, Rng(seed_text(1)))
    assert make_bot("first", game).choose_action(seen).payload.cards == seen.view.game_data.hand(0)[:3]
    bots = [make_bot("first", game) for _ in range(4)]
    assert run_match(game, bots, seed=1, options={"deals": 1}).status is GameStatus.FINISHED
