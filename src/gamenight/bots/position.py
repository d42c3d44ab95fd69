"""Look ahead: actions take effect and phases resolve as in a match, but without clocks, prompts, a log or players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from gamenight.core.advancing.flow import AUTO_RESOLVE, GAME_OVER, SETTLE_LIMIT
from gamenight.core.advancing.matching import list_actions
from gamenight.core.advancing.transitions import Left, read
from gamenight.core.errors import PluginError
from gamenight.core.listing.actions import Listing, expand, size
from gamenight.core.model import Action, ConcurrentMode, GameResult, Phase, PlayerId, TransitionResult
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng

_SEQUENTIAL = ConcurrentMode.SEQUENTIAL

SeatListings = list[tuple[PlayerId, Listing]]
"""The players who are to act, in seat order, each with its listing."""


class Position(Struct, frozen=True, gc=False):
    """A state in which a player is to act, or an end: of the match, with a result, or of the deal `horizon`.

    `seats` are the players who have not left the match.
    """

    game_data: Any
    scores: dict[PlayerId, float]
    result: GameResult | None
    phase: Phase
    seats: tuple[PlayerId, ...]
    horizon: int = 0
    is_end: bool = False

    @property
    def left(self) -> Left:
        """The players who have left, all in one group: no search needs to know who left first."""
        if len(self.seats) == len(self.scores):
            return ()
        return (tuple(player for player in self.scores if player not in self.seats),)

    @property
    def is_concurrent(self) -> bool:
        return self.phase.mode is not _SEQUENTIAL


def standing_at(
    plugin: GamePlugin, game_data: Any, scores: dict[PlayerId, float], seats: tuple[PlayerId, ...]
) -> Position:
    """The position of a state in which a prompt is open."""
    return Position(game_data, scores, None, plugin.phase_of(game_data), seats, plugin.horizon(game_data))


def play(plugin: GamePlugin, position: Position, action: Action, rng: Rng) -> Position:
    """The position after an action in a sequential phase."""
    return _settled(plugin, position, "apply_action", plugin.apply_action(position.game_data, action, rng), rng)


def resolve(plugin: GamePlugin, position: Position, actions: Mapping[PlayerId, Action], rng: Rng) -> Position:
    """The position after all players have answered in a concurrent phase."""
    answer = plugin.resolve_concurrent_actions(position.game_data, actions, rng)
    return _settled(plugin, position, "resolve_concurrent_actions", answer, rng)


def _settled(plugin: GamePlugin, before: Position, method: str, answer: Any, rng: Rng) -> Position:
    """The position after this method of the game returned this answer, when all `auto_resolve` phases are done."""
    scores, seats, horizon = before.scores, before.seats, before.horizon
    for _ in range(SETTLE_LIMIT):
        game_data, scores, result = _read(plugin, before, method, answer, scores)
        if result is not None:
            return Position(game_data, scores, result, GAME_OVER, seats, horizon, True)
        if plugin.horizon(game_data) != horizon:
            return Position(game_data, scores, None, GAME_OVER, seats, horizon, True)
        phase = plugin.phase_of(game_data)
        if phase.auto_resolve:
            method, answer = "apply_action", plugin.apply_action(game_data, AUTO_RESOLVE, rng)
            continue
        answers = None if phase.mode is _SEQUENTIAL else _answers_at_opening(plugin, game_data, phase, seats)
        if answers is None:
            return Position(game_data, scores, None, phase, seats, horizon)
        method, answer = "resolve_concurrent_actions", plugin.resolve_concurrent_actions(game_data, answers, rng)
    raise PluginError(f"{plugin.game_id}: auto-resolve did not end after {SETTLE_LIMIT} steps")


def _read(
    plugin: GamePlugin, before: Position, method: str, answer: Any, scores: dict[PlayerId, float]
) -> tuple[Any, dict[PlayerId, float], GameResult | None]:
    """The state, the scores and the result.

    Most answers need no conversion. Checking each of them as the engine does took a quarter of a search's time.
    """
    if type(answer) is plugin.state_type:
        return answer, scores, None
    if type(answer) is TransitionResult:
        given, over = answer.scores, answer.game_over
        if (given is None or type(given) is dict) and (over is None or type(over) is GameResult):
            return answer.game_data, scores if given is None else given, over
    done = read(plugin, method, answer, scores, before.left)
    return done.game_data, done.scores, done.result


def _answers_at_opening(
    plugin: GamePlugin, game_data: Any, phase: Phase, seats: tuple[PlayerId, ...]
) -> dict[PlayerId, Action] | None:
    """The engine's answers for seats without a choice, if they close a concurrent phase at once; else None."""
    answers: dict[PlayerId, Action] = {}
    if phase.hidden_actors:
        listings = dict(_listings(plugin, game_data, phase, seats))
        single = [player for player, listing in listings.items() if size(listing) == 1]
        answers = {player: expand(listings[player], player, plugin.action_types)[0] for player in single}
        is_complete = len(answers) == len(listings)
    else:
        is_complete = not _asks_anybody(plugin, game_data, phase, seats)
    if is_complete or (phase.closes == "complete" and plugin.is_decided(game_data, answers)):
        return answers
    return None


def _asks_anybody(plugin: GamePlugin, game_data: Any, phase: Phase, seats: tuple[PlayerId, ...]) -> bool:
    """Whether any player can act. A player whom the phase names can; only without names are listings needed."""
    if any(entry.player_id in seats for entry in phase.expected_actions):
        return True
    return bool(_listings(plugin, game_data, phase, seats))


def asked(plugin: GamePlugin, position: Position) -> SeatListings:
    """The players who are to act: all of a concurrent phase; in a sequential phase the first who has an action."""
    phase = position.phase
    if phase.mode is not _SEQUENTIAL:
        return _listings(plugin, position.game_data, phase, position.seats)
    for entry in phase.expected_actions:
        for player in position.seats if entry.player_id is None else (entry.player_id,):
            listing = list_actions(plugin, position.game_data, player)
            if listing and player in position.seats:
                return [(player, listing)]
    return []


def _listings(plugin: GamePlugin, game_data: Any, phase: Phase, seats: tuple[PlayerId, ...]) -> SeatListings:
    """The seats of a concurrent phase that have an action, in seat order, without those who have left."""
    wanted = {entry.player_id for entry in phase.expected_actions}
    listings = [(seat, list_actions(plugin, game_data, seat)) for seat in seats if None in wanted or seat in wanted]
    return [(seat, listing) for seat, listing in listings if listing]
