"""Engine events: the only way in which rules change anything on the table."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Literal

from msgspec import Struct

from gamenight.cards.deck import Cards, card_words
from gamenight.core.text import Message, Words, say

Sees = Literal["everyone", "owner", "nobody"]
"""Who sees the faces of a pile's cards."""

TRICK_MS = 1500
"""How long a finished trick is shown before somebody takes it."""


class MoveCards(Struct, frozen=True, tag="move-cards"):
    """These cards leave the source, in the order that they have there, and lie on top of the target."""

    source: str
    target: str
    cards: Cards


class ShufflePile(Struct, frozen=True, tag="shuffle-pile"):
    """The pile's cards in a new order that nobody knows."""

    pile: str


class OrderPile(Struct, frozen=True, tag="order-pile"):
    """The pile's own cards in this order, the last one on top."""

    pile: str
    cards: Cards


class TurnCards(Struct, frozen=True, tag="turn-cards"):
    """These cards of a pile show their faces to everyone, or to nobody, whatever the pile's visibility is."""

    pile: str
    cards: Cards
    is_up: bool


class SetPileVisibility(Struct, frozen=True, tag="set-pile-visibility"):
    """From now on the pile's cards are seen by these."""

    pile: str
    sees: Sees


class SetCardVisuals(Struct, frozen=True, tag="set-card-visuals"):
    """How cards are turned on the table, in degrees clockwise; the others lie straight. No rule looks at it."""

    rotations: dict[str, int]


class SetCurrentPlayers(Struct, frozen=True, tag="set-current-players"):
    """These seats are asked. With `together` their answers are kept unseen and take effect at the same time."""

    seats: tuple[int, ...]
    phase: str
    together: bool = False
    verbs: tuple[str, ...] = ()
    """What they may do; as before where nothing is said."""


class SetActions(Struct, frozen=True, tag="set-actions"):
    """What the seats that are asked may do: verbs of the game, of which its rules refuse what is not legal."""

    verbs: tuple[str, ...]


class SetRulesState(Struct, frozen=True, tag="set-rules-state"):
    """What the rules remember from now on; everybody may see all of it."""

    rules: Any


class Scoreboard(Struct, frozen=True):
    """A table of words and numbers."""

    head: tuple[Words, ...]
    rows: tuple[tuple[Words | int | float, ...], ...]


class SetScoreboards(Struct, frozen=True, tag="set-scoreboards"):
    """The tables beside the game, in place of the usual one with the points of each deal."""

    boards: tuple[Scoreboard, ...]


class Announce(Struct, frozen=True, tag="announce"):
    """Something happened that everybody is told: `event-KIND` of the game's catalogue, with these arguments."""

    kind: str
    seat: int | None = None
    payload: dict[str, Any] = {}


class ShowTable(Struct, frozen=True, tag="show-table"):
    """Nobody is asked: everybody looks at the table for a while, then the rules go on with `on_PHASE`."""

    phase: str
    shown_ms: int = 0


class RuleOut(Struct, frozen=True, tag="rule-out"):
    """What somebody did has shown everybody that this pile has none of these cards, but for those known to be there."""

    pile: str
    cards: Cards


class Locate(Struct, frozen=True, tag="locate"):
    """Everybody learns that these cards are in this pile, as by who begins: "the two of clubs leads"."""

    pile: str
    cards: Cards


class BeginDeal(Struct, frozen=True, tag="begin-deal"):
    """All cards are in the deck, in this order with the top one last, and nothing is left of the deal before.

    The engine begins each deal with it; rules do not.
    """

    dealer: int
    deck: Cards


class EndDeal(Struct, frozen=True, tag="end-deal"):
    """The deal is over and brings each seat so many points."""

    points: tuple[float, ...]


class SetWinner(Struct, frozen=True, tag="set-winner"):
    """The match is over. Seats are ranked by their points, and those with equal points by this, larger ones first."""

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
"""What the rules say to an intent: they raise Illegal, or yield what happens, event by event.

Each `yield` gives back the table after that event; the table that the rules were called with stays as it was.
"""


class Illegal(Exception):
    """The rules do not allow it: `refused-REASON` of the game's catalogue says why."""

    def __init__(self, reason: str, **args: Any) -> None:
        self.args_told = args  # Exception keeps the reason by itself; a listing raises this for every other card

    @property
    def words(self) -> Message:
        return say(f"refused-{self}", **{name: card_words(value) for name, value in self.args_told.items()})


def ask(seats: int | Iterable[int], *verbs: str, phase: str = "", together: bool = False) -> Ruling:
    """Ask a seat, or several, for one of these verbs; the phase is called after the first verb by default."""
    asked = (seats,) if isinstance(seats, int) else tuple(seats)
    return (yield SetCurrentPlayers(asked, phase or verbs[0], together, verbs))
