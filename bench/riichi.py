"""Hanchan by players who take the first legal action, beside RiichiEnv, written in Rust: `python -m bench.riichi`."""

from __future__ import annotations

import time

from bench.peer import RIICHI_PEER, compare, peer_rate
from gamenight.core.match import Match
from gamenight.core.model import PlayerId

GAMES = 20


def main() -> None:
    compare(
        "riichi, first legal action",
        "hanchan per CPU second",
        ("gamenight Match", our_rate),
        (RIICHI_PEER, lambda: peer_rate("riichienv_hanchan.py", GAMES, peer=RIICHI_PEER)),
    )


def our_rate() -> float:
    play(0)
    begun = time.process_time()
    for seed in range(GAMES):
        play(seed)
    return GAMES / (time.process_time() - begun)


def play(seed: int) -> dict[PlayerId, float]:
    match = Match.start("riichi", players=4, seed=seed)
    while not match.is_over:
        match.act(match.legal_actions(match.to_act[0])[0])
    return dict(match.scores)


if __name__ == "__main__":
    main()
