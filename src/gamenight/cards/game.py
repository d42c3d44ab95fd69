"""Connect card games to the engine: implements the contract of a game by piles and rules."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from types import new_class
from typing import Any, Generic, TypeVar, get_args, get_origin

from msgspec.structs import replace

from gamenight.cards.applying import DEAL_OVER
from gamenight.cards.deck import Cards, card_words
from gamenight.cards.happening import next_deal, transition
from gamenight.cards.listing import legal_actions, refusal, same_listed, why_not
from gamenight.cards.options import CardOptions, open_options, without_secrets, wrong_decks
from gamenight.cards.rules import CardRules
from gamenight.cards.shown.context import context_of, recap_of
from gamenight.cards.shown.scene import offers_of, scene_of
from gamenight.cards.shown.telling import action_told, event_told
from gamenight.cards.shown.terminal import text_of
from gamenight.cards.shown.view import TableView, view_of
from gamenight.cards.table import AnyCardTable, CardTable
from gamenight.cards.worlds import contradiction, redealt
from gamenight.core import (
    Action,
    Event,
    Family,
    Game,
    Phase,
    PlayerId,
    PlayerView,
    Rng,
    TransitionResult,
    Words,
    say,
    seat_index,
)
from gamenight.core import seat as player_of
from gamenight.core.model import ConcurrentMode, ExpectedAction
from gamenight.core.showing.recap import RecapLine
from gamenight.core.showing.scene import Offer, Scene
from gamenight.core.text import Message, Tell

R = TypeVar("R")

CONTINUE_MS = 30_000
"""Maximum time to wait until everybody wants the next deal."""


class CardGame(CardRules, Game[Any], Generic[R]):
    """The base class of card games: implements Game by the methods of CardRules. `R` is the memory of the rules."""

    category = "cards"
    options_type = CardOptions

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is CardGame and not isinstance(get_args(base)[0], TypeVar):
                cls.memory_type = get_args(base)[0]
        if {"memory_type", "options_type"} & vars(cls).keys():
            cls.state_type = _typed(cls, "state_type", CardTable, cls.memory_type, cls.options_type)
            cls.view_type = _typed(cls, "view_type", TableView, cls.memory_type)
        verbs = getattr(cls, "verbs", {})
        cls.action_types = {name: verb.payload for name, verb in verbs.items()}
        # Without judged verbs every listed action is legal, and skipping validate_action makes playouts faster.
        if any(verb.is_judged for verb in verbs.values()) and cls.validate_action is Game.validate_action:
            cls.validate_action = CardGame._judge  # type: ignore[assignment, method-assign]

    # The match

    def validate_config(self, options: Any, players: int) -> Sequence[Words]:
        if not self.min_players <= players <= self.max_players:
            return []  # the engine reports this error; there may be no deck for this number of players
        problems = wrong_decks(options, self.deck(players, options))
        if options.first_dealer is not None and options.first_dealer >= players:
            problems.append(say("bad-first_dealer", last=players - 1))
        return problems

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        count, first = len(players), options.first_dealer
        dealer = rng.stream("dealer").below(count) if first is None else first
        empty: dict[str, Cards] = dict.fromkeys(self.pile_set(count).names, ())
        blank = self.state_type(count, options, self.memory_type(), empty, dealer=dealer, totals=(0.0,) * count)
        return next_deal(self, blank, dealer, rng)

    def options_of(self, table: AnyCardTable) -> Any:
        return table.options

    def phase_of(self, table: AnyCardTable) -> Phase:
        if table.asked:
            return _asking(table.phase, table.asked, table.together)
        return _between(table.phase, table.shown_ms, CONTINUE_MS if table.phase == DEAL_OVER else 0)

    def get_valid_actions(self, table: AnyCardTable, player_id: PlayerId) -> Sequence[Action | Family]:
        return legal_actions(self, table, player_id)

    def listed_form(self, action: Action, listing: Sequence[Action | Family]) -> Action | None:
        return same_listed(listing, action)

    def why_not(self, table: AnyCardTable, action: Action) -> Words | None:
        return why_not(self, table, action)

    def _judge(self, table: AnyCardTable, action: Action) -> Words | None:
        """`validate_action` of a game with judged verbs: their rules decide."""
        verb = self.verbs.get(action.action_type)
        if verb is None or not verb.is_judged or action.action_type not in table.verbs:
            return super().validate_action(table, action)
        return refusal(self, table, action)

    def apply_action(self, table: AnyCardTable, action: Action, rng: Rng) -> TransitionResult:
        if table.asked:
            seat = seat_index(action.player_id)
            return transition(self, table, self.ruling(table, seat, action), rng, (seat, action))
        if table.phase == DEAL_OVER:
            return next_deal(self, table, self.next_dealer(table), rng)
        return transition(self, table, getattr(self, f"on_{table.phase}")(table), rng)

    def resolve_concurrent_actions(
        self, table: AnyCardTable, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        answers = {seat_index(player): action for player, action in actions.items()}
        return transition(self, table, self.resolve(table, answers), rng)

    # What a viewer may know

    def get_player_view(self, table: AnyCardTable, player_id: PlayerId | None) -> TableView[Any]:
        piles = self.pile_set(table.players)
        return view_of(self.view_type, table, _viewer(table, player_id), piles, open_options(table.options))

    def determinize(self, table: AnyCardTable, viewer: PlayerId | None, rng: Rng) -> AnyCardTable:
        """Deal the cards that this viewer cannot place again, and drop secret options, which fix later decks."""
        at = _viewer(table, viewer)
        world = redealt(table, at, self.pile_set(table.players), rng)
        # Everybody knows what a spectator knows; beliefs of other seats are not needed in this world.
        kept = (at, table.players)
        beliefs = tuple(own if number in kept else None for number, own in enumerate(table.beliefs))
        return replace(world, beliefs=beliefs, options=without_secrets(table.options))

    def contradiction(self, table: AnyCardTable, viewer: PlayerId | None) -> str | None:
        return contradiction(table, _viewer(table, viewer), self.pile_set(table.players))

    # How it looks, in words and for bots

    def describe_action(self, action: Action, view: PlayerView) -> Words:
        return action_told(action, view)

    def describe_value(self, slot_name: str, value: Any, view: PlayerView) -> Words:
        words = card_words(value)
        return words if isinstance(words, Message) else super().describe_value(slot_name, value, view)

    def describe_event(self, event: Event, view: PlayerView) -> Words | None:
        return event_told(event, view)

    def scene(self, view: PlayerView) -> Scene:
        return scene_of(view, self.pile_set(len(view.players)), self.cards_aside(view))

    def in_letters(self, view: PlayerView, tell: Tell) -> str:
        return text_of(view, tell, self.pile_set(len(view.players)))

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        piles = self.pile_set(len(view.players))
        return offers_of(view, piles, lambda action: self.describe_action(action, view))

    def ai_context(self, view: PlayerView) -> dict[str, Any]:
        return context_of(view, self.facts(view))

    def recap(self, history: Sequence[Event], view: PlayerView) -> Sequence[RecapLine]:
        return recap_of(history, view, [f"game.{kind}" for kind in self.recap_ends])

    def resolved_options(self, options: Any) -> Mapping[str, Any]:
        """All options but `first_dealer`, which the table shows."""
        return {name: value for name, value in super().resolved_options(options).items() if name != "first_dealer"}

    def horizon(self, table: AnyCardTable) -> int:
        return table.deal

    def action_key(self, action: Action) -> Hashable:
        return action.action_type, action.payload


def _viewer(table: AnyCardTable, player_id: PlayerId | None) -> int:
    """The number of a viewer: the seat's number, or the number of players for a spectator."""
    return table.players if player_id is None else seat_index(player_id)


def _typed(game: type, name: str, generic: Any, *types: type) -> type[Any]:
    """The type of this game's state or view, made from the types of its memory and options."""
    # A class and not an alias, as the engine uses it in isinstance; pickle finds it by its qualified name.
    words = {"__module__": game.__module__, "__qualname__": f"{game.__qualname__}.{name}"}
    return new_class(f"{game.__name__}_{name}", (generic[types],), {"frozen": True}, lambda body: body.update(words))


@lru_cache(maxsize=4096)
def _asking(phase: str, seats: tuple[int, ...], together: bool) -> Phase:
    mode = ConcurrentMode.CONCURRENT if together else ConcurrentMode.SEQUENTIAL
    return Phase(phase, tuple(ExpectedAction(player_of(seat)) for seat in seats), mode)


@lru_cache(maxsize=256)
def _between(phase: str, shown_ms: int, confirm_ms: int) -> Phase:
    return Phase(phase, auto_resolve=True, shown_ms=shown_ms, confirm_ms=confirm_ms)
