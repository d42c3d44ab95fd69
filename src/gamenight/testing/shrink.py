"""Make a failing match smaller: fewer players, default options, an earlier failure, no needless turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.model import Input
from gamenight.core.plugin import GamePlugin
from gamenight.testing.checks.data import sent
from gamenight.testing.playing.playouts import STYLES, Playout, in_words, play, play_again
from gamenight.testing.playing.tables import PLAYERS, Setup, is_valid, options_of
from gamenight.testing.reporting.report import CounterExample

Trial = Callable[[Playout], "Failure | None"]
"""Searches a match for a failure."""

ATTEMPTS = 4
PATIENCE = 3.0
"""Maximum number of seconds for the search; after that, the smallest failure found so far is reported."""


class Failure(Struct, frozen=True):
    """A check fails after the last turn of this match, or on what the match broke on."""

    playout: Playout
    what: str


def shrink(game: GamePlugin, failure: Failure, trial: Trial) -> Failure:
    """The smallest failure of the same check that was found."""
    until = time.monotonic() + PATIENCE
    failure = trial(failure.playout) or failure
    while (smaller := _at_a_smaller_table(game, failure, trial, until)) is not None:
        failure = smaller
    return _without_needless_turns(game, failure, trial, until)


def _at_a_smaller_table(game: GamePlugin, failure: Failure, trial: Trial, until: float) -> Failure | None:
    for table in _smaller_tables(game, failure.playout.table):
        if time.monotonic() > until:
            return None
        found = _fails_at(game, table, failure, trial)
        if found is not None:
            return found
    return None


def _smaller_tables(game: GamePlugin, table: Setup) -> Iterator[Setup]:
    """Fewer players first; then the default options, all of them or one by one."""
    defaults = {option.name: option.values[0] for option in options_of(game)}
    for players in range(game.min_players, table.players):
        yield replace(table, players=players, options=defaults)
        yield replace(table, players=players)
    changed = [name for name, value in defaults.items() if table.options.get(name, value) != value]
    if len(changed) > 1:
        yield replace(table, options=defaults)
    yield from (replace(table, options={**table.options, name: defaults[name]}) for name in changed)


def _fails_at(game: GamePlugin, table: Setup, failure: Failure, trial: Trial) -> Failure | None:
    now = failure.playout
    if not is_valid(game, {PLAYERS: table.players, **table.options}):
        return None
    style = next((each for each in STYLES if each.name == now.style), STYLES[0])
    for number in range(ATTEMPTS):
        found = trial(play(game, replace(table, seed=f"{table.seed} {number}" if number else table.seed), style))
        if found is not None:
            return found
    return None


def _without_needless_turns(game: GamePlugin, failure: Failure, trial: Trial, until: float) -> Failure:
    """Drop the turns one by one, the last first, as long as the match still fails."""
    at = len(failure.playout.inputs)
    while at > 0 and time.monotonic() < until:
        at -= 1
        inputs: list[Input] = list(failure.playout.inputs)
        if at >= len(inputs):
            continue
        shorter = play_again(game, failure.playout.table, inputs[:at] + inputs[at + 1 :])
        found = trial(shorter)
        if found is not None and len(found.playout.inputs) < len(inputs):
            failure = found
    return failure


def counter_example(game: GamePlugin, failure: Failure) -> CounterExample:
    """The failure in words, with the record that replays it."""
    playout = failure.playout
    moves = [
        in_words(game, state, step.turn.input, step.turn.chosen)
        for state, step in zip(playout.states, playout.steps, strict=False)
    ]
    if playout.broke and playout.broke.input is not None and playout.states:
        moves.append(in_words(game, playout.states[-1], playout.broke.input))
    table = playout.table
    return CounterExample(
        table.players, table.options, table.seed, _shortened(moves), failure.what, _record(game, playout)
    )


def _shortened(moves: list[str]) -> tuple[str, ...]:
    if len(moves) <= 30:
        return tuple(moves)
    return (*moves[:5], f"... {len(moves) - 15} more turns ...", *moves[-10:])


def _record(game: GamePlugin, playout: Playout) -> dict[str, object] | None:
    try:
        plain: dict[str, object] = sent(playout.record(game))
    except (TypeError, ValueError):
        return None
    return plain
