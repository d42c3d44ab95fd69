"""How a fake model reads a prompt and chooses: lines `c0: words` under `# Moves`, and their further fields."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CANDIDATE = re.compile(r"^(c\d+): (.*)$", re.MULTILINE)
SOME_OF = re.compile(r'"(\w+)": choose (\d+)(?: to \d+)? of ([^;\n]*)')
HOW_OFTEN = re.compile(r'"(\w+)": how often each of (.*?), (\d+)(?: to \d+)? in all(?:, each at most (\d+) times)?')
AMONG = re.compile(r'choose ((?:"\w+" ?)+)among ([^|\n]*)')


@dataclass(frozen=True)
class Shown:
    """The moves that a fake model was shown, and its instruction how to choose."""

    candidates: tuple[tuple[str, str], ...]
    text: str
    which: str
    chance: random.Random


Picker = Callable[[Shown], dict[str, Any]]
"""Makes the answer; for models of known skill, and for answers that do not choose from a list."""


def shown_in(texts: list[str], which: str, chance: random.Random) -> Shown:
    """The candidates of the last user text that contains some."""
    for text in reversed(texts):
        listing = text.rpartition("# Moves\n")[2] if "# Moves\n" in text else ""
        if found := CANDIDATE.findall(listing.partition("\n# ")[0]):
            return Shown(tuple(found), text, which, chance)
    return Shown((), texts[-1] if texts else "", which, chance)


def pick(shown: Shown) -> dict[str, Any]:
    """Choose the first, last, a random, or the numbered move, with the first values that the line allows."""
    if not shown.candidates:
        return {"id": "c0"}
    match shown.which:
        case "first":
            chosen = shown.candidates[0]
        case "last":
            chosen = shown.candidates[-1]
        case "random":
            chosen = shown.chance.choice(shown.candidates)
        case number:
            chosen = shown.candidates[int(number) % len(shown.candidates)]
    return {"id": chosen[0], **filled(chosen[1])}


def filled(words: str) -> dict[str, Any]:
    """The fields of a candidate, filled with the first values that fit."""
    fields: dict[str, Any] = {}
    used: list[str] = []
    for name, least, names in SOME_OF.findall(words):
        free = [one for one in names.split(", ") if one not in used or "no value twice" not in words]
        fields[name] = free[: int(least)]
        used += fields[name]
    for name, names, total, most in HOW_OFTEN.findall(words):
        fields[name] = _spread(names.split(", "), int(total), int(most or total))
    for names, row in AMONG.findall(words):
        fields |= zip(re.findall(r'"(\w+)"', names), map(_value, row.split()), strict=False)
    return fields


def _spread(names: list[str], total: int, most: int) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = min(most, total - sum(counts.values()))
    return counts


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
