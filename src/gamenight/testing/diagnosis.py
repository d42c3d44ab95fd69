"""Find the check that a broken match fails: the engine could not continue, and some rule of the contract was broken."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gamenight.core.engine import advance, start
from gamenight.core.errors import WrongAnswer
from gamenight.core.model import Due, Phase
from gamenight.core.plugin import GamePlugin
from gamenight.testing.checks import returns
from gamenight.testing.playing.chance import derived, own
from gamenight.testing.playing.playouts import KIT, Breakdown, Playout, instant
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.report import BrokenRule


def blame(game: GamePlugin, playout: Playout) -> tuple[str, str]:
    """The name of the check that a broken match fails, and a description of the fault."""
    assert playout.broke is not None
    wrong = _wrong_type(game, playout)
    return ("types", wrong) if wrong else (_check(game, playout, playout.broke), playout.broke.message)


def _wrong_type(game: GamePlugin, playout: Playout) -> str | None:
    """The first wrong return type of a method on the way to where the match broke, in words."""
    try:
        _break_again(returns.checked(game), playout)
    except WrongAnswer as error:
        return str(error)
    except Exception:
        pass
    if not playout.states:
        return None
    try:
        returns.types(Position(game, playout, len(playout.states) - 1))
    except BrokenRule as fault:
        return str(fault)
    return None


def _check(game: GamePlugin, playout: Playout, broke: Breakdown) -> str:
    if broke.kind == "raised":
        return "plays"
    if broke.kind == "refused":
        return "plays" if isinstance(broke.input, Due) else "listed"
    if broke.kind == "unworkable" and _resolves_itself(game, playout):
        return "auto_resolve"
    return "timeout" if isinstance(broke.input, Due) else "phases"


def _resolves_itself(game: GamePlugin, playout: Playout) -> bool:
    """Whether the last phase before the match broke has `auto_resolve`."""
    asked: list[Phase] = []

    def phase_of(self: GamePlugin, game_data: Any) -> Phase:
        asked.append(own(type(game), "phase_of", self)(game_data))
        return asked[-1]

    with suppress(Exception):
        _break_again(derived(game, {"phase_of": phase_of}), playout)
    return bool(asked) and asked[-1].auto_resolve


def _break_again(game: GamePlugin, playout: Playout) -> None:
    broke = playout.broke
    if not playout.states:
        start(game, KIT, playout.table.seats(), playout.table.config(game), 0)
    elif broke is not None and broke.input is not None:
        advance(game, playout.states[-1], broke.input, instant(playout.states[-1], broke.input))
