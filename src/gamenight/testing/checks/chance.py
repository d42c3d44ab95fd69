"""The check of random outcomes: an outcome that a viewer cannot see must not be revealed to it."""

from __future__ import annotations

from gamenight.core.engine import advance
from gamenight.core.errors import GameEngineError
from gamenight.core.model import PlayerId, Step
from gamenight.core.rng import Rng
from gamenight.testing.playing.chance import Changes, Rewritten, with_dice
from gamenight.testing.playing.playouts import is_active, name_of, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import difference_in_order, encoded
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.moments import seen, shown

TRIES = 6


def chance_alike(position: Position) -> int:
    """Repeat the last turn with one random outcome changed: if a viewer's next view is equal, everything else that it
    is shown must be equal, too."""
    book = Rewritten(Changes())
    here = _again(position, book)
    if here is None or not (book.drawn or book.decks):
        return 0
    rng, cases = position.rng("chance"), 0
    for _ in range(TRIES):
        there = _again(position, Rewritten(_one_change(book, rng)))
        if there is None or encoded(there.state.game_data) == encoded(here.state.game_data):
            continue
        for viewer in viewers(here.state):
            cases += _compare(position, viewer, here, there)
    return cases


def _again(position: Position, book: Rewritten) -> Step | None:
    """Repeat the turn that led here, with the random outcomes of this book; None if the match ends with it."""
    if position.step is None:
        return None
    before, turn = position.playout.states[position.at - 1], position.step.turn
    try:
        step = advance(with_dice(position.game, book), before, turn.input, turn.at, chosen=turn.chosen)
    except GameEngineError:
        return None
    return step if isinstance(step, Step) and is_active(step.state) else None


def _one_change(book: Rewritten, rng: Rng) -> Changes:
    """Change the outcome of one draw, or swap two places of one shuffle."""
    draw = rng.choice([*book.drawn, *book.decks])
    if draw in book.drawn:
        return Changes({draw: rng.below(book.drawn[draw])})
    length = len(book.decks[draw])
    return Changes(swaps={draw: ((rng.below(length), rng.below(length)),)}) if length else Changes()


def _compare(position: Position, viewer: PlayerId | None, here: Step, there: Step) -> int:
    game = position.game
    views = [encoded(game.get_player_view(step.state.game_data, viewer)) for step in (here, there)]
    if views[0] != views[1]:
        return 0
    changed = difference_in_order(seen(here.events, viewer), seen(there.events, viewer))
    if changed:
        raise BrokenRule(
            f"an event reveals to {name_of(viewer)} a random outcome that its view does not show: {changed}"
        )
    changed = difference_in_order(shown(game, here.state, viewer), shown(game, there.state, viewer))
    if changed:
        raise BrokenRule(f"{name_of(viewer)} is shown a random outcome that its game view does not show: {changed}")
    return 1
