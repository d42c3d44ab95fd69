"""Read the action from a language model's reply: strictly, never guessed from prose."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from gamenight.core.advancing.matching import match_action
from gamenight.core.listing.actions import Malformed, canonical, decode_payload, find
from gamenight.core.model import Action, Family, PlayerView, Refusal
from gamenight.core.plugin import GamePlugin
from gamenight.core.text import Words, say
from gamenight.llm.calls import Form
from gamenight.llm.candidates import Candidate, Choice
from gamenight.llm.naming import one_line
from gamenight.llm.prompt import ModelPrompt, answer_form
from gamenight.looks.texts import texts_of

LAST_SHOWN = 500
"""Number of characters from the end of an unreadable reply that the model is shown again."""

LONGEST_ACTION = 300

LONGEST_SAID = 2_000

OPEN, CLOSE = "<answer>", "</answer>"
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"```(?:json)?\s*(.*?)\s*```", re.DOTALL)


class Unparsable(Struct, frozen=True, tag="unparsable"):
    """No answer of the asked form was found; `shown` is the end of the reply."""

    reason: str
    shown: str


class Illegal(Struct, frozen=True, tag="illegal"):
    """The answer is not a legal move; `shown` is that answer, without the rest of the reply."""

    reason: str
    shown: str


class Truncated(Struct, frozen=True, tag="truncated"):
    """The reply was cut off at its maximum length; `times` counts consecutive replies of this kind."""

    times: int = 1


class Empty(Struct, frozen=True, tag="empty"):
    """The reply had no text, or the model refused to answer."""


Failure = Unparsable | Illegal | Truncated | Empty


class NoAnswer(Exception):
    """The reply contains no answer; the message says why."""


class NoMove(Exception):
    """The answer is not a move; the message says why."""


def read_answer(
    prompt: ModelPrompt, reply: str | Mapping[str, Any], game: GamePlugin, view: PlayerView, world: Any = None
) -> Action | Unparsable | Illegal:
    """The action that the reply chooses. A reply may also be the decoded arguments of a tool.

    `world` is a state that the seat cannot distinguish from the real one. With it the rules also check the action and
    give a reason if they refuse it. What is legal for a seat does not depend on what the seat cannot see.
    """
    try:
        answer = dict(reply) if isinstance(reply, Mapping) else found_answer(reply, prompt)
        wanted = _wanted(prompt, answer)
    except NoAnswer as fault:
        return Unparsable(str(fault), _end_of(reply))
    try:
        action = _free(wanted, game, view) if prompt.mode == "free" else _from_menu(prompt, wanted, answer, game, view)
        return _listed(action, game, view) if world is None else _judged(action, game, view, world)
    except NoMove as fault:
        return Illegal(str(fault), _short(answer))


# Finding the answer


def found_answer(reply: str, prompt: ModelPrompt) -> dict[str, Any]:
    """The JSON object between the last tags, or the whole reply as an object; NoAnswer if there is none."""
    text = _between_tags(reply) if prompt.form == "text" else reply
    return _object(_unfenced(text.strip()))


def _between_tags(reply: str) -> str:
    """The text between the last opening tag and the closing tag after it; thoughts do not count."""
    text = _THOUGHT.sub("", reply)
    _, opened, after = text.rpartition(OPEN)
    if not opened:
        raise NoAnswer(f"there is no {OPEN}...{CLOSE} in it")
    answer, closed, _ = after.partition(CLOSE)
    if not closed:
        raise NoAnswer(f"there is no {CLOSE} after the last {OPEN}")
    return answer


def said_beside(reply: str, form: Form) -> str:
    """The rest of a reply without its answer and its thoughts; empty for a reply that is bound to a schema."""
    if form == "schema":
        return ""
    text = _THOUGHT.sub("", reply)
    if form == "text":
        before, _, after = text.rpartition(OPEN)
        text = f"{before.strip()}\n{after.partition(CLOSE)[2].strip()}"
    return text.strip()[:LONGEST_SAID]


def _unfenced(text: str) -> str:
    fenced = _FENCED.fullmatch(text)
    return fenced[1] if fenced else text


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant)
        _check_characters(value)
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError):
            raise NoAnswer(f"the answer is not JSON: {error.msg} at character {error.pos}") from None
        raise NoAnswer(f"the answer is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise NoAnswer("the answer is not a JSON object")
    return value


def _check_characters(value: Any) -> None:
    """Refuse half surrogate pairs: JSON can escape them, but they can be neither stored nor sent."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("half of a surrogate pair is no character") from None


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a key stands in it twice")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _wanted(prompt: ModelPrompt, answer: dict[str, Any]) -> Any:
    """The chosen id; in free mode the action as the model wrote it."""
    if prompt.mode == "free":
        action = answer.get("action")
        if not isinstance(action, dict) or not isinstance(action.get("action_type"), str):
            raise NoAnswer('the answer has no "action" with an "action_type"')
        return action
    if not isinstance(answer.get("id"), str):
        raise NoAnswer('the answer has no "id" that is a text')
    return answer["id"]


# From the answer to an action


def _from_menu(prompt: ModelPrompt, id: str, answer: dict[str, Any], game: GamePlugin, view: PlayerView) -> Action:
    candidate = next((candidate for candidate in prompt.candidates if candidate.id == id), None)
    if candidate is None:
        raise NoMove(f"no move has the id {_quoted(id)}")
    _refuse_fields(prompt, candidate, answer)
    entry = candidate.entry
    if isinstance(entry, Action):
        return entry
    given = {choice.name: _values(choice, answer.get(choice.name)) for choice in candidate.choices}
    if isinstance(entry, Family):
        return _member(entry, given, game, view)
    for action in entry:
        fields = msgspec.to_builtins(action.payload)
        if all(_is_same(fields.get(name), values[0]) for name, values in given.items()):
            return action
    raise NoMove(f"{candidate.id} does not list these values together")


def _refuse_fields(prompt: ModelPrompt, chosen: Candidate, answer: dict[str, Any]) -> None:
    """Refuse fields that only another line asks for. Unknown fields, such as a reason, are ignored."""
    asked = {choice.name for choice in chosen.choices}
    for candidate in prompt.candidates:
        for choice in candidate.choices:
            if choice.name not in asked and answer.get(choice.name) is not None:
                raise NoMove(f'{chosen.id} takes no "{choice.name}"')


def _values(choice: Choice, given: Any) -> tuple[Any, ...]:
    """The chosen values; NoMove if they are invalid."""
    if given is None:
        raise NoMove(f'"{choice.name}" is missing')
    if choice.single:
        return (next(_matching(choice, given)),)
    named = dict(zip(choice.names, choice.values, strict=True))
    times = _counts(choice, given) if choice.each > 1 else _names(choice, given)
    for name in times:
        if name not in named:
            raise NoMove(f'"{choice.name}" has no {_quoted(name)} to choose')
    if max(times.values(), default=0) > choice.each:
        raise NoMove(f'"{choice.name}" takes each value at most {choice.each} times')
    total = sum(times.values())
    if not choice.min <= total <= choice.max:
        wanted = str(choice.min) if choice.min == choice.max else f"{choice.min} to {choice.max}"
        raise NoMove(f'"{choice.name}" takes {wanted} values, not {total}')
    return tuple(named[name] for name, count in times.items() for _ in range(count))


def _matching(choice: Choice, given: Any) -> Iterator[Any]:
    yield from (value for value in choice.values if _is_same(value, given))
    raise NoMove(f'"{choice.name}" has no {_quoted(given)} to choose')


def _names(choice: Choice, given: Any) -> Counter[str]:
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise NoMove(f'"{choice.name}" is a list of texts')
    return Counter(given)


def _counts(choice: Choice, given: Any) -> dict[str, int]:
    if not isinstance(given, dict) or not all(type(count) is int and count >= 0 for count in given.values()):
        raise NoMove(f'"{choice.name}" is an object with a number for each value')
    return given


def _member(family: Family, given: Mapping[str, tuple[Any, ...]], game: GamePlugin, view: PlayerView) -> Action:
    """The member of the family with these values; the family checks its own limits, such as `repeat`."""
    try:
        payload = canonical(family, decode_payload(game.action_types[family.action_type], given))
    except Malformed as error:
        raise NoMove(str(error)) from None
    if payload is None:
        raise NoMove("these values cannot be chosen together")
    assert view.viewer_id is not None
    return Action(family.action_type, view.viewer_id, payload)


def _free(written: dict[str, Any], game: GamePlugin, view: PlayerView) -> Action:
    """The action that the model wrote, decoded."""
    kind = written["action_type"]
    if kind not in game.action_types:
        raise NoMove(f"there is no action of type {_quoted(kind)}")
    try:
        payload = decode_payload(game.action_types[kind], written.get("payload") or {})
    except Malformed as error:
        raise NoMove(f"the payload of {kind} cannot be read: {error}") from None
    assert view.viewer_id is not None
    return Action(kind, view.viewer_id, payload)


def _listed(action: Action, game: GamePlugin, view: PlayerView) -> Action:
    listed = find(view.valid_actions, action) or game.listed_form(action, view.valid_actions)
    if listed is None:
        raise NoMove(_told(game, say("refused-unlisted")).rstrip("."))
    return listed


def _judged(action: Action, game: GamePlugin, view: PlayerView, world: Any) -> Action:
    """The action as the rules accept it; NoMove with their reason if they refuse it."""
    judged = match_action(game, world, action, view.valid_actions)
    if isinstance(judged, Refusal):
        raise NoMove(_told(game, judged.message).rstrip("."))
    return judged


def _told(game: GamePlugin, words: Words) -> str:
    return one_line(texts_of(game).tell(words))


def _is_same(one: Any, other: Any) -> bool:
    """Compare as JSON, too, because Python treats True as 1."""
    return bool(one == other) and json.dumps(one) == json.dumps(other)


# Corrections


def _end_of(reply: str | Mapping[str, Any]) -> str:
    text = reply if isinstance(reply, str) else _short(dict(reply))
    return text[-LAST_SHOWN:]


def _short(answer: dict[str, Any]) -> str:
    text = json.dumps(answer, ensure_ascii=False)
    return text if len(text) <= LONGEST_ACTION else f"{text[:LONGEST_ACTION]}..."


def _quoted(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:60]}..."


def rethink(prompt: ModelPrompt, failure: Failure) -> str:
    """The correction that follows the same prompt in the next attempt."""
    form = answer_form(prompt.mode, prompt.form)
    match failure:
        case Unparsable(reason, shown):
            return f"Your reply could not be read: {reason}. It ended like this:\n\n{shown}\n\n{form}"
        case Illegal(reason, shown):
            return f"Your answer {shown} is not a legal move: {reason}. Choose another one.\n{form}"
        case Truncated(times):
            return f"{_nudge(times)}\n{form}"
        case Empty():
            return f"Your reply was empty. {form}"
    assert_never(failure)


def _nudge(times: int) -> str:
    """A hint that asks for a shorter reply each time."""
    if times == 1:
        return "Your reply was cut off before its answer. Think more briefly."
    if times == 2:
        return "Your reply was cut off again before its answer. Decide in a few sentences, then answer."
    return "Your replies are cut off before their answer. Do not think any longer: give only the answer."
