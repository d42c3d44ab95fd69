"""An arena ranks fake models of known skill in the right order."""

import asyncio
import random
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from gamenight.arena import Here, run_arena
from tests.llm.picking import Picker, Shown
from tests.llm.provider import KEY, provider
from tests.timeouts import TIMEOUT_S

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
SKILLS = {"strong": "100", "middling": "40", "weak": "0"}
"""Percentage of moves that it plays as well as it can; the others are random."""


def by_skill(shown: Shown) -> dict[str, Any]:
    """Play tic-tac-toe from the prompt alone: win, else block the opponent, else take the middle."""
    chance = random.Random(shown.text + shown.which)
    ids = {_cell(words): id for id, words in shown.candidates}
    if chance.randrange(100) >= int(shown.which):
        return {"id": chance.choice(sorted(ids.values()))}
    board = re.findall(r"^ \d +(\S) +(\S) +(\S)", shown.text.partition("# Now")[2], re.MULTILINE)
    marks = [mark for row in board for mark in row]
    own = "X" if "your mark: X" in shown.text else "O"
    for mark in (own, "XO".replace(own, "")):
        for cell in ids:
            if any(str(cell) in line and _others(line, cell, marks) == [mark, mark] for line in LINES):
                return {"id": ids[cell]}
    return {"id": ids.get(4) or chance.choice(sorted(ids.values()))}


def _cell(words: str) -> int:
    row, column = map(int, re.findall(r"\d", words))
    return 3 * (row - 1) + column - 1


def _others(line: str, cell: int, marks: list[str]) -> list[str]:
    return [marks[int(at)] for at in line if int(at) != cell]


@contextmanager
def in_a_thread(picker: Picker) -> Iterator[str]:
    """The URL of a provider with our own picker, in another thread than the arena that waits for it."""
    loop, ready, url = asyncio.new_event_loop(), threading.Event(), []
    ended = asyncio.Event()

    async def serve() -> None:
        async with provider(picker) as fake:
            url.append(fake.url)
            ready.set()
            await ended.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(TIMEOUT_S)
        yield url[0]
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.close()


def test_models_of_known_skill_are_ranked_in_that_order(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with in_a_thread(by_skill) as url:
        for name, skill in SKILLS.items():
            for field, value in {"URL": f"{url}/v1", "KEY": KEY, "MODEL": f"pick:{skill}"}.items():
                monkeypatch.setenv(f"GAMENIGHT_LLM_{name.upper()}_{field}", value)
        bots = [f"llm:endpoint={name}" for name in ("weak", "strong", "middling")]
        result = run_arena("tictactoe", bots, games=24, seed=1, executor=Here())
    standings = result.standings
    assert [standing.name for standing in standings] == [f"llm:endpoint={name}" for name in SKILLS]
    assert standings[0].interval[0] > standings[1].interval[1]
    assert standings[1].interval[0] > standings[2].interval[1]
    assert all(standing.model.calls == standing.model.answered for standing in standings)
