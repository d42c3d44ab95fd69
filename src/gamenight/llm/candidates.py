"""The legal moves as a list for a language model: each line has an id, and names the values that the answer needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.core.model import Action, Family, PlayerView, Slot
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.core.showing.words import action_words
from gamenight.core.text import Message, Tell, Words, spaced
from gamenight.llm.naming import one_line

MOST_LISTED = 200
"""Maximum number of entries that are listed one by one; longer listings get one line per action type."""


class Choice(Struct, frozen=True):
    """A field of the answer besides the id: its values, their names, and how many may be chosen.

    With `each` above 1 the answer says how often each value is taken; otherwise it is a list of names. A `single` field
    is answered with exactly one value, unchanged.
    """

    name: str
    names: tuple[str, ...]
    values: tuple[Any, ...]
    min: int = 1
    max: int = 1
    each: int = 1
    single: bool = False


class Candidate(Struct, frozen=True):
    """A line of the list: one action, a family of them, or all listed actions of one type."""

    id: str
    summary: str
    entry: Action | Family | tuple[Action, ...]
    choices: tuple[Choice, ...] = ()

    @property
    def line(self) -> str:
        return f"{self.id}: {self.summary}"


def candidates_of(game: GamePlugin, view: PlayerView, tell: Tell, shuffle_seed: str | None) -> tuple[Candidate, ...]:
    """The candidates in the listing's order, or shuffled by the seed; actions that only repeat another are left out."""
    entries = [e for e in view.valid_actions if isinstance(e, Family) or not _is_repeat(game, e, view)]
    labels = _labels(game, view)
    lines = [_told(game, entry, view, tell, labels) for entry in _by_type(entries)]
    if shuffle_seed is not None:
        lines = list(Rng(seed_text(shuffle_seed), ("candidates", view.prompt)).shuffle(lines))
    summaries = _told_apart([summary for summary, _, _ in lines])
    return tuple(
        Candidate(f"c{number}", summary, entry, choices)
        for number, (summary, (_, entry, choices)) in enumerate(zip(summaries, lines, strict=True))
    )


Entry = Action | Family | tuple[Action, ...]
Told = tuple[str, Entry, tuple[Choice, ...]]


def _is_repeat(game: GamePlugin, action: Action, view: PlayerView) -> bool:
    return not view.phase.auto_resolve and game.is_repeat(action, view)


def _by_type(entries: Sequence[Action | Family]) -> list[Entry]:
    """The entries unchanged; in a long listing, the actions of each type are grouped."""
    if len(entries) <= MOST_LISTED:
        return list(entries)
    groups: dict[str, list[Action]] = {}
    for entry in entries:
        if isinstance(entry, Action):
            groups.setdefault(entry.action_type, []).append(entry)
    families = [entry for entry in entries if isinstance(entry, Family)]
    return [group[0] if len(group) == 1 else tuple(group) for group in groups.values()] + families


def _labels(game: GamePlugin, view: PlayerView) -> dict[int, Words]:
    """The button labels of listed actions and families, by the identity of the action or family."""
    if view.phase.auto_resolve:
        return {}
    return {id(offer.does): offer.label for offer in game.offers(view) if offer.label}


def _told(game: GamePlugin, entry: Entry, view: PlayerView, tell: Tell, labels: Mapping[int, Words]) -> Told:
    label = labels.get(id(entry))
    if isinstance(entry, Action):
        return one_line(tell(label or action_words(game, entry, view))), entry, ()
    if isinstance(entry, Family):
        choices = tuple(_choice(game, slot, view, tell) for slot in entry.slots)
        title = tell(label or Message(f"form-{entry.action_type}"))
        once = "" if entry.repeat or len(choices) == 1 else "; no value twice"
        return one_line(f"{title}: {'; '.join(map(_asked, choices))}{once}"), entry, choices
    return _group(entry)


def _choice(game: GamePlugin, slot: Slot, view: PlayerView, tell: Tell) -> Choice:
    values = tuple(_unique(slot.of))
    names = _told_apart([_name(game, slot, value, view, tell) for value in values])
    return Choice(slot.name, tuple(names), values, slot.min, slot.max, slot.each)


def _unique(values: Sequence[Any]) -> list[Any]:
    """The values without duplicates."""
    return list({msgspec.json.encode(value): value for value in values}.values())


def _name(game: GamePlugin, slot: Slot, value: Any, view: PlayerView, tell: Tell) -> str:
    """The value as the game describes it."""
    return one_line(tell(game.describe_value(slot.name, value, view)))


def _asked(choice: Choice) -> str:
    """`"cards": choose 3 of 2♣, Q♠, A♥`."""
    many = str(choice.min) if choice.min == choice.max else f"{choice.min} to {choice.max}"
    named = ", ".join(choice.names)
    if choice.each == 1:
        return f'"{choice.name}": choose {many} of {named}'
    limit = f", each at most {choice.each} times" if choice.each < choice.max else ""
    return f'"{choice.name}": how often each of {named}, {many} in all{limit}'


def _group(actions: tuple[Action, ...]) -> Told:
    """One line for all actions of a type: the fields, and the combinations of values that exist."""
    kind = spaced(actions[0].action_type)
    rows = [_fields(action) for action in actions]
    fields = list(rows[0])
    combinations = " | ".join(" ".join(_written(row[field]) for field in fields) for row in rows)
    choices = tuple(_field_choice(field, [row[field] for row in rows]) for field in fields)
    named = " ".join(f'"{field}"' for field in fields)
    return f"{kind}: choose {named} among {combinations}", actions, choices


def _fields(action: Action) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(
        {n: getattr(action.payload, n) for n in action.payload.__struct_fields__}
    )
    return plain


def _field_choice(field: str, values: Sequence[Any]) -> Choice:
    own = tuple(_unique(values))
    return Choice(field, tuple(map(_written, own)), own, single=True)


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _told_apart(texts: Sequence[str]) -> list[str]:
    """Equal texts get numbers: `pass #1`, `pass #2`."""
    times, so_far = Counter(texts), Counter[str]()
    numbered = []
    for text in texts:
        so_far[text] += 1
        numbered.append(f"{text} #{so_far[text]}" if times[text] > 1 else text)
    return numbered
