"""What a card game says: its deck and piles, what players do, and its rules as methods."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import astuple

from gamenight.cards.applying import apply
from gamenight.cards.deck import FRENCH, Cards
from gamenight.cards.events import CardEvent, Illegal, RuleOut, Ruling
from gamenight.cards.piles import Pile, PileSet, pile_of
from gamenight.cards.table import AnyCardTable
from gamenight.cards.verbs import Verb, lacking
from gamenight.core.errors import PluginError
from gamenight.core.model import NO_PAYLOAD, Action, PlayerView
from gamenight.core.rng import Rng


class NoMemory(Struct, frozen=True):
    """What rules remember that remember nothing."""


class CardRules:
    """The part of a card game that its author writes; everything has a default but the piles, the verbs and the deal.

    `on_deal(table)` deals. `on_VERB(table, seat, ...)` rules on what a player wants to do, with the fields of its
    payload: it raises Illegal before its first event, or yields what happens. `on_PHASE(table)` goes on after a
    ShowTable of that name. Where several seats are asked together, `after_PHASE(table)` follows when all of them were
    ruled on. For a verb of one card `VERB_duties(table, seat)` may give what has to be played by who has it; whoever
    plays something else has shown everybody what the hand lacks.
    """

    game_id: ClassVar[str]
    piles: ClassVar[Sequence[Pile]]
    """All piles but the deck, which needs no saying unless everybody sees it."""

    verbs: ClassVar[Mapping[str, Verb]]
    """What players do, by the names of the actions."""

    memory_type: ClassVar[type[Any]] = NoMemory
    """Taken from `CardGame[Memory]`: what the rules remember. Each field has a default, with which a deal begins."""

    recap_ends: ClassVar[Collection[str]] = ()
    """Kinds of events that end a line of the recap, such as a trick that was taken; without any, each is a line."""

    def deck(self, players: int, options: Any, /) -> Cards:
        """The cards that are played with; one pack of 52 by default."""
        return FRENCH

    def on_deal(self, table: AnyCardTable, /) -> Ruling:
        """Deal the cards from the deck and ask the first player."""
        raise NotImplementedError

    def is_match_over(self, table: AnyCardTable, /) -> bool:
        """After a deal: by default `options.deals` deals were played, or where that is 0 or not an option somebody has
        `options.target` points. Without either option a match is one deal."""
        target, deals = getattr(table.options, "target", None), getattr(table.options, "deals", 0)
        if deals or target is None:
            return bool(table.deal >= (deals or 1))
        return bool(max(table.totals) >= target)

    def next_dealer(self, table: AnyCardTable, /) -> int:
        return table.left_of(table.dealer)

    def first_memory(self, table: AnyCardTable, /) -> Any:
        """What the rules remember when a deal begins."""
        return self.memory_type()

    def facts(self, view: PlayerView, /) -> dict[str, Any]:
        """What else is true on the table, by name: never advice, and nothing that the view does not show."""
        return {}

    def cards_aside(self, view: PlayerView, /) -> Cards:
        """Cards that lie small beside the table: by default the last trick, where the rules remember it as `last`."""
        last: Cards = getattr(view.game_data.rules, "last", ())
        return last

    def resolve(self, table: AnyCardTable, answers: Mapping[int, Action], /) -> Ruling:
        """What the answers of several seats lead to that were asked together: by default one after the other."""
        for seat in sorted(answers):
            table = yield from _last_table(self.ruling(table, seat, answers[seat]), table)
        after = getattr(self, f"after_{table.phase}", None)
        if after is not None:
            yield from after(table)

    def ruling(self, table: AnyCardTable, seat: int, action: Action) -> Ruling:
        """What the rules say to an action; nothing has happened yet. Illegal if it neglects a duty."""
        verb, payload = action.action_type, action.payload
        rule = getattr(self, f"on_{verb}")
        if payload is NO_PAYLOAD:
            return rule(table, seat)  # type: ignore[no-any-return]
        said = rule(table, seat, *astuple(payload))
        if (duties := getattr(self, f"{verb}_duties", None)) is not None:
            source = pile_of(self.verbs[verb].source, seat)
            if lacked := lacking(table.piles[source], payload.card, duties(table, seat)):
                return _shown(source, lacked, said)
        return said  # type: ignore[no-any-return]

    def followed(self, table: AnyCardTable, ruling: Ruling, rng: Rng) -> tuple[AnyCardTable, list[CardEvent]]:
        """The table after a ruling, and the events that led there: they alone have changed it."""
        piles = self.pile_set(table.players)
        happened: list[CardEvent] = []
        try:
            event = next(ruling)
            while True:
                table = apply(table, event, piles, rng)
                happened.append(event)
                event = ruling.send(table)
        except StopIteration:
            return table, happened
        except Illegal as refusal:
            raise PluginError(f"{self.game_id} refused what it had allowed: {refusal}") from refusal

    def pile_set(self, players: int) -> PileSet:
        """The piles of a table of so many players; made once."""
        found = _PILE_SETS.get((type(self), players))
        if found is None:
            found = _PILE_SETS[type(self), players] = PileSet(self.piles, players)
        return found


_PILE_SETS: dict[tuple[type[CardRules], int], PileSet] = {}


def _shown(pile: str, lacked: Cards, ruling: Ruling) -> Ruling:
    """Everybody sees that the pile has none of these; then the rest happens."""
    yield RuleOut(pile, lacked)
    yield from ruling


def _last_table(ruling: Ruling, table: AnyCardTable) -> Ruling:
    """Everything that this ruling lets happen; gives back the last table."""
    try:
        event = next(ruling)
        while True:
            table = yield event
            event = ruling.send(table)
    except StopIteration:
        return table
