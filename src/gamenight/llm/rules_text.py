"""The rules in words for one table: without advice, and with the table's options instead of all possible ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from gamenight.core.fields import open_options
from gamenight.core.match import decode_options
from gamenight.core.plugin import GamePlugin
from gamenight.core.text import NOTHING, number_text, spaced, truth
from gamenight.looks.folder import rules_text
from gamenight.looks.texts import Texts, texts_of

ADVICE = re.compile(r"\b(strateg|tactic|advice|tips?\b|hints?\b|how to play well)", re.IGNORECASE)
CHOICES = re.compile(r"(options|what a table may choose|variants)", re.IGNORECASE)
HEADING = re.compile(r"(#+)\s+(.*?)\s*#*")
FENCE = "```"


class RulesPart(Struct, frozen=True):
    """A heading with the lines up to the next heading; level 0 is the text before the first one."""

    level: int
    title: str
    lines: tuple[str, ...]


def rules_for(game: GamePlugin, options: Mapping[str, Any]) -> str:
    """The rules of this table."""
    return _joined(game, rules_text(game) or _described(game), tuple(table_lines(game, options)))


def _described(game: GamePlugin) -> str:
    return f"# {game.display_name}\n\n{game.description}"


@lru_cache(maxsize=256)
def _joined(game: GamePlugin, text: str, table: tuple[str, ...]) -> str:
    rules = "\n".join(without_sections(text)).strip()
    if not table:
        return rules
    note = "Where these settings differ from the text above, they are what counts."
    return "\n".join([rules, "", "## This table", "", note, "", *table])


def without_sections(text: str) -> Iterator[str]:
    """The lines of the rules without the sections about advice and options and their subsections."""
    skipped: int | None = None
    for part in parts_of(text):
        if skipped is not None and part.level > skipped:
            continue
        skipped = part.level if part.level and (ADVICE.search(part.title) or CHOICES.fullmatch(part.title)) else None
        if skipped is None:
            yield from part.lines


def parts_of(text: str) -> Iterator[RulesPart]:
    level, title, is_fenced = 0, "", False
    lines: list[str] = []
    for line in text.splitlines():
        is_fenced ^= line.startswith(FENCE)
        found = None if is_fenced else HEADING.fullmatch(line)
        if found:
            yield RulesPart(level, title, tuple(lines))
            level, title, lines = len(found[1]), found[2], []
        lines.append(line)
    yield RulesPart(level, title, tuple(lines))


def table_lines(game: GamePlugin, options: Mapping[str, Any]) -> Iterator[str]:
    """Each option with its value at this table, in the lobby's words; secret options are left out."""
    texts = texts_of(game)
    typed = decode_options(game, options)
    for name, value in open_options(game.options_type, game.resolved_options(typed)).items():
        if value is not None:
            # A hint about an option that is off would read as if it were allowed.
            hint = "" if value is False else texts.tell_or(f"option-{name}-hint", "")
            label = texts.tell_or(f"option-{name}", spaced(name))
            yield f"- {label}: {_value(texts, name, value)}" + (f". {hint}" if hint else "")


def _value(texts: Texts, name: str, value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_value(texts, name, each) for each in value) or NOTHING
    if isinstance(value, bool):
        return truth(value)
    if isinstance(value, int | float):
        return f"{number_text(value / 1000)} s" if name.endswith("_ms") else number_text(value)
    return texts.tell_or(f"option-{name}-{value}", str(value).replace("_", " "))
