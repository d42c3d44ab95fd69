"""A numbered list of what a player may do, and what the typed words pick from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from gamenight.cli.words import action_words, spaced
from gamenight.core.model import Action, Family, PlayerView, Slot
from gamenight.core.plugin import GamePlugin

_TIMES = re.compile(r"(.+)[x*](\d+)")


class Choice(Struct, frozen=True):
    """One line of the list: an action, or a family that still asks for its slots."""

    number: int
    words: str
    entry: Action | Family


class NotUnderstood(Exception):
    """What was typed picks nothing; the message says what would."""


def choices(game: GamePlugin, view: PlayerView) -> list[Choice]:
    return [Choice(number, _words(game, entry, view), entry) for number, entry in enumerate(view.valid_actions, 1)]


def _words(game: GamePlugin, entry: Action | Family, view: PlayerView) -> str:
    if isinstance(entry, Action):
        return action_words(game, entry, view)
    return f"{spaced(entry.action_type)} ... ({', '.join(slot_words(slot) for slot in entry.slots)})"


def narrow(shown: Sequence[Choice], listed: Sequence[Choice], text: str) -> list[Choice]:
    """What the text leaves of the lines still shown; if nothing, of the whole list."""
    try:
        return pick(shown, text)
    except NotUnderstood:
        if len(shown) == len(listed):
            raise
        return pick(listed, text)


def pick(listed: Sequence[Choice], text: str) -> list[Choice]:
    """What the text leaves of the list: by number, or by words; NotUnderstood if nothing."""
    if text.startswith("#") or text.isdecimal():
        return [_by_number(listed, text)]
    found = _by_words(listed, _split(text))
    if not found:
        raise NotUnderstood(f"Nothing in the list has {text!r}.")
    return found


def _by_number(listed: Sequence[Choice], text: str) -> Choice:
    """The line of this number, unless lines differ by a number alone and this is another one's."""
    number = text.lstrip("#")
    numbered = next((choice for choice in listed if str(choice.number) == number), None)
    meant = None if text.startswith("#") else _by_own_word(listed, number)
    if numbered and meant and numbered is not meant:
        raise NotUnderstood(f"#{number} is {numbered.words!r}; #{meant.number} is {meant.words!r}. Which?")
    found = numbered or meant
    if found is None:
        raise NotUnderstood(f"There is no number {number}.")
    return found


def _by_own_word(listed: Sequence[Choice], word: str) -> Choice | None:
    """Where all lines are alike but for one word, as in `bid 2`, `bid 3`: the line whose word this is."""
    split = [_split(choice.words) for choice in listed]
    if len({len(words) for words in split}) != 1:
        return None
    differing = [place for place, words in enumerate(zip(*split, strict=True)) if len(set(words)) > 1]
    if len(differing) != 1:
        return None
    return next((choice for choice, words in zip(listed, split, strict=True) if words[differing[0]] == word), None)


def _by_words(listed: Sequence[Choice], wanted: list[str]) -> list[Choice]:
    """Lines with these words in a row; else with all of them; else with words that begin so."""
    phrase = f" {' '.join(wanted)} "
    in_a_row = [choice for choice in listed if phrase in f" {' '.join(_split(choice.words))} "]
    whole = [choice for choice in listed if set(wanted) <= set(_split(choice.words))]
    return in_a_row or whole or [choice for choice in listed if all(_begins(word, choice) for word in wanted)]


def _begins(word: str, choice: Choice) -> bool:
    return any(own.startswith(word) for own in _split(choice.words))


def _split(words: str) -> list[str]:
    return re.findall(r"[^\s,;:()]+", words.casefold())


def slot_words(slot: Slot) -> str:
    """`3 of 13 cards`, `up to 2 of 5 tiles`, `10 among 3 fields`."""
    if slot.min == slot.max:
        wanted = str(slot.min)
    else:
        wanted = f"{slot.min} to {slot.max}" if slot.min else f"up to {slot.max}"
    return f"{wanted} {'of' if slot.each == 1 else 'among'} {len(slot.of)} {spaced(slot.name)}"


def even_share(slot: Slot) -> str:
    """An example of counts: `4 3 3`."""
    share, more = divmod(slot.max, len(slot.of))
    return " ".join(str(min(slot.each, share + (place < more))) for place in range(len(slot.of)))


def labels(names: Sequence[str]) -> list[str]:
    """A word to type for each value of these names; numbers, where the names are not short and different."""
    plain = len({name.casefold() for name in names}) == len(names) and not any(" " in name for name in names)
    return list(names) if plain else [str(number) for number in range(1, len(names) + 1)]


def slot_values(slot: Slot, names: Sequence[str], text: str) -> tuple[Any, ...]:
    """The values that the words name: `2C QS`, or `1x3 4` for three of 1 and a 4; or, by `counts`, how many of each."""
    words = text.casefold().replace(",", " ").split()
    values = counts(slot, words)
    if values is None:
        known = dict(zip((label.casefold() for label in labels(names)), slot.of, strict=True))
        values = [value for word in words for value in _values_of(word, known)]
    if not slot.min <= len(values) <= slot.max:
        raise NotUnderstood(f"Choose {slot_words(slot)}; that was {len(values)}.")
    if any(values.count(value) > slot.each for value in values):
        raise NotUnderstood("Choose each only once." if slot.each == 1 else f"Choose each at most {slot.each} times.")
    return tuple(values)


def counts(slot: Slot, words: Sequence[str]) -> list[Any] | None:
    """Where values repeat: one number for each of them says how often."""
    if slot.each == 1 or len(words) != len(slot.of) or not all(word.isdecimal() for word in words):
        return None
    times = [int(word) for word in words]
    if max(times) > slot.each or not slot.min <= sum(times) <= slot.max:
        raise NotUnderstood(f"Share {slot_words(slot)}, each at most {slot.each}; that was {sum(times)}.")
    return [value for value, count in zip(slot.of, times, strict=True) for _ in range(count)]


def _values_of(word: str, known: dict[str, Any]) -> list[Any]:
    if word in known:
        return [known[word]]
    several = _TIMES.fullmatch(word)
    if several and several[1] in known and int(several[2]) <= 1000:
        return [known[several[1]]] * int(several[2])
    raise NotUnderstood(f"{word!r} is not among: {' '.join(known)}")
