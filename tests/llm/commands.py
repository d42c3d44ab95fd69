"""The name of a fake model sets its behaviour: `429:2,then=pick:last`, `no=temperature+system,split,pick:first`.

A name is a list of *steps* and *manners*, joined by commas; text after a `#` only makes a name different.
Each request takes the next step; `:2` repeats a step twice, and the last step is repeated for ever.

Steps that answer
    pick:first, pick:last, pick:7, pick:random; pick:WORD for a picker of the test's own
    wrong (an id that is not there), prose, empty, null, truncated, refusal, filter, broken (half a JSON object),
    ignore (text in spite of a tool), two (two tool calls), echo (repeats the question),
    hold (picks the first, after a call of release)
Steps of HTTP
    401 ... 599, quota, retry-after=S, retry-after-ms=MS, retry-date=S, never (500: do not retry), html (502), html200,
    redirect, param=NAME (500 about a parameter), error200 (an error with status 200), quote (400 with the question)
Steps of sockets
    reset, cut (in the body), eof (early, but clean), error-in-stream, stall, stall-body,
    and endless: drip (a token now and then), huge (as fast as possible), comments-only
Manners
    no=A+B (400 if the request has one of these), whole (never streams), comments, split (inside of characters), crlf,
    nodone, lost-end (resets after the last word), nousage, cost=0.25, cost=dict, think
"""

import re
from dataclasses import dataclass

MANNERS = {"no", "whole", "comments", "split", "crlf", "nodone", "lost-end", "nousage", "cost", "think"}
ANSWERS = {
    "pick",
    "wrong",
    "prose",
    "empty",
    "null",
    "truncated",
    "refusal",
    "filter",
    "broken",
    "ignore",
    "echo",
    "two",
    "hold",
}


@dataclass(frozen=True)
class Reaction:
    name: str
    argument: str = ""
    times: int | None = None

    @property
    def is_answer(self) -> bool:
        return self.name in ANSWERS


@dataclass(frozen=True)
class Command:
    steps: tuple[Reaction, ...]
    manners: dict[str, str]

    def step(self, number: int) -> Reaction:
        """The step for this request, counted from 0."""
        for step in self.steps[:-1]:
            if number < (step.times or 1):
                return step
            number -= step.times or 1
        return self.steps[-1]


def read_command(model: str) -> Command:
    steps: list[Reaction] = []
    manners: dict[str, str] = {}
    for part in model.partition("#")[0].split(","):
        name, _, argument = part.removeprefix("then=").partition("=")
        if name in MANNERS:
            manners[name] = argument
        else:
            steps.append(_step(part.removeprefix("then=")))
    return Command(tuple(steps) or (Reaction("pick", "first"),), manners)


def _step(text: str) -> Reaction:
    if text.startswith("pick:"):
        _, which, *times = text.split(":")
        return Reaction("pick", which, int(times[0]) if times else None)
    found = re.fullmatch(r"([a-z0-9-]+)(?:=([^:]*))?(?::(\d+))?", text)
    assert found, f"a fake model can do no such thing: {text}"
    return Reaction(found[1], found[2] or "", int(found[3]) if found[3] else None)
