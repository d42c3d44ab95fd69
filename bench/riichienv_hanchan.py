"""Hanchan of RiichiEnv by players who take the first legal action; prints games per CPU second."""

import sys
import time
from typing import Any

from riichienv import RiichiEnv

GAMES = int(sys.argv[1])


def play(seed: int) -> Any:
    env = RiichiEnv(game_mode="4p-red-half", skip_mjai_logging=True, seed=seed)
    asked = env.reset()
    while not env.done():
        asked = env.step({player: seen.legal_actions()[0] for player, seen in asked.items()})
    return env.scores()


def main() -> None:
    play(0)
    begun = time.process_time()
    for seed in range(GAMES):
        play(seed)
    print(GAMES / (time.process_time() - begun))


main()
