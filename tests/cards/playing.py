"""Random matches of all installed card games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from gamenight import Match
from gamenight.cards import CardGame
from gamenight.core.registry import catalogue

CARD_GAMES = [game for game in catalogue().games.values() if isinstance(game, CardGame)]


def play(game: CardGame[Any], players: int, seed: str, options: dict[str, Any], look: Callable[[Match], None]) -> Match:
    """A match of random players; `look` is called at the opening and after every action."""
    match, chance = Match.start(game, players, seed=seed, options=options), random.Random(seed)
    look(match)
    while not match.is_over:
        player = chance.choice(match.to_act)
        match.act(chance.choice(match.legal_actions(player)))
        look(match)
    return match


def all_cards(match: Match) -> Counter[str]:
    return Counter(card for pile in match.state.game_data.piles.values() for card in pile)
