"""When the engine cannot go on with a game: which rule of the contract is to blame."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gamenight.core.engine import advance, start
from gamenight.core.model import Due, Phase
from gamenight.core.plugin import GamePlugin
from gamenight.testing.chance import derived
from gamenight.testing.playouts import KIT, Playout, instant


def blame(game: GamePlugin, playout: Playout) -> str:
    """The name of the check that a broken match fails."""
    broke = playout.broke
    assert broke is not None
    if broke.kind == "raised":
        return "plays"
    if broke.kind == "refused":
        return "plays" if isinstance(broke.input, Due) else "listed"
    if broke.kind == "unworkable" and _resolves_itself(game, playout):
        return "auto_resolve"
    return "timeout" if isinstance(broke.input, Due) else "phases"


def _resolves_itself(game: GamePlugin, playout: Playout) -> bool:
    """The last phase before the end was one that needs no player."""
    asked: list[Phase] = []

    def phase_of(self: GamePlugin, game_data: Any) -> Phase:
        asked.append(type(game).phase_of(self, game_data))
        return asked[-1]

    _break_again(derived(game, {"phase_of": phase_of}), playout)
    return bool(asked) and asked[-1].auto_resolve


def _break_again(game: GamePlugin, playout: Playout) -> None:
    broke = playout.broke
    with suppress(Exception):
        if not playout.states:
            start(game, KIT, playout.table.seats(), playout.table.config(game), 0)
        elif broke is not None and broke.input is not None:
            advance(game, playout.states[-1], broke.input, instant(playout.states[-1], broke.input))
