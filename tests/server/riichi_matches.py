"""Deals of riichi for tests over the network: walls, scripts of what the players do, and a quick way to choose.

In `wall` the first seat draws red, and discards a 5 pin. Everybody else then discards the honour that they draw.
"""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

from gamenight.client import Answer, ClientTable, Refused, listed_answers
from gamenight.games.riichi.hand.tiles import TILES
from tests.games.riichi.walls import stacked
from tests.server.table_players import TablePlayers, is_asked, view_of
from tests.timeouts import TIMEOUT_S

# Hands, named by the call that they can make on a 5 pin. They can call no other discard of these deals.

DISCARDS = "5p 1m 4m 9m 1s 9s 1p 9p E S W P F"
CHIS = "3p 4p 1m 9m 1s 9s 9p E S W N P F"
CHIS_NOTHING = "2m 6s 1m 9m 1s 9s 9p E S W N P F"
PONS = "5p 5p 1m 9m 1s 9s 1p 9p E S W N P"
PONS_NOTHING = "3m 6m 1m 9m 1s 9s 1p 9p E S W N P"
OTHERS = "3m 7s 1m 9m 1s 9s 1p 9p E S W N P"
"""As good as the last one, but for a tile."""
RONS = "2m 3m 4m 3s 4s 5s 6s 7s 8s 4p 6p 8m 8m"
RONS_NOTHING = "2m 3m 4m 3s 4s 5s 6s 7s 8s 4p 4p 8m 8m"
"""In tenpai too, but for 4 pin and 8 man."""

PACE_MS = 60
WAIT = "wait until the pace is over"

DRAWS = "C C N N F C F 2p 2p"


def wall(first: str = CHIS, second: str = PONS, third: str = RONS, draws: str = DRAWS) -> list[int]:
    """A wall with these hands for the seats after the dealer."""
    return stacked((DISCARDS, first, second, third), draws, "7m")


def shuffled(seed: int) -> list[int]:
    order = list(range(TILES))
    random.Random(seed).shuffle(order)
    return order


async def do(at: TablePlayers, *steps: str) -> None:
    """Play actions one after the other: `0 discard 5p`, `2 pon 5p 5p`, `3 pass`; each as soon as the seat may."""
    for step in steps:
        if step == WAIT:
            await asyncio.sleep(PACE_MS / 1000)
            continue
        seat, kind, *tiles = step.split()
        table = at.players[int(seat)]
        await table.until(partial(_listed, kind=kind, tiles=tiles), TIMEOUT_S)
        prompt, answer = view_of(table)["prompt"], _listed(table, kind, tiles)
        assert answer is not None
        await table.act(*answer, prompt, f"{prompt}: {step}")


def _listed(table: ClientTable, kind: str, tiles: list[str]) -> Answer | None:
    """The first listed action of this kind with these tiles."""
    if not is_asked(table) or view_of(table).get("committed"):
        return None
    answers = [answer for answer in listed_answers(view_of(table)) if answer[0] == kind]
    return next((answer for answer in answers if not tiles or tiles_of(answer) == tiles), None)


def tiles_of(answer: Answer) -> list[str]:
    content = answer[1] or {}
    return content.get("tiles") or [content["tile"]] if content else []


# Whole deals

WINS, KANS = ("tsumo", "ron"), ("closed_kan", "added_kan", "open_kan")
PREFERRED = ("continue", *WINS, "riichi", *KANS, "pon", "discard", "pass", "chi")
SEEDS = (2, 1002)
"""Of walls whose deals have, played quickly, a riichi, pons, an open kan, furiten, and end with a ron each."""


async def play_quickly(table: ClientTable, until_asked_in: str = "") -> None:
    """Answer every prompt of this seat until the match is over, or until it is asked in this phase."""
    answered = 0
    while True:
        await table.until(partial(_is_over_or_to_answer, done=answered), TIMEOUT_S)
        if table.over is not None or view_of(table)["phase"] == until_asked_in:
            return
        answered = view_of(table)["prompt"]
        try:
            await table.act(*quick_answer(view_of(table)))
        except Refused as refusal:
            if refusal.code != "stale_action":  # a call with priority came before this answer
                raise


def _is_over_or_to_answer(table: ClientTable, done: int) -> bool:
    return table.over is not None or _is_to_answer(table, done)


def _is_to_answer(table: ClientTable, answered: int) -> bool:
    return is_asked(table) and not view_of(table).get("committed") and view_of(table)["prompt"] != answered


def quick_answer(view: dict[str, Any]) -> Answer:
    """Win if possible, else call (but no chi), else discard the tile with the fewest neighbours in the hand."""
    answers = listed_answers(view)
    best = min((kind for kind, _ in answers), key=PREFERRED.index)
    rated = [(kind, payload) for kind, payload in answers if kind == best]
    if best != "discard":
        return rated[0]
    game = view["game"]
    held = Counter([tile[:2] for tile in (*game["hand"], *([game["drawn"]] if game["drawn"] else []))])
    return min(rated, key=lambda answer: _neighbours(answer[1]["tile"], held))


def _neighbours(tile: str, held: Counter[str]) -> int:
    """The number of equal and neighbouring tiles of the same suit in the hand."""
    equals = 4 * held[tile[:2]]
    if len(tile) == 1:
        return equals
    rank, suit = int(tile[0]), tile[1]
    return equals + sum((3 - abs(step)) * held[f"{rank + step}{suit}"] for step in (-2, -1, 1, 2))


# Pairs of deals that differ only in what one seat hides


@dataclass(frozen=True)
class Course:
    """The course of a deal: the hands of the seats after the dealer, and the actions."""

    hands: tuple[str, str, str]
    steps: tuple[str, ...]
    draws: str = DRAWS


@dataclass(frozen=True)
class Twins:
    """Two courses that differ only in what one seat hides; both end with the same seat's turn."""

    hides: int
    one: Course
    other: Course
    next: int


AROUND = ("1 discard C", "2 discard N", "3 discard N")
PON = ("2 pon 5p 5p", "2 discard E")
MISSED = ("0 discard 5p", "3 pass", "1 discard 5p", "2 discard N", "3 discard N", "0 discard C")
RIICHI = ("0 discard C", "1 discard C", "2 discard N", "3 riichi N", "0 discard 5p", "3 pass", "1 discard 5p")


def _unasked(steps: tuple[str, ...]) -> tuple[str, ...]:
    """The same course, in which no seat can call."""
    return tuple([step for step in steps if not step.endswith("pass")])


TWINS = {
    "a tile in a hand": Twins(
        hides=2,
        one=Course((CHIS_NOTHING, PONS_NOTHING, RONS_NOTHING), ("0 discard 5p", *AROUND)),
        other=Course((CHIS_NOTHING, OTHERS, RONS_NOTHING), ("0 discard 5p", *AROUND)),
        next=0,
    ),
    "a pon that is passed over": Twins(
        hides=2,
        one=Course((CHIS_NOTHING, PONS, RONS_NOTHING), ("0 discard 5p", "2 pass", *AROUND)),
        other=Course((CHIS_NOTHING, PONS_NOTHING, RONS_NOTHING), ("0 discard 5p", *AROUND)),
        next=0,
    ),
    "a chi that a pon goes before": Twins(
        hides=1,
        one=Course((CHIS, PONS, RONS_NOTHING), ("0 discard 5p", "1 chi 3p 4p", WAIT, *PON)),
        other=Course((CHIS_NOTHING, PONS, RONS_NOTHING), ("0 discard 5p", WAIT, *PON)),
        next=3,
    ),
    "a ron that is passed over, and furiten": Twins(
        hides=3,
        one=Course((CHIS_NOTHING, PONS_NOTHING, RONS), MISSED, "C 5p N N F C"),
        other=Course((CHIS_NOTHING, PONS_NOTHING, RONS_NOTHING), _unasked(MISSED), "C 5p N N F C"),
        next=1,
    ),
    "furiten in riichi": Twins(
        hides=3,
        one=Course((CHIS_NOTHING, PONS_NOTHING, RONS), RIICHI, "C C N N 2p 5p C"),
        other=Course((CHIS_NOTHING, PONS_NOTHING, RONS_NOTHING), _unasked(RIICHI), "C C N N 2p 5p C"),
        next=2,
    ),
}
