"""Random games of every card game, through the pleasant API: `python -m bench.cards`."""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from gamenight.cards import CardGame
from gamenight.core.match import Match
from gamenight.core.registry import catalogue

ROUNDS = 5
DEALS = 100


def main() -> None:
    table = Table("random card games", "players", "deals per CPU second (median)", "lowest", "highest")
    for game in catalogue().games.values():
        if isinstance(game, CardGame):
            players = min(4, game.max_players)
            rates = [rate(game, players, number) for number in range(ROUNDS)]
            row = f"{statistics.median(rates):,.0f}", f"{min(rates):,.0f}", f"{max(rates):,.0f}"
            table.add_row(game.game_id, str(players), *row)
    Console().print(table)


def rate(game: CardGame[Any], players: int, number: int) -> float:
    """Deals per CPU second; matches of several deals are played to their end."""
    options = {"deals": 1} if "deals" in game.options_type.__struct_fields__ else {}
    begun, deals = time.process_time(), 0
    while deals < DEALS:
        deals += play(game, players, f"{number} {deals}", options)
    return deals / (time.process_time() - begun)


def play(game: CardGame[Any], players: int, seed: str, options: dict[str, Any]) -> int:
    """How many deals a match of random players took."""
    match, chance = Match.start(game, players, seed=seed, options=options), random.Random(seed)
    while not match.is_over:
        match.act(chance.choice(match.legal_actions(match.to_act[0])))
    number: int = match.state.game_data.deal
    return number


if __name__ == "__main__":
    main()
