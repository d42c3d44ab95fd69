"""Random games of OpenSpiel's pure-Python tic-tac-toe, in its own environment; prints games per CPU second."""

import random
import sys
import time
from typing import Any

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 (registers the game)

GAMES = int(sys.argv[1])


def play(game: Any, chance: random.Random) -> Any:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    return state.returns()


def main() -> None:
    game, chance = pyspiel.load_game("python_tic_tac_toe"), random.Random(1)
    for _ in range(200):
        play(game, chance)
    begun = time.process_time()
    for _ in range(GAMES):
        play(game, chance)
    print(GAMES / (time.process_time() - begun))


main()
