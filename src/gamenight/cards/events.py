"""Engine events: the only way in which rules change the table."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Literal

from msgspec import Struct

from gamenight.cards.deck import Cards, card_words
from gamenight.core.text import Message, Words, say

Sees = Literal["everyone", "owner", "nobody"]
"""Who sees the faces of a pile's cards."""

TRICK_MS = 1500
"""How long a finished trick is shown before a player takes it."""


class MoveCards(Struct, frozen=True, tag="move-cards"):
    """Move these cards from the source, in their order there, to the top of the target."""

    source: str
    target: str
    cards: Cards


class ShufflePile(Struct, frozen=True, tag="shuffle-pile"):
    """Put the pile's cards into a random order that is unknown to all viewers."""

    pile: str


class OrderPile(Struct, frozen=True, tag="order-pile"):
    """Put the pile's cards into this order, with the last one on top."""

    pile: str
    cards: Cards


class TurnCards(Struct, frozen=True, tag="turn-cards"):
    """Turn these cards of a pile face up for everyone, or face down for everyone, whatever the pile's visibility is."""

    pile: str
    cards: Cards
    is_up: bool


class SetPileVisibility(Struct, frozen=True, tag="set-pile-visibility"):
    """Change who sees the pile's cards from now on."""

    pile: str
    sees: Sees


class SetCardVisuals(Struct, frozen=True, tag="set-card-visuals"):
    """Rotate cards in the picture, clockwise in degrees; other cards lie straight. It has no effect on the rules."""

    rotations: dict[str, int]


class SetCurrentPlayers(Struct, frozen=True, tag="set-current-players"):
    """Ask these seats. With `together` their answers stay hidden and take effect at the same time."""

    seats: tuple[int, ...]
    phase: str
    together: bool = False
    verbs: tuple[str, ...] = ()
    """The verbs that they may use; empty: the same as before."""


class SetActions(Struct, frozen=True, tag="set-actions"):
    """Set the verbs that the asked seats may use; the rules still refuse actions that are not legal."""

    verbs: tuple[str, ...]


class SetRulesState(Struct, frozen=True, tag="set-rules-state"):
    """Replace the memory of the rules; everybody may see all of it."""

    rules: Any


class Scoreboard(Struct, frozen=True):
    """A table of words and numbers."""

    head: tuple[Words, ...]
    rows: tuple[tuple[Words | int | float, ...], ...]


class SetScoreboards(Struct, frozen=True, tag="set-scoreboards"):
    """Set the tables beside the game; they replace the default one with the points of each deal."""

    boards: tuple[Scoreboard, ...]


class Announce(Struct, frozen=True, tag="announce"):
    """Report something to everybody: `event-KIND` of the game's catalogue, with these arguments."""

    kind: str
    seat: int | None = None
    payload: dict[str, Any] = {}


class ShowTable(Struct, frozen=True, tag="show-table"):
    """Show the table to everybody for a while, without asking anyone; then the rules continue with `on_PHASE`."""

    phase: str
    shown_ms: int = 0


class RuleOut(Struct, frozen=True, tag="rule-out"):
    """Everybody learns that this pile has none of these cards, except those already known to be there."""

    pile: str
    cards: Cards


class Locate(Struct, frozen=True, tag="locate"):
    """Everybody learns that these cards are in this pile: the holder of the two of clubs leads, for example."""

    pile: str
    cards: Cards


class BeginDeal(Struct, frozen=True, tag="begin-deal"):
    """Put all cards into the deck, in this order with the top one last, and clear the previous deal.

    Only the engine yields it, at the start of each deal.
    """

    dealer: int
    deck: Cards


class EndDeal(Struct, frozen=True, tag="end-deal"):
    """End the deal, with the points of each seat."""

    points: tuple[float, ...]


class SetWinner(Struct, frozen=True, tag="set-winner"):
    """End the match. Seats rank by their points; seats with equal points rank by `tie_break`, larger ones first."""

    tie_break: tuple[float, ...] | None = None


CardEvent = (
    MoveCards
    | ShufflePile
    | OrderPile
    | TurnCards
    | SetPileVisibility
    | SetCardVisuals
    | SetCurrentPlayers
    | SetActions
    | SetRulesState
    | SetScoreboards
    | Announce
    | ShowTable
    | RuleOut
    | Locate
    | BeginDeal
    | EndDeal
    | SetWinner
)

Ruling = Generator[CardEvent, Any, Any]
"""The answer of the rules to an action: they raise Illegal, or yield events one after the other.

Each `yield` returns the table after that event; the table that the rules were called with does not change.
"""


class Illegal(Exception):
    """The rules do not allow the action; `refused-REASON` of the game's catalogue says why."""

    def __init__(self, reason: str, **args: Any) -> None:
        self.args_told = args  # the reason is in Exception.args; short, as listings raise this very often

    @property
    def words(self) -> Message:
        return say(f"refused-{self}", **{name: card_words(value) for name, value in self.args_told.items()})


def ask(seats: int | Iterable[int], *verbs: str, phase: str = "", together: bool = False) -> Ruling:
    """Ask one or several seats for one of these verbs; by default the phase is named after the first verb."""
    asked = (seats,) if isinstance(seats, int) else tuple(seats)
    return (yield SetCurrentPlayers(asked, phase or verbs[0], together, verbs))
