"""Two worlds side by side, with the same actions and the same random outcomes in both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamenight.core.advancing.matching import valid_actions
from gamenight.core.engine import advance
from gamenight.core.model import Act, Action, ConcurrentMode, Due, GameState, Input, PlayerId, Refusal
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng
from gamenight.testing.playing.chance import OutcomeTable, with_dice
from gamenight.testing.playing.playouts import in_words, is_active, random_action
from gamenight.testing.playing.position import Position
from gamenight.testing.worlds.moments import reopen


class PlayedWorld:
    """One of the two worlds: its state, and its events and stages since the last comparison."""

    def __init__(self, game: GamePlugin, state: GameState, game_data: Any) -> None:
        self.game = with_dice(game, OutcomeTable("pair"))
        self.state, self.events = reopen(self.game, state, game_data)
        self.stages: tuple[GameState, ...] = ()
        self.chosen: dict[PlayerId, Action] = {}

    def put(self, input: Input, now: int) -> bool:
        step = advance(self.game, self.state, input, now)
        if isinstance(step, Refusal):
            return False
        self.state, self.events = step.state, self.events + step.events
        self.stages += tuple(stage.state for stage in step.stages)
        self.chosen = {action.player_id: action for action in step.turn.chosen}
        return True


class Pair:
    """The real world and another one, compared by one viewer."""

    def __init__(
        self, game: GamePlugin, viewer: PlayerId | None, number: int, sides: tuple[PlayedWorld, PlayedWorld]
    ) -> None:
        self.game = game
        self.viewer = viewer
        self.number = number
        self.sides = sides
        self.told: list[str] = []

    def tell(self, input: Input) -> None:
        self.told.append(in_words(self.game, self.sides[0].state, input))

    def forget_events(self) -> None:
        """Start the comparison here."""
        for side in self.sides:
            side.events, side.stages = (), ()


def open_pair(position: Position, viewer: PlayerId | None, number: int, world: Any) -> Pair:
    game, state = position.game, position.state
    sides = PlayedWorld(game, state, state.game_data), PlayedWorld(game, state, world)
    return Pair(game, viewer, number, sides)


def commit_both(pair: Pair, committed: Mapping[PlayerId, Action]) -> bool:
    """Let the seats that have answered here answer in both worlds; False if one of them cannot."""
    return bool(committed) and all(_answer_both(pair, seat, action) for seat, action in committed.items())


def _answer_both(pair: Pair, seat: PlayerId, action: Action) -> bool:
    """Take the action in both worlds; where the engine has answered for the seat, it must be the same action."""
    return all(_answer(side, seat, action) for side in pair.sides)


def _answer(side: PlayedWorld, seat: PlayerId, action: Action) -> bool:
    own = side.state.committed.get(seat)
    if own is not None:
        return own == action
    return side.put(Act(action, side.state.prompt), side.state.last_at)


def close_both(pair: Pair, rng: Rng) -> bool:
    """Give the same answers to the open prompt in both worlds until it closes; False if that is not possible."""
    here, there = pair.sides
    if not all(is_active(side.state) for side in pair.sides):
        return False
    if here.state.phase.name != there.state.phase.name or here.state.expected != there.state.expected:
        return False
    pair.forget_events()
    prompt = here.state.prompt
    if rng.below(5) == 0:
        return _fall_due(pair, prompt)
    if here.state.phase.mode is ConcurrentMode.SEQUENTIAL:
        return _act_both(pair, rng.choice(here.state.to_act), rng)
    return _commit_everybody(pair, rng) and _let_close(pair, prompt)


def _act_both(pair: Pair, seat: PlayerId, rng: Rng) -> bool:
    action = random_action(pair.game, pair.sides[0].state, seat, rng)
    pair.tell(Act(action, pair.sides[0].state.prompt))
    return _answer_both(pair, seat, action)


def _commit_everybody(pair: Pair, rng: Rng) -> bool:
    here, there = pair.sides
    for seat in here.state.expected:
        if not all(is_active(side.state) and seat in side.state.expected for side in pair.sides):
            return True
        action = here.state.committed.get(seat) or there.state.committed.get(seat)
        if action is None:
            action = _common(pair, seat, rng)
        pair.tell(Act(action, here.state.prompt))
        if not _answer_both(pair, seat, action):
            return False
    return True


def _common(pair: Pair, seat: PlayerId, rng: Rng) -> Action:
    """A random answer of this seat, if possible one that is listed in both worlds."""
    for _ in range(4):
        action = random_action(pair.game, pair.sides[0].state, seat, rng)
        if any(entry == action for entry in valid_actions(pair.game, pair.sides[1].state, seat)):
            break
    return action


def _let_close(pair: Pair, prompt: int) -> bool:
    """Let the prompt time out where it is still open, at the same instant in both worlds."""
    open_sides = [side for side in pair.sides if side.state.prompt == prompt and is_active(side.state)]
    return _due(open_sides, prompt)


def _fall_due(pair: Pair, prompt: int) -> bool:
    """Let the prompt time out in both worlds without any answer."""
    pair.told.append("timeout")
    return _due(list(pair.sides), prompt)


def _due(sides: list[PlayedWorld], prompt: int) -> bool:
    instants = [side.state.due_at for side in sides]
    if None in instants:
        return False
    latest = max((at for at in instants if at is not None), default=0)
    return all(side.put(Due(prompt), latest) for side in sides) and _chose_alike(sides)


def _chose_alike(sides: list[PlayedWorld]) -> bool:
    """Whether the timeout took the same actions in both worlds: a random action may differ."""
    everybody = {seat for side in sides for seat in side.chosen}
    return all(
        side.chosen.get(seat, sides[0].chosen.get(seat)) == sides[0].chosen.get(seat, side.chosen.get(seat))
        for side in sides
        for seat in everybody
    )
