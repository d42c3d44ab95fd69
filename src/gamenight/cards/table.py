"""The state of a card game: the piles, the memory of the rules, who is asked, and what each viewer knows."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gamenight.cards.deck import Cards
from gamenight.cards.events import MoveCards, Scoreboard, Sees, SetRulesState
from gamenight.cards.piles import DECK, pile_of

R = TypeVar("R")
O = TypeVar("O")  # noqa: E741

Beliefs = tuple[tuple[int, int], ...]
"""What a viewer knows about unseen cards: pairs (piles, faces) of bit masks. Each of these faces is in one of these
piles.
"""


class CardTable(Struct, Generic[R, O], frozen=True):
    """The state of a match. Rules read it and never change it: they yield events."""

    players: int
    options: O
    rules: R
    """The memory of the rules; everybody may see all of it."""

    piles: dict[str, Cards]
    """The cards of each pile, the top one last. The name of a seat's pile has the seat's number: `hand/2`."""

    deal: int = 0
    """The number of the deal, from 1."""

    dealer: int = 0
    totals: tuple[float, ...] = ()
    """The sums of the points of all finished deals."""

    points: tuple[tuple[float, ...], ...] = ()
    """The points of each finished deal."""

    phase: str = ""
    asked: tuple[int, ...] = ()
    verbs: tuple[str, ...] = ()
    together: bool = False
    shown_ms: int = 0
    is_over: bool = False
    tie_break: tuple[float, ...] | None = None
    sees: dict[str, Sees] = {}
    """The piles whose visibility differs from the declaration."""

    turned: dict[str, dict[str, bool]] = {}
    """For each pile, single cards that are face up (True) or face down, whatever the pile's visibility is."""

    rotations: dict[str, int] = {}
    boards: tuple[Scoreboard, ...] = ()
    beliefs: tuple[Beliefs | None, ...] = ()
    """The beliefs of each viewer, the spectator last. None in worlds of another viewer, where they are not needed."""

    ruled_out: dict[str, int] = {}
    """For each pile, the faces (as a bit mask) that everybody knows it did not have when they were ruled out."""

    came_later: dict[str, int] = {}
    """For each pile, the number of unseen cards that came later and may be faces that were ruled out."""

    def hand(self, seat: int) -> Cards:
        return self.piles[pile_of("hand", seat)]

    def pile(self, name: str, seat: int) -> Cards:
        """The cards of a seat's pile."""
        return self.piles[pile_of(name, seat)]

    def left_of(self, seat: int, steps: int = 1) -> int:
        """The seat `steps` places to the left, which is the direction of turn order."""
        return (seat + steps) % self.players

    def seats_from(self, first: int) -> tuple[int, ...]:
        """All seats in turn order, beginning with this one."""
        return tuple((first + step) % self.players for step in range(self.players))

    def top(self, count: int = 1, pile: str = DECK) -> Cards:
        """The next cards to draw from a pile, the top one first; fewer if the pile has fewer."""
        return self.piles[pile][: -count - 1 : -1] if count else ()


AnyCardTable = CardTable[Any, Any]


def remember(table: AnyCardTable, **changes: Any) -> SetRulesState:
    """Change these fields of the memory of the rules."""
    return SetRulesState(replace(table.rules, **changes))


def draw(table: AnyCardTable, target: str, count: int = 1, source: str = DECK) -> MoveCards:
    """Move the top cards of a pile to another; fewer if it has fewer."""
    return MoveCards(source, target, table.top(count, source))
