"""Checks of purity: methods leave their arguments alone, return the same when called again, and use nothing from
outside."""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.rng import Rng
from gamenight.testing.checks.exercise import exercise
from gamenight.testing.playing.chance import derived, dice
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import difference, encoded
from gamenight.testing.reporting.report import BrokenRule

METHODS = (
    "create_initial_state phase_of get_valid_actions validate_action apply_action get_player_view"
    " resolve_concurrent_actions is_decided timeout_action on_player_forfeit validate_config determinize contradiction"
    " evaluate heuristic_action describe_action describe_event describe_value ai_context recap action_key amaf_key"
    " action_priority scene offers"
).split()


class Watch:
    """Watches every call of a game's own methods; `fault` has the first fault found."""

    def __init__(self) -> None:
        self.calls = 0
        self.fault: str | None = None
        self.is_inside = False

    def over(self, game: GamePlugin) -> GamePlugin:
        own = {name: getattr(type(game), name, None) for name in METHODS}
        return derived(
            game,
            {name: self._watched(name, m) for name, m in own.items() if m and m is not getattr(Game, name, None)},
        )

    def _watched(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def watched(plugin: GamePlugin, *arguments: Any) -> Any:
            if self.is_inside:
                return method(plugin, *arguments)
            self.is_inside = True
            try:
                return self._ask_twice(name, method, plugin, arguments)
            finally:
                self.is_inside = False

        watched.__name__ = name
        return watched

    def _ask_twice(self, name: str, method: Callable[..., Any], plugin: GamePlugin, arguments: tuple[Any, ...]) -> Any:
        self.calls += 1
        given = [argument for argument in arguments if not isinstance(argument, Rng)]
        before = encoded(given)
        answer = method(plugin, *self._with_dice(arguments))
        first = encoded(answer) if _is_data(answer) else answer
        if encoded(given) != before:
            self._note(f"{name} changed its arguments")
            return answer
        again = method(plugin, *self._with_dice(arguments))
        if (encoded(again) if _is_data(again) else again) != first:
            self._note(f"{name} returns something else when called again: {_compared(answer, again)}")
        return answer

    def _with_dice(self, arguments: tuple[Any, ...]) -> list[Any]:
        own = dice("watch", self.calls)
        return [own if isinstance(argument, Rng) else argument for argument in arguments]

    def _note(self, what: str) -> None:
        self.fault = self.fault or what


def _is_data(answer: Any) -> bool:
    try:
        encoded(answer)
    except TypeError:
        return False
    return True


def _compared(one: Any, other: Any) -> str:
    both_data = _is_data(one) and _is_data(other)
    return (both_data and difference(one, other)) or "the second call changed the result of the first"


def purity(position: Position) -> int:
    watch = Watch()
    exercise(watch.over(position.game), position)
    if watch.fault:
        raise BrokenRule(watch.fault)
    return watch.calls


OUTSIDE = {
    time.time: "the clock", time.time_ns: "the clock", time.monotonic: "the clock", time.monotonic_ns: "the clock",
    time.perf_counter: "the clock", time.perf_counter_ns: "the clock", time.process_time: "the clock",
    time.sleep: "the clock", time.localtime: "the clock", time.gmtime: "the clock",
    os.urandom: "the machine's entropy", open: "a file", print: "the screen", input: "the keyboard",
    os.getpid: "the process", os.listdir: "a folder",
}  # fmt: skip
CLOCK_METHODS = {"now", "utcnow", "today"}


def outside(position: Position) -> int:
    before = random.getstate()
    with _listening() as heard:
        exercise(position.game, position)
    if heard:
        raise BrokenRule(f"the rules used {heard[0]}")
    if random.getstate() != before:
        raise BrokenRule("the rules used Python's module-level random")
    return 1


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Record every call of a forbidden built-in function, however it was imported.

    The garbage collector is off meanwhile: callbacks of other code may run during a collection and read the clock.
    """
    heard: list[str] = []

    def listen(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and (source := _source(called)):
            heard.append(f"{source}, in {frame.f_code.co_name}")

    earlier, was_enabled = sys.getprofile(), gc.isenabled()
    gc.disable()
    sys.setprofile(listen)
    try:
        yield heard
    finally:
        sys.setprofile(earlier)
        if was_enabled:
            gc.enable()


def _source(called: Any) -> str | None:
    owner = getattr(called, "__self__", None)
    if isinstance(owner, random.Random):
        return "Python's module-level random" if owner is _SHARED else "a random generator of its own"
    if isinstance(owner, type) and called.__name__ in CLOCK_METHODS:
        return "the clock"
    try:
        return OUTSIDE.get(called)
    except TypeError:
        return None


_SHARED = random.random.__self__  # type: ignore[attr-defined]
