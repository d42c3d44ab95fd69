"""Random messages with their texts: Python and the page must render the same.

The messages are in web/test/texts/cases.json with what Python makes of them; a test of the page reads the same file.
`python -m tests.looks.saying` writes that file.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from gamenight.core.text import as_message
from gamenight.looks.pseudo import pseudo_source
from gamenight.looks.texts import Texts

CASES = Path(__file__).parents[2] / "web" / "test" / "texts" / "cases.json"
LANGUAGES = ("en", "de", "pl", "en-XA", "tlh")
COUNT = 120

ENGLISH = r"""
-brand = gamenight
plain = plain words
named = { $name } and { $other }
count =
    { $n ->
        [0] none at all
        [one] { $n } stone
       *[other] { $n } stones
    }
from1 = row { FROM1($n) }
number = { NUMBER($n, minimumFractionDigits: 2) }
truth = { $is ->
    [yes] true
   *[no] false
 }
kind = { $name ->
    [Ada] the first
   *[other] { $name }
 }
refers = { plain }: { count }, by { -brand }
list = all of { $list }
quoted = { "{" } and { "\u00e4" }
unsaid = { "" }
lines = one
    two
attribute = value
    .title = not this
only =
    .title = no value
"""
GERMAN = """
count =
    { $n ->
        [one] { $n } Stein
       *[other] { $n } Steine
    }
list = alle von { $list }
"""
POLISH = """
count =
    { $n ->
        [one] { $n } kamień
        [few] { $n } kamienie
        [many] { $n } kamieni
       *[other] { $n } kamienia
    }
"""
OTHERS = {"de": GERMAN, "pl": POLISH, "en-XA": pseudo_source(ENGLISH)}
KEYS = "plain named count from1 number truth kind refers list quoted unsaid lines attribute only".split()
UNKNOWN = ["action-place_tile", "event-engine-timed_out", "event-won", "no-such_key", "art-field"]
NAMES = ["Ada", "Bo & Co", "{ $n }", "", "count", "⟦x⟧", "Ωmega"]
# Not 1000 to 9999: Polish writes them without a gap, which Babel does not know.
NUMBERS: list[Any] = [0, 1, 2, 3, 5, 21, 22, 112, 999, 12345, -1, -12000, 1234567, 10**16]


def sources(lang: str) -> list[tuple[str, str]]:
    return [*([(lang, OTHERS[lang])] if lang in OTHERS else []), ("en", ENGLISH)]


def cases() -> list[dict[str, Any]]:
    """Messages, each with its text in every language."""
    rng = random.Random(7)
    messages = [[key, {}] for key in KEYS + UNKNOWN] + [_message(rng, 2) for _ in range(COUNT)]
    texts = {lang: Texts(sources(lang), lang) for lang in LANGUAGES}
    return [
        {"message": message, "said": {lang: own.tell(as_message(message)) for lang, own in texts.items()}}
        for message in messages
    ]


def _message(rng: random.Random, depth: int) -> list[Any]:
    args: dict[str, Any] = {"n": _number(rng), "name": rng.choice(NAMES), "is": rng.choice([True, False])}
    args["other"] = _argument(rng, depth)
    args["list"] = [_argument(rng, depth - 1) for _ in range(rng.randrange(5))]
    left = {name: value for name, value in args.items() if rng.random() < 0.8}
    return [rng.choice(KEYS + UNKNOWN), left]


def _number(rng: random.Random) -> Any:
    return rng.choice([*NUMBERS, round(rng.uniform(-900, 900), rng.randrange(6)), rng.randrange(9) / 2])


def _argument(rng: random.Random, depth: int) -> Any:
    if depth > 0 and rng.random() < 0.4:
        return _message(rng, depth - 1)
    return rng.choice([None, True, False, rng.choice(NAMES), _number(rng)])


def written() -> str:
    catalogues = {lang: sources(lang) for lang in LANGUAGES}
    return json.dumps({"catalogues": catalogues, "cases": cases()}, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    CASES.write_text(written(), encoding="utf-8")
