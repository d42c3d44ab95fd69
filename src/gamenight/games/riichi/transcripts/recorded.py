"""What the record of a deal says about its wall. Tiles are ids or faces, as the record has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from gamenight.games.riichi.deal.wall import DORA, RINSHAN, URA
from gamenight.games.riichi.hand.tiles import TILES
from gamenight.games.riichi.state import SEATS

T = TypeVar("T")
KANS = ("ankan", "kakan", "daiminkan")


def recorded_places(
    dealer: int, hands: Sequence[Sequence[T]], actions: Iterable[Sequence[Any]], dora: Sequence[T], ura: Sequence[T]
) -> list[tuple[str, list[int], list[T]]]:
    """Places of the wall, and the tiles there. A ValueError if there are more tiles than places."""
    live, replacements = _draws(actions)
    found: tuple[tuple[str, Sequence[int], Sequence[T]], ...] = (
        ("tiles drawn", range(TILES - 1, -1, -1), [*_dealt(dealer, hands), *live]),
        ("replacement tiles", RINSHAN, replacements),
        ("dora indicators", DORA, dora),
        ("ura indicators", URA, ura),
    )
    if any(len(tiles) > len(order) for _, order, tiles in found):
        raise ValueError("more tiles are recorded than a wall has")
    return [(what, list(order[: len(tiles)]), list(tiles)) for what, order, tiles in found]


def _dealt(dealer: int, hands: Sequence[Sequence[T]]) -> list[T]:
    """The tiles in the order in which they are dealt: 4-4-4-1."""
    ordered = [hands[(dealer + n) % SEATS] for n in range(SEATS)]
    fours = [tile for at in (0, 4, 8) for hand in ordered for tile in hand[at : at + 4]]
    return [*fours, *[hand[12] for hand in ordered]]


def _draws(actions: Iterable[Sequence[Any]]) -> tuple[list[Any], list[Any]]:
    """What was drawn from the live wall, and what replaced kans."""
    found: tuple[list[Any], list[Any]] = ([], [])
    after_kan = False
    for action in actions:
        if action[0] == "draw":
            found[after_kan].append(action[2])
            after_kan = False
        elif action[0] in KANS:
            after_kan = True
    return found
