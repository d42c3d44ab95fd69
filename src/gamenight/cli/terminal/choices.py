"""A numbered list of a player's actions, and the choice from it by typed words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from gamenight.cli.terminal.words import action_words, grouped, told
from gamenight.core.model import Action, Family, PlayerView, Slot
from gamenight.core.plugin import GamePlugin
from gamenight.core.text import Message, say

MOST_SHOWN = 64
"""Maximum number of lines shown at once; the others cannot be chosen by number."""

LONGEST_QUOTE = 60


class MenuLine(Struct, frozen=True):
    """One line of the list: an action, a family whose slots are asked for later, or a group with lines of its own."""

    number: int
    words: str
    entry: Action | Family | tuple[MenuLine, ...]


class NotUnderstood(Exception):
    """The typed text chooses nothing; `words` is the message to show."""

    def __init__(self, words: Message) -> None:
        super().__init__(words)
        self.words = words


def choices(game: GamePlugin, view: PlayerView) -> list[MenuLine]:
    groups = grouped(game, view)
    if not groups:
        return listed([(_words(game, entry, view), entry) for entry in view.valid_actions])
    inner = [tuple(listed([(_words(game, action, view), action) for action in actions])) for _, actions in groups]
    return [MenuLine(number, told(game, words), inner[number - 1]) for number, (words, _) in enumerate(groups, 1)]


def listed(entries: Sequence[tuple[str, Action | Family | tuple[MenuLine, ...]]]) -> list[MenuLine]:
    """The lines in order, each with its number."""
    numbers = own_numbers([words for words, _ in entries]) or range(1, len(entries) + 1)
    return [MenuLine(number, words, entry) for number, (words, entry) in zip(numbers, entries, strict=True)]


def own_numbers(lines: Sequence[str]) -> list[int] | None:
    """If lines differ in one number only, as in `bid 2`, `bid 4`: these numbers, so that 4 means `bid 4`; else None."""
    split = [_split(line) for line in lines]
    if len({len(words) for words in split}) != 1:
        return None
    differing = [words for words in zip(*split, strict=True) if len(set(words)) > 1]
    if len(differing) != 1 or not all(word.isdecimal() for word in differing[0]):
        return None
    numbers = [int(word) for word in differing[0]]
    return numbers if len(set(numbers)) == len(numbers) else None


def _words(game: GamePlugin, entry: Action | Family, view: PlayerView) -> str:
    if isinstance(entry, Action):
        return action_words(game, entry, view)
    what = say(f"form-{entry.action_type}")
    return told(game, say("terminal-form", what=what, slots=[slot_words(slot) for slot in entry.slots]))


def opened(lines: Sequence[MenuLine]) -> list[MenuLine]:
    """The lines, with groups replaced by their own lines."""
    return listed([(inner.words, inner.entry) for line in lines for inner in _inner(line)])


def _inner(line: MenuLine) -> tuple[MenuLine, ...]:
    return line.entry if isinstance(line.entry, tuple) else (line,)


def narrow(shown: Sequence[MenuLine], whole: Sequence[MenuLine], text: str) -> list[MenuLine]:
    """The lines among those shown that fit the text; if no words fit, search in all lines."""
    try:
        found = pick(shown, text)
    except NotUnderstood:
        if _number(text) is not None:
            raise
        found = pick(opened(whole), text)
    return opened(found) if len(found) == 1 else found


def pick(shown: Sequence[MenuLine], text: str) -> list[MenuLine]:
    """The lines that fit the text, by a number that is shown, or by words; raises NotUnderstood if there are none."""
    number = _number(text)
    if number is not None:
        found = [choice for choice in shown[:MOST_SHOWN] if str(choice.number) == number]
    else:
        found = _by_words(shown, _split(text))
    if not found:
        raise NotUnderstood(say("terminal-no-words" if number is None else "terminal-no-number", text=_quoted(text)))
    return found


def _quoted(text: str) -> str:
    """The beginning of the typed text: catalogues refuse very long texts."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def _number(text: str) -> str | None:
    digits = text.removeprefix("#")
    return digits.lstrip("0") or "0" if digits.isdecimal() else None


def _by_words(shown: Sequence[MenuLine], wanted: list[str]) -> list[MenuLine]:
    """Lines with these words next to each other; else with all of them in this order; else with words that start with
    them, in this order."""
    phrase = f" {' '.join(wanted)} "
    in_a_row = [choice for choice in shown if phrase in f" {' '.join(_split(choice.words))} "]
    whole = [choice for choice in shown if _has(choice, wanted, str.__eq__)]
    return in_a_row or whole or [choice for choice in shown if _has(choice, wanted, _begins)]


def _has(choice: MenuLine, wanted: list[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether the line has a word for each wanted word, in the same order."""
    own = iter(_split(choice.words))
    return bool(wanted) and all(any(fits(word, start) for word in own) for start in wanted)


def _begins(word: str, start: str) -> bool:
    """Whether the word starts with this text; a number must be equal: 1 is not the start of 10."""
    return word == start if start.isdecimal() else word.startswith(start)


def _split(words: str) -> list[str]:
    return re.findall(r"[^\s,;:()°]+", words.casefold())


def slot_words(slot: Slot) -> Message:
    """`3 of 13 cards`, `up to 2 of 5 tiles`, `10 among 3 fields`."""
    if slot.min == slot.max:
        kind = "exactly"
    else:
        kind = "range" if slot.min else "up_to"
    key = f"terminal-values-{kind}" if slot.each == 1 else f"terminal-units-{kind}"
    return say(key, least=slot.min, most=slot.max, count=len(slot.of), what=slot_name(slot))


def slot_name(slot: Slot) -> Message:
    return say(f"slot-{slot.name}")


def task(slot: Slot) -> Message:
    """The text to type: `2 of 4 cards, separated by spaces`, `3 numbers that add up to 10, as in 4 3 3`."""
    if slot.each == 1:
        return say("terminal-task-values", values=slot_words(slot))
    total = slot.max if slot.min == slot.max else say("terminal-range", least=slot.min, most=slot.max)
    key = "terminal-task-limited" if slot.each < slot.max else "terminal-task-numbers"
    return say(key, count=len(slot.of), total=total, limit=slot.each, example=even_share(slot))


def even_share(slot: Slot) -> str:
    """An example of counts: `4 3 3`."""
    share, more = divmod(slot.max, len(slot.of))
    return " ".join(str(min(slot.each, share + (place < more))) for place in range(len(slot.of)))


def labels(names: Sequence[str]) -> list[str]:
    """The word to type for each of these names: the name itself, or a number if names have blanks or are not unique."""
    plain = len({name.casefold() for name in names}) == len(names) and not any(" " in name for name in names)
    return list(names) if plain else [str(number) for number in range(1, len(names) + 1)]


def slot_values(slot: Slot, names: Sequence[str], text: str) -> tuple[Any, ...]:
    """The values that the text names, as in `2C QS`; if values may repeat, the text has the number of each."""
    words = text.casefold().replace(",", " ").split()
    return _shared(slot, words) if slot.each > 1 else _named(slot, names, words)


def _shared(slot: Slot, words: Sequence[str]) -> tuple[Any, ...]:
    wrong = next((word for word in words if not word.isdecimal() or len(word) > 9), None)
    if wrong is not None:
        raise NotUnderstood(say("terminal-not-number", task=task(slot), word=_quoted(wrong)))
    if len(words) != len(slot.of):
        raise NotUnderstood(say("terminal-not-count", task=task(slot), count=len(words)))
    times = [int(word) for word in words]
    if max(times) > slot.each or not slot.min <= sum(times) <= slot.max:
        raise NotUnderstood(say("terminal-not-sum", task=task(slot), sum=sum(times)))
    return tuple(value for value, count in zip(slot.of, times, strict=True) for _ in range(count))


def _named(slot: Slot, names: Sequence[str], words: Sequence[str]) -> tuple[Any, ...]:
    known = dict(zip((label.casefold() for label in labels(names)), slot.of, strict=True))
    for word in words:
        if word not in known:
            raise NotUnderstood(say("terminal-not-among", word=_quoted(word), words=" ".join(known)))
    if not slot.min <= len(words) <= slot.max:
        raise NotUnderstood(say("terminal-not-values", values=slot_words(slot), count=len(words)))
    if len(set(words)) < len(words):
        raise NotUnderstood(say("terminal-not-once"))
    return tuple(known[word] for word in words)
