"""Everything about a card game at one moment: the piles, what the rules remember, who is asked, who knows what."""

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
"""What a viewer knows of cards that it does not see: (piles, faces) as bit masks; these faces are in these piles."""


class CardTable(Struct, Generic[R, O], frozen=True):
    """The state of a match. Rules read it and never change it: they yield events."""

    players: int
    options: O
    rules: R
    """What the rules remember, besides the piles; everybody may see all of it."""

    piles: dict[str, Cards]
    """The cards of each pile, the top one last. A seat's own pile has its number: `hand/2`."""

    deal: int = 0
    """The number of the deal, from 1."""

    dealer: int = 0
    totals: tuple[float, ...] = ()
    """The points of all finished deals."""

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
    """The piles whose visibility is not as the game declares it."""

    turned: dict[str, dict[str, bool]] = {}
    """Single cards that are face up or face down in a pile, whatever its visibility is."""

    rotations: dict[str, int] = {}
    boards: tuple[Scoreboard, ...] = ()
    beliefs: tuple[Beliefs | None, ...] = ()
    """What each viewer knows, the spectator last; None where nobody asks, in the worlds of another viewer."""

    ruled_out: dict[str, int] = {}
    """The faces, as a bit mask, that everybody knows a pile not to have, but for those that came later."""

    came_later: dict[str, int] = {}
    """How many of the faces that are ruled out a pile may have, as it got so many cards unseen since then."""

    def hand(self, seat: int) -> Cards:
        return self.piles[pile_of("hand", seat)]

    def pile(self, name: str, seat: int) -> Cards:
        """A seat's own pile."""
        return self.piles[pile_of(name, seat)]

    def left_of(self, seat: int, steps: int = 1) -> int:
        """The seat so many places to the left: the next one in turn order."""
        return (seat + steps) % self.players

    def seats_from(self, first: int) -> tuple[int, ...]:
        """All seats in turn order, beginning with this one."""
        return tuple((first + step) % self.players for step in range(self.players))

    def top(self, count: int = 1, pile: str = DECK) -> Cards:
        """The cards that are drawn next from a pile, the top one first; fewer where it has no more."""
        return self.piles[pile][: -count - 1 : -1] if count else ()


AnyCardTable = CardTable[Any, Any]


def remember(table: AnyCardTable, **changes: Any) -> SetRulesState:
    """The rules remember this from now on, and the rest as before."""
    return SetRulesState(replace(table.rules, **changes))


def draw(table: AnyCardTable, target: str, count: int = 1, source: str = DECK) -> MoveCards:
    """The top cards of a pile go to another; fewer where it has no more."""
    return MoveCards(source, target, table.top(count, source))
