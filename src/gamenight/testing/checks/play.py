"""Checks of the course of a match: phases, timeouts, forfeits, the end, scores and results."""

from __future__ import annotations

import math
from itertools import chain, combinations

from gamenight.core.engine import advance, view
from gamenight.core.match import decode_options
from gamenight.core.model import Act, Forfeit, GameState, Phase, PlayerId, Rank, Refusal
from gamenight.core.plugin import GamePlugin
from gamenight.core.ranking import side_score, sides_of
from gamenight.core.rng import Rng
from gamenight.testing.playing.playouts import RANDOM, instant, instant_now, is_active, next_input, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import difference
from gamenight.testing.reporting.report import BrokenRule

LEAVERS = 2
A_WHILE = 20


def phases(position: Position) -> int:
    if not position.is_active:
        return 0
    state = position.state
    changed = difference(state.phase, position.game.phase_of(state.game_data))
    if changed:
        raise BrokenRule(f"phase_of, called again with the same state, returns another phase: {changed}")
    _check_phase(position.game, state)
    return 1


def _check_phase(game: GamePlugin, state: GameState) -> None:
    """The phase expects at least one player, each of them has a valid action, and every listed action is expected."""
    phase = state.phase
    if not phase.expected_actions or not state.expected:
        raise BrokenRule(f"phase {phase.name!r} expects no player and has no auto_resolve, but the match is not over")
    unknown = {entry.action_type for entry in phase.expected_actions if entry.action_type} - game.action_types.keys()
    if unknown:
        raise BrokenRule(f"phase {phase.name!r} expects {min(unknown)!r}, which is not in action_types")
    if phase.shown_ms or phase.confirm_ms:
        raise BrokenRule(f"phase {phase.name!r} has shown_ms or confirm_ms, so it must be auto_resolve")
    _check_concurrent(game, phase)
    for seat in state.expected:
        _check_asked(game, state, seat)


def _check_concurrent(game: GamePlugin, phase: Phase) -> None:
    if phase.closes == "deadline" and any(entry.timeout_ms is None for entry in phase.expected_actions):
        raise BrokenRule(f"phase {phase.name!r} closes at its deadline but has no timeout_ms")
    if phase.revisable and phase.closes != "deadline":
        raise BrokenRule(f"phase {phase.name!r} is revisable, so it must close at its deadline")
    if phase.hidden_actors and not game.hides_actors:
        raise BrokenRule(f"phase {phase.name!r} hides its actors, so the game must set hides_actors")


def _check_asked(game: GamePlugin, state: GameState, seat: PlayerId) -> None:
    if seat in chain.from_iterable(state.out):
        raise BrokenRule(f"phase {state.phase.name!r} waits for {seat}, who has left")
    listing = game.get_valid_actions(state.game_data, seat)
    if not listing:
        raise BrokenRule(f"phase {state.phase.name!r} waits for {seat}, who has no valid action")
    asked = {e.action_type for e in state.phase.expected_actions if e.player_id in (None, seat)}
    stray = {entry.action_type for entry in listing} - (game.action_types.keys() if None in asked else asked)
    if stray and None in asked:
        raise BrokenRule(f"{seat} has the valid action {min(stray)!r}, which is not in action_types")
    if stray:
        raise BrokenRule(
            f"{seat} has the valid action {min(stray)!r}, which phase {state.phase.name!r} does not expect"
        )


def timeout(position: Position) -> int:
    state, game = position.state, position.game
    for seat in state.to_act:
        action = game.timeout_action(state.game_data, seat)
        if action is None:
            continue
        if action.player_id != seat:
            raise BrokenRule(f"timeout_action for {seat} returned an action of {action.player_id}")
        step = advance(game, state, Act(action, state.prompt), instant_now(state))
        if isinstance(step, Refusal):
            raise BrokenRule(
                f"timeout_action for {seat} returned {action.action_type!r}, which is refused: {step.message}"
            )
    return len(state.to_act)


def termination(position: Position) -> int:
    if not position.is_last or position.playout.broke:
        return 0
    taken, most = position.playout.actions_taken, position.game.max_turns
    if taken > most:
        raise BrokenRule(f"after {taken} actions the match is not over, but max_turns is {most}")
    return int(position.state.is_over)


def scores(position: Position) -> int:
    _check_scores(position.state)
    if position.state.is_over:
        _check_result(position.game, position.state)
    return 1


def _check_scores(state: GameState) -> None:
    seats = {player.player_id for player in state.players}
    if state.scores.keys() != seats:
        raise BrokenRule(f"there are scores for {sorted(state.scores)}, but the players are {sorted(seats)}")
    for seat, score in state.scores.items():
        if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
            raise BrokenRule(f"the score of {seat} is {score!r}, which is not a finite number")


def _check_result(game: GamePlugin, state: GameState) -> None:
    result = state.result
    if result is None:
        raise BrokenRule("the match is over without a result")
    _check_places(game, state, result.ranking)
    if result.reason == "normal":  # otherwise a player left, and the ranking need not follow the scores
        _check_order(game, state, result.ranking)


def _check_places(game: GamePlugin, state: GameState, ranking: tuple[Rank, ...]) -> None:
    """The ranking names every side exactly once, and no place is empty."""
    if not all(isinstance(side, tuple) for place in ranking for side in place):
        raise BrokenRule(f"each place of the ranking {ranking} must be a tuple of sides, which are tuples of players")
    sides = sides_of(game, len(state.players), decode_options(game, state.config.options))
    if sorted(tuple(sorted(side)) for place in ranking for side in place) != sorted(tuple(sorted(s)) for s in sides):
        raise BrokenRule(f"the ranking {ranking} does not name every side exactly once; the sides are {sides}")
    if not all(ranking):
        raise BrokenRule(f"the ranking {ranking} has an empty place")


def _check_order(game: GamePlugin, state: GameState, ranking: tuple[Rank, ...]) -> None:
    """No side has a better place with a worse score. A side that a player has left does not count; a tie-break may
    separate equal scores."""
    sign, gone = -1 if game.lowest_wins else 1, set(chain.from_iterable(state.out))
    stayed = [[side_score(state.scores, side) for side in place if gone.isdisjoint(side)] for place in ranking]
    for better, worse in combinations(stayed, 2):
        if any(sign * one < sign * other for one in better for other in worse):
            raise BrokenRule(f"the ranking {ranking} contradicts the scores {dict(state.scores)}")


def forfeit(position: Position) -> int:
    """Let a player leave: the match must be over, or continue to its end."""
    if not position.is_active:
        return 0
    gone = set(chain.from_iterable(position.state.out))
    playing = [player.player_id for player in position.state.players if player.player_id not in gone]
    leavers = position.rng("leavers").sample(playing, LEAVERS)
    for seat in leavers:
        _let_leave(position, seat)
    return len(leavers)


def _let_leave(position: Position, seat: PlayerId) -> None:
    leaving = Forfeit(seat, "resignation")
    step = advance(position.game, position.state, leaving, instant(position.state, leaving))
    if isinstance(step, Refusal):
        raise BrokenRule(f"{seat} could not leave: {step.message}")
    try:
        rng = position.rng(f"forfeit {seat}")
        _play_on(position.game, step.state, rng, position.game.max_turns if rng.below(4) == 0 else A_WHILE)
    except Exception as error:
        raise BrokenRule(f"after {seat} had left: {error}") from error


def _play_on(game: GamePlugin, state: GameState, rng: Rng, turns: int) -> None:
    """Play up to `turns` turns; if these are `max_turns`, the match must end."""
    for _ in range(turns + 1):
        _check_scores(state)
        for viewer in viewers(state):
            view(game, state, viewer)
        if not is_active(state):
            _check_result(game, state)
            return
        _check_phase(game, state)
        input = next_input(game, state, RANDOM, rng, {})
        step = None if input is None else advance(game, state, input, instant(state, input))
        if step is None or isinstance(step, Refusal):
            raise BrokenRule(f"the match is stuck in phase {state.phase.name!r}")
        state = step.state
    if turns == game.max_turns:
        raise BrokenRule(f"the match did not end within max_turns ({turns})")
