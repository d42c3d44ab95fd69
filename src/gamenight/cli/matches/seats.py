"""Who sits at a table that the command sets up: bots by the text of a strategy, and names."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.bots.finding import find_bot
from gamenight.bots.registry import BadStrategy, read_strategy
from gamenight.cli.exits import USAGE, CliError
from gamenight.core.bot import Bot
from gamenight.core.match import Match
from gamenight.core.model import Player
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import seed_text

NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Emmy", "Felix", "Grace", "Hugo", "Ida", "Jakob", "Karen", "Leo")

USUAL = "medium"
"""The level that a person meets who asked for nobody else."""

PATIENCE_MS = 1500
"""How long a person waits for a bot that they did not choose."""


def seated_bot(match: Match, player: Player) -> Bot:
    """The bot that this player is; its seed repeats its play and tells nothing of the match's."""
    assert player.bot_id is not None
    seed = seed_text(f"bot:{match.state.config.random_seed}:{player.player_id}")
    return find_bot(player.bot_id, match.plugin, seed=seed, name=player.display_name)


def how_many(specs: Sequence[str], players: int | None, game: GamePlugin, *, persons: int = 0) -> int:
    """How many play: as many as was said, or as there are bots named, or as few as may."""
    if players is not None:
        return players
    return len(specs) + persons if len(specs) > 1 else game.min_players


def one_each(specs: Sequence[str], count: int) -> list[str]:
    """A bot for each of so many seats: as many as were named, or one for all."""
    if len(specs) == 1:
        return list(specs) * count
    if len(specs) != count:
        raise CliError(f"{len(specs)} bots cannot take {count} seat{'' if count == 1 else 's'}", USAGE)
    return list(specs)


def opponent(game: GamePlugin) -> str:
    """Whom a person meets: the usual level of the game if it has one that works, in a hurry if it knows no clock."""
    try:
        _, parameters = read_strategy(USUAL, game)
    except BadStrategy:
        return "random"
    is_timeless = getattr(parameters, "time_ms", PATIENCE_MS) is None
    return f"{USUAL}:time_ms={PATIENCE_MS}" if is_timeless else USUAL


def companions(count: int, person: str) -> list[str]:
    """Names for the bots at a person's table, none of them the person's."""
    free = [name for name in NAMES if name.casefold() != person.casefold()]
    return [free[index] if index < len(free) else f"Bot {index + 1}" for index in range(count)]
