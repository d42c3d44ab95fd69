"""Matches with recognizable secrets, played until something is hidden, and pairs that differ only in what is hidden."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from gamenight.client import listed_answers
from tests.server.recording import Party, at_prompt, in_phase
from tests.server.teahouses import CHIS, DISCARDER, IDLE, PONS, wall

Play = Callable[[Party], Awaitable[None]]


@dataclass
class Scenario:
    """A match that is played until something is hidden, with the hidden texts.

    `hidden` is by seat: only this seat may read these texts. The key None is for texts that no viewer may read yet.
    """

    game: str
    options: dict[str, Any]
    play: Play
    hidden: dict[int | None, list[str]]
    people: tuple[int, ...] = (0, 1)


def row(*values: int) -> str:
    """The values as a list in JSON, without its brackets."""
    return ",".join(map(str, values))


async def play_goofspiel(table: Party) -> None:
    """Play one round with hidden bids, and half of the next one."""
    ann, ben = table.seats[0], table.seats[1]
    await ben.answer("bid", "b1", card=12)
    await ann.answer("bid", "a1", card=3)
    await ben.until(lambda: ben.view["prompt"] == 2)
    await ben.answer("bid", "b2", card=1)


async def play_liarsdice(table: Party) -> None:
    ann, ben = table.seats[0], table.seats[1]
    await ann.answer("bid", "a1", quantity=1, face=2)
    await ben.until(lambda: ben.view["prompt"] == 2)
    await ben.answer("bid", "b1", quantity=2, face=5)
    await ann.until(lambda: ann.view["prompt"] == 3)


async def play_teahouse(table: Party) -> None:
    """Play into the second call prompt, with answers that no viewer has seen."""
    ann, ben, cyd = table.seats.values()
    await ann.answer("discard", "a1", tile=3)
    for eye in (ben, cyd):
        await eye.until(partial(in_phase, eye, "call"))
    await cyd.answer("pass", "c1")
    await ben.answer("chi", "b1", tiles=[1, 2])
    await ben.until(lambda: ben.view["prompt"] == 3)
    await ben.answer("discard", "b2", tile=5)
    await cyd.until(lambda: cyd.view["phase"] == "call")


async def play_carcassonne(table: Party) -> None:
    """Play four decisions, always the first that is listed: two tiles are laid, and two more have been drawn."""
    for number in range(1, 5):
        for eye in table.seats.values():
            await eye.until(partial(at_prompt, eye, number))
        mover = next(eye for eye in table.seats.values() if eye.view.get("actions"))
        kind, payload = listed_answers(mover.view)[0]
        await mover.answer(kind, f"{number}", **payload)


async def play_blotto(table: Party) -> None:
    """Both players have sent their units, one of them twice; the prompt is still open."""
    ann, ben = table.seats[0], table.seats[1]
    await ann.answer("allocate", "a1", fields=[0, 0, 0, 0, 1, 1, 1, 2, 2, 2])
    await ben.answer("allocate", "b1", fields=[0, 1, 1, 1, 1, 1, 1, 1, 1, 2])
    await ann.answer("allocate", "a2", fields=[0, 0, 1, 1, 2, 2, 2, 2, 2, 2])


PRIZES = [4, 11, 2, 13, 7, 1, 12, 3, 9, 5, 10, 6, 8]
DICE = [[[2, 4, 4, 2, 6], [5, 1, 5, 3, 5]], [[6, 6, 1, 6, 6], [3, 3, 6, 3, 3]]]
TILES = "RUDXHVWCBAKE"

SCENARIOS = [
    Scenario(
        "goofspiel",
        {"prizes": PRIZES, "hidden_bids": True},
        play_goofspiel,
        {None: [row(*PRIZES[at : at + 3]) for at in range(2, 11)], 1: ['"card":1}', '"card":12}']},
    ),
    Scenario(
        "liarsdice",
        {"fixed_dice": DICE},
        play_liarsdice,
        {0: [row(*DICE[0][0])], 1: [row(*DICE[0][1])], None: [row(*DICE[1][0]), row(*DICE[1][1])]},
    ),
    Scenario(
        "mini-teahouse",
        {"wall": wall(DISCARDER, CHIS, PONS)},
        play_teahouse,
        {
            0: [row(*DISCARDER), row(2, 2, 5, 6)],
            1: [row(*CHIS)],
            2: [row(*PONS)],
            None: [row(*wall(DISCARDER, CHIS, PONS)[at : at + 4]) for at in range(14, 20)],
        },
        people=(0, 1, 2),
    ),
    Scenario(
        "carcassonne",
        {"tile_order": TILES},
        play_carcassonne,
        {None: [TILES[at : at + 4] for at in range(2, 8)]},
    ),
    Scenario(
        "blotto",
        {"window_ms": 3_600_000},
        play_blotto,
        {
            0: [row(0, 0, 0, 0, 1, 1, 1, 2, 2, 2), row(0, 0, 1, 1, 2, 2, 2, 2, 2, 2)],
            1: [row(0, 1, 1, 1, 1, 1, 1, 1, 1, 2)],
        },
    ),
]


# Pairs of matches that differ only in what the second seat hides


@dataclass
class Run:
    """The course of one match."""

    game: str
    options: dict[str, Any]
    play: Play
    people: tuple[int, ...] = (0, 1)


def bids(*cards: int) -> Play:
    """The second seat makes these bids, each before the first seat, which bids 5, 6, ... except for the last one."""

    async def play(table: Party) -> None:
        ann, ben = table.seats[0], table.seats[1]
        for number, card in enumerate(cards, 1):
            await ben.until(partial(at_prompt, ben, number))
            await ben.answer("bid", f"b{number}", card=card)
            if number < len(cards):
                await ann.answer("bid", f"a{number}", card=4 + number)

    return play


def calls(*answers: tuple[str, dict[str, Any]]) -> Play:
    """The first seat discards a 3; the second answers (or is not asked), none calls; then the second discards a 6."""

    async def play(table: Party) -> None:
        ann, ben = table.seats[0], table.seats[1]
        await ann.answer("discard", "a1", tile=3)
        await ben.until(lambda: ben.view["phase"] == "call")
        for number, (kind, payload) in enumerate(answers):
            await ben.answer(kind, f"b{number}", **payload)
        await ben.until(lambda: ben.view["prompt"] == 3)
        await ben.answer("discard", "b9", tile=6)
        for eye in (*table.seats.values(), table.watcher):
            await eye.until(partial(at_prompt, eye, 4))

    return play


def sends(*fields: list[int]) -> Play:
    async def play(table: Party) -> None:
        for number, chosen in enumerate(fields):
            await table.seats[1].answer("allocate", f"b{number}", fields=chosen)

    return play


LATER = [*PRIZES[:2], *PRIZES[:1:-1]]
OTHER_DICE = [[DICE[0][0], [6, 1, 2, 2, 3]], [[1, 1, 1, 1], [2, 2, 2, 2, 2]]]
PASS: tuple[str, dict[str, Any]] = ("pass", {})
NOBODY = (1, 4, 6, 6)
TEA = (0, 1, 2)

TWINS = {
    "hidden bids and prizes to come": (
        Run("goofspiel", {"prizes": PRIZES, "hidden_bids": True}, bids(12, 1)),
        Run("goofspiel", {"prizes": LATER, "hidden_bids": True}, bids(9, 13)),
    ),
    "a bid before it is revealed": (
        Run("goofspiel", {"prizes": PRIZES}, bids(12, 1)),
        Run("goofspiel", {"prizes": PRIZES}, bids(12, 13)),
    ),
    "dice under a cup, and those of later rounds": (
        Run("liarsdice", {"fixed_dice": DICE}, play_liarsdice),
        Run("liarsdice", {"fixed_dice": OTHER_DICE}, play_liarsdice),
    ),
    "a hand that could call, and the wall": (
        Run("mini-teahouse", {"wall": wall(DISCARDER, CHIS, NOBODY)}, calls(PASS), TEA),
        Run("mini-teahouse", {"wall": wall(DISCARDER, IDLE, NOBODY, draws=(2, 1))}, calls(), TEA),
    ),
    "the order of the bag": (
        Run("carcassonne", {"tile_order": TILES}, play_carcassonne),
        Run("carcassonne", {"tile_order": TILES[:3] + TILES[:2:-1]}, play_carcassonne),
    ),
    "units before the battle": (
        Run("blotto", {"window_ms": 3_600_000}, sends([0] * 10, [0] * 9 + [2])),
        Run("blotto", {"window_ms": 3_600_000}, sends([1] * 10, [0] * 5 + [2] * 5)),
    ),
}
