"""Check and complete what a game returned: for the engine, for bots that look ahead, and for the conformance kit.

A game may return a bare state, scores in seat order, and True for "over, rank by the scores".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from gamenight.core.errors import WrongAnswer
from gamenight.core.model import Action, Event, GameResult, PlayerId, Reason, Side, TransitionResult, seat
from gamenight.core.plugin import GamePlugin
from gamenight.core.ranking import ranked
from gamenight.core.rng import Rng

Scores = dict[PlayerId, float]
Left = tuple[Side, ...]
"""The players who have left the match, in order; players who left together form one group."""


_NUMBERS = (int, float)


class Transition(Struct, frozen=True, gc=False):
    """The new state with what happened, everybody's scores, and the result if it is over."""

    game_data: Any
    events: Sequence[Event]
    scores: Scores
    result: GameResult | None


def create(plugin: GamePlugin, seats: tuple[PlayerId, ...], options: Any, rng: Rng, scores: Scores) -> Transition:
    return read(plugin, "create_initial_state", plugin.create_initial_state(seats, options, rng), scores)


def apply(plugin: GamePlugin, game_data: Any, action: Action, rng: Rng, scores: Scores, left: Left = ()) -> Transition:
    answer = plugin.apply_action(game_data, action, rng)
    if type(answer) is plugin.state_type:  # the hot path of every playout
        return Transition(answer, (), scores, None)
    return read(plugin, "apply_action", answer, scores, left)


def resolve(
    plugin: GamePlugin, game_data: Any, actions: Mapping[PlayerId, Action], rng: Rng, scores: Scores, left: Left = ()
) -> Transition:
    answer = plugin.resolve_concurrent_actions(game_data, actions, rng)
    return read(plugin, "resolve_concurrent_actions", answer, scores, left)


def leave(
    plugin: GamePlugin, game_data: Any, player_id: PlayerId, rng: Rng, scores: Scores, left: Left, reason: Reason
) -> Transition | None:
    """The transition when a player leaves; None: the game cannot continue."""
    answer = plugin.on_player_forfeit(game_data, player_id, rng)
    return None if answer is None else read(plugin, "on_player_forfeit", answer, scores, left, reason)


def read(
    plugin: GamePlugin, method: str, answer: Any, scores: Scores, left: Left = (), reason: Reason = "normal"
) -> Transition:
    """Complete the return value of this method; `scores` are the scores before. Raises WrongAnswer if it is invalid."""
    if type(answer) is not TransitionResult:
        if isinstance(answer, plugin.state_type):
            return Transition(answer, (), scores, None)
        answer = TransitionResult(answer)
    game_data, events = answer.game_data, answer.events
    if not isinstance(game_data, plugin.state_type):
        raise _wrong(plugin, method, f"returned {_kind(game_data)}, neither {_types(plugin)} nor a TransitionResult")
    for event in events:
        if type(event) is not Event:
            raise _wrong(plugin, method, f"returned {_kind(event)} among its events")
    if answer.scores is not None:
        scores = _by_seat(plugin, method, "scores", answer.scores, scores)
    over = answer.game_over
    if over is not None and over is not False and type(over) is not GameResult:
        over = _ranking(plugin, method, answer, scores, left, reason)
    return Transition(game_data, events, scores, over or None)


def _ranking(
    plugin: GamePlugin, method: str, answer: TransitionResult, scores: Scores, left: Left, reason: Reason
) -> GameResult:
    """The result if the game returned True: the engine ranks."""
    if answer.game_over is not True:
        raise _wrong(plugin, method, f"returned {_kind(answer.game_over)} as game_over, not True or a GameResult")
    ties = None
    if answer.tie_break is not None:
        ties = tuple(_by_seat(plugin, method, "tie_break", answer.tie_break, scores).values())
    result = _ranked(plugin, plugin.options_of(answer.game_data), tuple(scores.values()), ties, left)
    return result if reason == "normal" else GameResult(result.ranking, reason)


@lru_cache(maxsize=1024)
def _ranked(
    plugin: GamePlugin, options: Any, scores: tuple[float, ...], ties: tuple[float, ...] | None, left: Left
) -> GameResult:
    """Cached, because the playouts of a simple game often end with the same scores."""
    return ranked(
        {seat(index): score for index, score in enumerate(scores)},
        teams=plugin.teams(len(scores), options),
        tie_break=None if ties is None else {seat(index): tie for index, tie in enumerate(ties)},
        lowest_wins=plugin.lowest_wins,
        left=left,
    )


def _by_seat(
    plugin: GamePlugin, method: str, what: str, given: Mapping[PlayerId, float] | Sequence[float], seats: Scores
) -> dict[PlayerId, float]:
    """Numbers by player in seat order, from a sequence or a mapping."""
    # isinstance(..., Mapping) is slow, and most games return a tuple.
    if type(given) is not tuple and isinstance(given, Mapping):
        if given.keys() != seats.keys():
            raise _wrong(plugin, method, f"returned {what} for {_names(given)}, but the players are {_names(seats)}")
        given = [given[player] for player in seats]
    elif len(given) != len(seats):
        raise _wrong(plugin, method, f"returned {len(given)} {what} for {len(seats)} players")
    numbers = {}
    for index, player in enumerate(seats):
        number = given[index]
        if not isinstance(number, _NUMBERS):
            raise _wrong(plugin, method, f"returned {number!r} among its {what}, which is not a number")
        numbers[player] = float(number)
    return numbers


def _wrong(plugin: GamePlugin, method: str, what: str) -> WrongAnswer:
    return WrongAnswer(f"{plugin.game_id}: {method} {what}")


def _kind(value: Any) -> str:
    return "None" if value is None else f"{value!r}" if value is True else f"a {type(value).__name__}"


def _types(plugin: GamePlugin) -> str:
    return f"a {getattr(plugin.state_type, '__name__', plugin.state_type)}"


def _names(scores: Mapping[PlayerId, Any]) -> str:
    return ", ".join(map(str, scores)) or "nobody"
