"""Tree search with random rollouts on tic-tac-toe against OpenSpiel's Python search: `python -m bench.search`."""

from __future__ import annotations

import time

from bench.peer import PEER, compare, peer_rate
from gamenight.bots import make_bot
from gamenight.bots.search.mcts import MctsBot
from gamenight.core.bot import Observation, observe
from gamenight.core.match import Match
from gamenight.core.rng import Rng, seed_text

SIMULATIONS = 2_000
SEARCHES = 5


def main() -> None:
    compare(
        f"search of {SIMULATIONS:,} random rollouts from the empty board",
        "iterations per CPU second",
        ("gamenight mcts", our_rate),
        (
            f"{PEER} Python MCTS, python_tic_tac_toe",
            lambda: peer_rate("openspiel_mcts.py", SIMULATIONS, SEARCHES),
        ),
    )


def our_rate() -> float:
    match = Match.start("tictactoe", 2, 1)
    think(match, 0)
    begun = time.process_time()
    done = sum(think(match, seed) for seed in range(1, SEARCHES + 1))
    return done / (time.process_time() - begun)


def think(match: Match, seed: int) -> int:
    """Search the position once; says how many iterations that took."""
    text = f"mcts:simulations={SIMULATIONS},rollout=-1,widening=9,widening_power=0"
    bot = make_bot(text, match.plugin, seed=seed)
    bot.choose_action(seen(match, bot.worlds))
    assert isinstance(bot, MctsBot)
    return bot.report.iterations if bot.report else 0


def seen(match: Match, worlds: int) -> Observation:
    """What the player to act may know."""
    rng = Rng(seed_text("bench"), ("worlds",))
    return observe(match.plugin, match.state, match.to_act[0], match.now, 0, worlds, rng)


if __name__ == "__main__":
    main()
