"""Strict checks of the types that a game's methods return. The engine itself trusts some types, as every match would
pay for checking them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, Union, get_args, get_type_hints

from gamenight.core.errors import WrongAnswer
from gamenight.core.model import Action, Family, TransitionResult
from gamenight.core.plugin import Game, GamePlugin
from gamenight.testing.checks.exercise import questions
from gamenight.testing.playing.chance import derived, own
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.kinds import Mismatch, mismatch
from gamenight.testing.reporting.origin import place_of
from gamenight.testing.reporting.report import BrokenRule

WANTED = {
    name: get_type_hints(method)["return"]
    for name, method in vars(Game).items()
    if callable(method) and not name.startswith("_") and "return" in getattr(method, "__annotations__", ())
}


def types(position: Position) -> int:
    """Every method returns the type that the contract says. Exceptions are left to other checks."""
    cases, game = 0, checked(position.game)
    for question in questions(game, position):
        try:
            question()
        except WrongAnswer as error:
            raise BrokenRule(str(error)) from None
        except Exception:
            continue
        cases += 1
    return cases


def checked(game: GamePlugin) -> GamePlugin:
    """The game, with strict checks of what its own methods return; WrongAnswer names the method and its line."""
    written = [name for name in WANTED if getattr(type(game), name) is not getattr(Game, name)]
    return derived(game, {name: _checked(type(game), name) for name in written})


def _checked(kind: type[GamePlugin], name: str) -> Callable[..., Any]:
    def asked(self: GamePlugin, *arguments: Any) -> Any:
        method = own(kind, name, self)
        answer = method(*arguments)
        wrong = _wrong(self, name, answer)
        if wrong:
            place = place_of(method)
            raise WrongAnswer(f"{self.game_id}: {name} returned {wrong}{place and f' ({place})'}")
        return answer

    asked.__name__ = name
    return asked


def _wrong(game: GamePlugin, name: str, answer: Any) -> str:
    found = mismatch(answer, _wanted(game, name))
    if found is not None:
        return found.words if not found.path else f"{_whole(answer)} {found.words}"
    if isinstance(answer, TransitionResult):
        found = mismatch(answer.game_data, game.state_type)
        return f"a TransitionResult {_inside('game_data', found)}" if found else ""
    return _wrong_payload(game, answer) if name == "get_valid_actions" else ""


def _whole(answer: Any) -> str:
    return f"a {type(answer).__name__}"


def _inside(field: str, found: Mismatch) -> str:
    return Mismatch(f".{field}{found.path}", found.value, found.wanted).words


def _wanted(game: GamePlugin, name: str) -> Any:
    """The type that the method must return in this game."""
    if name == "get_player_view":
        return game.view_type
    wanted = WANTED[name]
    members = get_args(wanted)
    if isinstance(wanted, TypeVar):
        return game.state_type
    if any(isinstance(member, TypeVar) for member in members):
        return Union[tuple(game.state_type if isinstance(member, TypeVar) else member for member in members)]  # noqa: UP007
    return wanted


def _wrong_payload(game: GamePlugin, listed: Sequence[Action | Family]) -> str:
    """The first listed action that has an unknown type, or a payload that does not fit its type."""
    for at, entry in enumerate(listed):
        kind = game.action_types.get(entry.action_type)
        if kind is None:
            return f"a listing whose [{at}] is of type {entry.action_type!r}, which is not in action_types"
        if isinstance(entry, Action):
            found = mismatch(entry.payload, kind)
            if found is not None:
                return f"a listing {_inside('payload', found).replace('where ', f'where [{at}]')}"
    return ""
