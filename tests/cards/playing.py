"""Random matches of every card game that is installed, at every number of players and with every option once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from gamenight import Match
from gamenight.cards import CardGame
from gamenight.cards.deck import FACES
from gamenight.core.fields import secret_names
from gamenight.core.registry import catalogue

CARD_GAMES = [game for game in catalogue().games.values() if isinstance(game, CardGame)]


def option_sets(game: CardGame[Any]) -> list[dict[str, Any]]:
    """The defaults, and each other value of an option that has a few."""
    sets: list[dict[str, Any]] = [{}]
    secret = secret_names(game.options_type)
    shapes = msgspec.json.schema(game.options_type)["$defs"][game.options_type.__name__]["properties"]
    for name, shape in shapes.items():
        values = [True, False] if shape.get("type") == "boolean" else shape.get("enum", [])
        sets += [{name: value} for value in values if name not in secret and value != shape.get("default")]
    return sets


def tables(game: CardGame[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players, and every option set that it allows."""
    for players in range(game.min_players, game.max_players + 1):
        for options in option_sets(game):
            if not game.validate_config(msgspec.convert(options, game.options_type), players):
                yield players, options


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


def faces_in(text: bytes) -> set[str]:
    """Every card that is named in some data."""
    return {face for face in FACES if f'"{face}"'.encode() in text or f"card/{face}".encode() in text}
