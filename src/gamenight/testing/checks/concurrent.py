"""Checks of concurrent phases: the order of answers does not matter, `is_decided` is right, and hidden actors stay
hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, permutations
from typing import Any

from gamenight.core.advancing.matching import valid_actions
from gamenight.core.engine import advance
from gamenight.core.model import Act, Action, ConcurrentMode, Due, Event, GameState, PlayerId, Refusal
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.rng import Rng
from gamenight.testing.playing.chance import OutcomeTable, dice, with_dice
from gamenight.testing.playing.playouts import name_of, random_action, some_actions, typed, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import difference, encoded
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.moments import reopen, seen, shown

Answers = Mapping[PlayerId, Action]

ROUNDS = 6
ORDERS = 12
COMPLETIONS = 12


def _is_concurrent(position: Position) -> bool:
    return position.is_active and position.state.phase.mode is ConcurrentMode.CONCURRENT


def _answers(position: Position, rng: Rng) -> dict[PlayerId, Action]:
    """One legal answer for each seat that is asked, as the game's own actions."""
    game, state = position.game, position.state
    blank = reopen(game, state, state.game_data)[0]
    fresh = {seat: random_action(game, blank, seat, rng) for seat in blank.to_act}
    return {seat: typed(game, fresh.get(seat) or blank.committed[seat]) for seat in blank.expected}


def _resolved(game: GamePlugin, game_data: Any, answers: Answers) -> Any:
    return game.resolve_concurrent_actions(game_data, answers, dice("resolve"))


def order(position: Position) -> int:
    """The answers have the same effect in every order, both in `resolve_concurrent_actions` and through the engine."""
    if not _is_concurrent(position):
        return 0
    cases, rng = 0, position.rng("order")
    for _ in range(ROUNDS):
        answers = _answers(position, rng)
        cases += _check_handed_over(position, answers)
        cases += _check_given(position, answers, rng)
    return cases


def _check_handed_over(position: Position, answers: Answers) -> int:
    game, data = position.game, position.state.game_data
    usual, cases = _resolved(game, data, answers), 0
    for seats in islice(permutations(answers), ORDERS):
        other = _resolved(game, data, {seat: answers[seat] for seat in seats})
        changed = difference(usual, other)
        if changed:
            raise BrokenRule(f"with the answers in the order {', '.join(seats)}, the result is different: {changed}")
        cases += 1
    return cases


def _check_given(position: Position, answers: Answers, rng: Rng) -> int:
    """The same check through the engine, if all answers were accepted before the prompt closed."""
    usual = _commit_all(position, answers, tuple(answers))
    seats = rng.shuffle(answers)
    other = _commit_all(position, answers, seats)
    if usual is None or other is None:
        return 0
    changed = difference(usual, other)
    if changed:
        raise BrokenRule(f"with answers given in the order {', '.join(seats)}, the state is different: {changed}")
    return 1


def _commit_all(position: Position, answers: Answers, seats: tuple[PlayerId, ...]) -> Any:
    """The state, scores, result and events after these answers; None if one of them came too late."""
    game = with_dice(position.game, OutcomeTable("commit"))
    state, _ = reopen(game, position.state, position.state.game_data)
    prompt = state.prompt
    events: tuple[Event, ...] = ()
    for seat in seats:
        if seat in state.committed:
            continue
        step = advance(game, state, Act(answers[seat], prompt), state.last_at)
        if isinstance(step, Refusal):
            return None
        state, events = step.state, events + step.events
    if state.prompt == prompt and not state.is_over and state.due_at is not None:
        closed = advance(game, state, Due(prompt), state.due_at)
        assert not isinstance(closed, Refusal)
        state, events = closed.state, events + closed.events
    own_events = [event for event in events if event.event_type.startswith("game.")]
    return {"game_data": state.game_data, "scores": state.scores, "result": state.result, "events": own_events}


def decided(position: Position) -> int:
    """If `is_decided` returns True, the missing answers do not matter."""
    game, state = position.game, position.state
    if not _is_concurrent(position) or type(game).is_decided is Game.is_decided:
        return 0
    if state.phase.closes == "deadline":
        return 0
    rng = position.rng("decided")
    forced = reopen(game, state, state.game_data)[0].committed
    return sum(_check_decided(position, forced, rng) for _ in range(ROUNDS))


def _check_decided(position: Position, forced: Answers, rng: Rng) -> int:
    game, data = position.game, position.state.game_data
    answers = _answers(position, rng)
    given = {seat: action for seat, action in answers.items() if seat in forced or rng.below(2)}
    if len(given) == len(answers) or not game.is_decided(data, given):
        return 0
    early = _resolved(game, data, given)
    for completed in islice(_completions(position, given, tuple(answers), rng), COMPLETIONS):
        changed = difference(early, _resolved(game, data, completed))
        if changed:
            raise BrokenRule(
                f"is_decided returns True after the answers of {', '.join(given) or 'no player'}, "
                f"but the other answers still matter: {changed}"
            )
    return 1


def _completions(
    position: Position, given: Answers, seats: tuple[PlayerId, ...], rng: Rng
) -> Iterator[dict[PlayerId, Action]]:
    while True:
        answers = _answers(position, rng)
        yield {seat: given.get(seat) or answers[seat] for seat in seats}


def hidden_actors(position: Position) -> int:
    """Until a hidden prompt closes, an answer changes only what the player who gave it is shown."""
    if not _is_concurrent(position) or not position.state.phase.hidden_actors:
        return 0
    state, _ = reopen(position.game, position.state, position.state.game_data)
    return sum(_check_unseen(position, state, seat) for seat in state.to_act)


def _check_unseen(position: Position, state: GameState, seat: PlayerId) -> int:
    game, cases = position.game, 0
    listing = valid_actions(game, state, seat)
    for action in some_actions(listing, seat, position.rng(f"unseen {seat}"), 3):
        step = advance(game, state, Act(action, state.prompt), state.last_at)
        if isinstance(step, Refusal):
            continue
        for viewer in viewers(state):
            if viewer != seat:
                _compare_around(game, state, step.state, step.events, viewer)
                cases += 1
    return cases


def _compare_around(
    game: GamePlugin, before: GameState, after: GameState, events: tuple[Event, ...], viewer: PlayerId | None
) -> None:
    visible = seen(events, viewer)
    if visible:
        raise BrokenRule(
            f"{name_of(viewer)} sees an event of an answer to a hidden prompt: {encoded(visible[0]).decode()}"
        )
    changed = difference(shown(game, before, viewer), shown(game, after, viewer))
    if changed:
        raise BrokenRule(f"an answer to a hidden prompt changes what {name_of(viewer)} sees: {changed}")
