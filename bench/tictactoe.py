"""Random tic-tac-toe through `Match` against OpenSpiel's pure-Python game: `python -m bench.tictactoe`."""

from __future__ import annotations

import random
import time

from bench.peer import PEER, compare, peer_rate
from gamenight.core.match import Match
from gamenight.core.model import PlayerId

GAMES = 20_000
"""Some seconds for each side: in a fifth of a second a busy machine hits one of them alone."""


def main() -> None:
    compare(
        "random tic-tac-toe",
        "games per CPU second",
        ("gamenight Match", our_rate),
        (f"{PEER} python_tic_tac_toe", lambda: peer_rate("openspiel_tictactoe.py", GAMES)),
    )


def our_rate() -> float:
    """Games per CPU second: legal actions, act and events, to the end."""
    chance = random.Random(1)
    for seed in range(200):
        play(chance, seed)
    begun = time.process_time()
    for seed in range(GAMES):
        play(chance, seed)
    return GAMES / (time.process_time() - begun)


def play(chance: random.Random, seed: int) -> dict[PlayerId, float]:
    match = Match.start("tictactoe", players=2, seed=seed)
    while not match.is_over:
        match.act(chance.choice(match.legal_actions(match.to_act[0])))
    return dict(match.scores)


if __name__ == "__main__":
    main()
