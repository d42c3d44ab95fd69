"""Call every method of a game that applies at a position, so that a check can watch the calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from gamenight.core.advancing.matching import valid_actions
from gamenight.core.engine import advance, start, view
from gamenight.core.model import Act, Action, ConcurrentMode, Due, Family, Forfeit, GameState, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng
from gamenight.testing.playing.playouts import KIT, instant_now, some_actions, typed, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.worlds.viewer_screens import news_for, sight_of

ACTIONS = 3

Probe = Callable[[], Any]


def exercise(game: GamePlugin, position: Position) -> None:
    """Call every method of the contract that applies here, most of them through the engine.

    Exceptions are ignored: other checks report them.
    """
    for question in questions(game, position):
        with suppress(Exception):
            question()


def questions(game: GamePlugin, position: Position) -> Iterator[Probe]:
    """All calls that can be made to a game at this position."""
    state, rng = position.state, position.rng("exercise")
    data = state.game_data
    if position.at == 0:
        yield partial(start, game, KIT, state.players, state.config, 0)
        yield partial(game.validate_config, game.options_type(), len(state.players))
        yield partial(game.teams, len(state.players), game.options_type())
    for viewer in viewers(state):
        yield partial(_look, game, position, viewer)
        yield partial(game.determinize, data, viewer, rng)
        yield partial(game.contradiction, data, viewer)
    for player in state.players:
        yield partial(game.evaluate, data, state.scores, player.player_id)
        yield partial(game.standing, data, state.scores, player.player_id)
    yield partial(game.horizon, data)
    yield partial(game.options_of, data)
    yield partial(game.chance_key, data)
    if position.is_active:
        yield from _inputs(game, position)


def _look(game: GamePlugin, position: Position, viewer: PlayerId | None) -> None:
    mine = view(game, position.state, viewer)
    news = news_for(position, viewer)
    game.ai_context(mine)
    game.recap(news, mine)
    for slot in (slot for entry in mine.valid_actions if isinstance(entry, Family) for slot in entry.slots):
        game.describe_value(slot.name, slot.of[0], mine)
    sight_of(game, mine, news)


def _inputs(game: GamePlugin, position: Position) -> Iterator[Probe]:
    state = position.state
    for seat in state.to_act:
        yield partial(game.timeout_action, state.game_data, seat)
        yield partial(game.heuristic_action, state.game_data, seat, position.rng("heuristic"))
        yield from _answers(game, position, seat)
    if state.due_at is not None:
        yield partial(advance, game, state, Due(state.prompt), state.due_at)
    leaver = position.rng("leaver").choice(state.players)
    yield partial(advance, game, state, Forfeit(leaver.player_id), instant_now(state))


def _answers(game: GamePlugin, position: Position, seat: PlayerId) -> Iterator[Probe]:
    state, rng = position.state, position.rng(f"exercise {seat}")
    for action in some_actions(valid_actions(game, state, seat), seat, rng, ACTIONS):
        yield partial(advance, game, state, Act(action, state.prompt), instant_now(state))
        yield partial(_describe, game, state, typed(game, action))
        if state.phase.mode is ConcurrentMode.CONCURRENT:
            yield partial(_resolve, game, position, typed(game, action), rng)


def _describe(game: GamePlugin, state: GameState, action: Action) -> None:
    game.describe_action(action, view(game, state, action.player_id))
    game.action_key(action)
    game.amaf_key(state.game_data, action)
    game.action_priority(state.game_data, action)


def _resolve(game: GamePlugin, position: Position, action: Action, rng: Rng) -> None:
    data, mine = position.state.game_data, {action.player_id: action}
    game.is_decided(data, mine)
    others = {
        seat: typed(game, some_actions(game.get_valid_actions(data, seat), seat, position.rng(seat), 1)[0])
        for seat in position.state.expected
    }
    game.resolve_concurrent_actions(data, {**others, **mine}, rng)
