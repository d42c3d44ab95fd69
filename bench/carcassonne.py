"""Carcassonne on one core: random games, and search in the middle of a game: `python -m bench.carcassonne`."""

from __future__ import annotations

import random
import statistics
import time

from rich.console import Console
from rich.table import Table

from bench.search import seen
from gamenight.bots import make_bot
from gamenight.bots.search.mcts import MctsBot
from gamenight.core.match import Match

GAMES = 60
ROUNDS = 5
TILES = 35
SIMULATIONS = 1_000
POSITIONS = 4


def main() -> None:
    rates = [random_games() for _ in range(ROUNDS)]
    searched = [search_rate() for _ in range(ROUNDS)]
    table = Table("carcassonne, 2 players", "per CPU second (median)", "lowest", "highest")
    for name, own in (("random games", rates), (f"search iterations at {TILES} placed tiles", searched)):
        table.add_row(name, f"{statistics.median(own):,.0f}", f"{min(own):,.0f}", f"{max(own):,.0f}")
    Console().print(table)


def random_games() -> float:
    """Games per CPU second through `Match`: legal actions, act and events, to the end."""
    chance = random.Random(1)
    begun = time.process_time()
    for seed in range(GAMES):
        played(chance, seed)
    return GAMES / (time.process_time() - begun)


def played(chance: random.Random, seed: int, tiles: int | None = None) -> Match:
    """A match that random players played to the end, or to the prompt with so many tiles placed."""
    match = Match.start("carcassonne", 2, seed)
    while not match.is_over:
        if tiles is not None and match.state.phase.name == "place_tile" and placed(match) >= tiles:
            break
        match.act(chance.choice(match.legal_actions(match.to_act[0])))
    return match


def placed(match: Match) -> int:
    return len(match.view().game_data.tiles)


def search_rate() -> float:
    """Iterations per CPU second of the search that levels use, over some positions."""
    chance = random.Random(1)
    matches = [played(chance, seed, TILES) for seed in range(POSITIONS)]
    begun = time.process_time()
    done = sum(think(match) for match in matches)
    return done / (time.process_time() - begun)


def think(match: Match) -> int:
    bot = make_bot(f"mcts:simulations={SIMULATIONS}", match.plugin, seed=1)
    bot.choose_action(seen(match, bot.worlds))
    assert isinstance(bot, MctsBot)
    return bot.report.iterations if bot.report else 0


if __name__ == "__main__":
    main()
