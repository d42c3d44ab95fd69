"""Who sits at a table that the command sets up: kinds of bots, and names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamenight.bots import RandomBot
from gamenight.cli.exits import USAGE, CliError
from gamenight.core.bot import Bot
from gamenight.core.plugin import GamePlugin

KINDS: dict[str, Callable[[str, str], Bot]] = {"random": RandomBot}
"""Each makes a bot from a seed and a name."""

NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Emmy", "Felix", "Grace", "Hugo", "Ida", "Jakob", "Karen", "Leo")


def bot(kind: str, seed: str, name: str) -> Bot:
    """A bot of this kind; the same seed plays the same way."""
    make = KINDS.get(kind)
    if make is None:
        raise CliError(f"no bot is called {kind!r}; there are: {', '.join(sorted(KINDS))}", USAGE)
    return make(seed, name)


def kinds_for(wanted: Sequence[str], players: int | None, game: GamePlugin) -> list[str]:
    """A kind of bot for each seat: as many as were named, or one kind for all."""
    if len(wanted) > 1 and players not in (None, len(wanted)):
        raise CliError(f"{len(wanted)} bots cannot take {players} seats", USAGE)
    if len(wanted) > 1:
        return list(wanted)
    return list(wanted or ["random"]) * (players or game.min_players)


def companions(count: int, person: str) -> list[str]:
    """Names for the bots at a person's table, none of them the person's."""
    free = [name for name in NAMES if name.casefold() != person.casefold()]
    return [free[index] if index < len(free) else f"Bot {index + 1}" for index in range(count)]
