"""The players at a table that a command sets up: bots and names."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.bots.bot_lookup import find_bot
from gamenight.bots.registry import BadStrategy, read_strategy
from gamenight.cli.exits import USAGE, CliError
from gamenight.core.bot import Bot
from gamenight.core.match import Match
from gamenight.core.model import Player
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import seed_text

NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Emmy", "Felix", "Grace", "Hugo", "Ida", "Jakob", "Karen", "Leo")

USUAL = "medium"
"""The default level of a person's opponents."""

PATIENCE_MS = 1500
"""Time limit of a default opponent: a person waits for it."""


def seated_bot(match: Match, player: Player) -> Bot:
    """The bot of this player. Its seed is computed from the match's seed, which cannot be computed from it."""
    assert player.bot_id is not None
    seed = seed_text(f"bot:{match.state.config.random_seed}:{player.player_id}")
    return find_bot(player.bot_id, match.plugin, seed=seed, name=player.display_name)


def how_many(specs: Sequence[str], players: int | None, game: GamePlugin, *, persons: int = 0) -> int:
    """The number of players: as requested, or from the number of bots, or the minimum of the game."""
    if players is not None:
        return players
    return len(specs) + persons if len(specs) > 1 else game.min_players


def one_each(specs: Sequence[str], count: int) -> list[str]:
    """A bot for each of `count` seats; a single bot takes all of them."""
    if len(specs) == 1:
        return list(specs) * count
    if len(specs) != count:
        raise CliError(f"{len(specs)} bots do not fit {count} seat{'' if count == 1 else 's'}", USAGE)
    return list(specs)


def opponent(game: GamePlugin) -> str:
    """The default opponent: the usual level, with a time limit if it has none; a random bot if that is invalid."""
    try:
        _, parameters = read_strategy(USUAL, game)
    except BadStrategy:
        return "random"
    is_timeless = getattr(parameters, "time_ms", PATIENCE_MS) is None
    return f"{USUAL}:time_ms={PATIENCE_MS}" if is_timeless else USUAL


def companions(count: int, person: str) -> list[str]:
    """Names for the bots at a person's table, without the person's own name."""
    free = [name for name in NAMES if name.casefold() != person.casefold()]
    return [free[index] if index < len(free) else f"Bot {index + 1}" for index in range(count)]
