"""OpenSpiel's Python search with random rollouts, pure-Python tic-tac-toe; prints iterations per CPU second."""

import sys
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.games import tic_tac_toe  # noqa: F401 (registers the game)

SIMULATIONS, SEARCHES = int(sys.argv[1]), int(sys.argv[2])


def main() -> None:
    game = pyspiel.load_game("python_tic_tac_toe")
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    bot = mcts.MCTSBot(game, 1.41, SIMULATIONS, evaluator, solve=False, random_state=chance)
    bot.mcts_search(game.new_initial_state())
    begun = time.process_time()
    for _ in range(SEARCHES):
        bot.mcts_search(game.new_initial_state())
    print(SIMULATIONS * SEARCHES / (time.process_time() - begun))


main()
