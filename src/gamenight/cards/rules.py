"""The part of a card game that its author writes: deck, piles, verbs and rules."""

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
    """The memory of rules that need none."""


class CardRules:
    """The part of a card game that its author writes. All parts but piles, verbs and `on_deal` have defaults.

    - `on_deal(table)` deals the cards.
    - `on_VERB(table, seat, ...)` gets the fields of the payload. It raises Illegal before its first event, or yields
      events.
    - `on_PHASE(table)` continues after a ShowTable with that name.
    - `after_PHASE(table)` follows when all answers of seats that were asked together have been applied.
    - `VERB_duties(table, seat)`, for a verb of one card, returns duties such as following suit. A player who plays
      another card has shown everybody which cards the hand lacks.
    """

    game_id: ClassVar[str]
    piles: ClassVar[Sequence[Pile]]
    """All piles except the deck, which has to be declared only if it differs from the default."""

    verbs: ClassVar[Mapping[str, Verb]]
    """What players can do, by action type."""

    memory_type: ClassVar[type[Any]] = NoMemory
    """The type of the memory of the rules, taken from `CardGame[Memory]`. A deal begins with the defaults of its
    fields.
    """

    recap_ends: ClassVar[Collection[str]] = ()
    """Kinds of events that end a line of the recap, such as a taken trick; if empty, each event is a line."""

    def deck(self, players: int, options: Any, /) -> Cards:
        """The cards of the game; one pack of 52 by default."""
        return FRENCH

    def on_deal(self, table: AnyCardTable, /) -> Ruling:
        """Deal the cards from the deck and ask the first player."""
        raise NotImplementedError

    def is_match_over(self, table: AnyCardTable, /) -> bool:
        """Whether the match ends after this deal. By default: after `options.deals` deals, or if that is 0 or not an
        option, when a player has `options.target` points. Without both options a match is one deal."""
        target, deals = getattr(table.options, "target", None), getattr(table.options, "deals", 0)
        if deals or target is None:
            return bool(table.deal >= (deals or 1))
        return bool(max(table.totals) >= target)

    def next_dealer(self, table: AnyCardTable, /) -> int:
        return table.left_of(table.dealer)

    def first_memory(self, table: AnyCardTable, /) -> Any:
        """The memory of the rules when a deal begins."""
        return self.memory_type()

    def facts(self, view: PlayerView, /) -> dict[str, Any]:
        """Additional facts for language models, by name: no advice, and only what the view shows."""
        return {}

    def cards_aside(self, view: PlayerView, /) -> Cards:
        """Cards shown small beside the table; by default the last trick, if the memory of the rules has it as
        `last`."""
        last: Cards = getattr(view.game_data.rules, "last", ())
        return last

    def resolve(self, table: AnyCardTable, answers: Mapping[int, Action], /) -> Ruling:
        """Apply the answers of seats that were asked together; by default one after the other, in seat order."""
        for seat in sorted(answers):
            table = yield from _last_table(self.ruling(table, seat, answers[seat]), table)
        after = getattr(self, f"after_{table.phase}", None)
        if after is not None:
            yield from after(table)

    def ruling(self, table: AnyCardTable, seat: int, action: Action) -> Ruling:
        """The ruling on an action, not applied yet; raises Illegal if it neglects a duty."""
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
        """The table after a ruling, and the events that have changed it."""
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
        """The piles of a table with this number of players; cached."""
        found = _PILE_SETS.get((type(self), players))
        if found is None:
            found = _PILE_SETS[type(self), players] = PileSet(self.piles, players)
        return found


_PILE_SETS: dict[tuple[type[CardRules], int], PileSet] = {}


def _shown(pile: str, lacked: Cards, ruling: Ruling) -> Ruling:
    """The ruling, preceded by the event that the pile has none of these cards."""
    yield RuleOut(pile, lacked)
    yield from ruling


def _last_table(ruling: Ruling, table: AnyCardTable) -> Ruling:
    """Yield all events of this ruling; returns the last table."""
    try:
        event = next(ruling)
        while True:
            table = yield event
            event = ruling.send(table)
    except StopIteration:
        return table
