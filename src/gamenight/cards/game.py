"""A card game as a game of the engine: the one place where piles and rules meet the contract."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from types import new_class
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import astuple, replace

from gamenight.cards.applying import DEAL_OVER, apply, card_seen_by
from gamenight.cards.context import context_of
from gamenight.cards.deck import FRENCH, BadCards, Cards, in_order, parse_cards
from gamenight.cards.events import Announce, CardEvent, Illegal, MoveCards, Ruling
from gamenight.cards.knowledge import FACE_BIT, all_in
from gamenight.cards.piles import DECK, Pile, PileSet, pile_of
from gamenight.cards.scene import offers_of, scene_of
from gamenight.cards.table import CardTable, Table
from gamenight.cards.telling import action_told, event_told
from gamenight.cards.verbs import SeveralCards, Verb, action_of, card_action
from gamenight.cards.view import TableView, view_of
from gamenight.cards.worlds import possible_piles, redealt
from gamenight.core import (
    Action,
    Event,
    Family,
    Game,
    Phase,
    PlayerId,
    PlayerView,
    Rng,
    Slot,
    TransitionResult,
    Words,
    say,
    seat_index,
)
from gamenight.core import seat as player_of
from gamenight.core.errors import PluginError
from gamenight.core.fields import secret_names
from gamenight.core.model import NO_PAYLOAD, ConcurrentMode, ExpectedAction, NoPayload
from gamenight.core.scene import Offer, Scene

R = TypeVar("R")

CONTINUE_MS = 30_000
"""How long the table waits at most until everybody wants the next deal."""

TRICK_MS = 1500
"""How long a finished trick is shown before somebody takes it."""


class NoMemory(Struct, frozen=True):
    """What rules remember that remember nothing."""


class CardOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options that every card game has; a game's own are a Struct below this one."""

    first_dealer: Annotated[int, Meta(ge=0, examples=[0, 1])] | None = None
    """The seat that deals first; chance decides where it is not said."""

    decks: Annotated[tuple[str, ...], Meta(extra={"secret": True})] = ()
    """The decks of the first deals from the top card on, such as `QS TH 2C ...`; chance where this ends."""


class CardGame(Game[Any], Generic[R]):
    """What a card game says: its deck and piles, what players do, and its rules as methods.

    `on_deal(table)` deals. `on_VERB(table, seat, ...)` rules on what a player wants to do, with the fields of its
    payload: it raises Illegal before its first event, or yields what happens. `on_PHASE(table)` goes on after a Beat of
    that name. Where several seats are asked together, `after_PHASE(table)` follows when all of them were ruled on.
    """

    piles: ClassVar[Sequence[Pile]]
    """All piles but the deck, which needs no saying unless everybody sees it."""

    verbs: ClassVar[Mapping[str, Verb]]
    """What players do, by the names of the actions."""

    category = "cards"
    options_type = CardOptions
    memory_type: ClassVar[type[Any]] = NoMemory
    """Taken from `CardGame[Memory]`: what the rules remember. Each field has a default, with which a deal begins."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is CardGame and not isinstance(get_args(base)[0], TypeVar):
                cls.memory_type = get_args(base)[0]
        if {"memory_type", "options_type"} & vars(cls).keys():
            cls.state_type = _typed(cls, "state_type", CardTable, cls.memory_type, cls.options_type)
            cls.view_type = _typed(cls, "view_type", TableView, cls.memory_type)
        cls.action_types = {name: verb.payload for name, verb in getattr(cls, "verbs", {}).items()}

    # What a game says

    def deck(self, players: int, options: Any, /) -> Cards:
        """The cards that are played with; one pack of 52 by default."""
        return FRENCH

    def on_deal(self, table: Table, /) -> Ruling:
        """Deal the cards from the deck and ask the first player."""
        raise NotImplementedError

    def is_match_over(self, table: Table, /) -> bool:
        """After a deal: by default somebody has `options.target` points, or `options.deals` deals were played."""
        target, deals = getattr(table.options, "target", None), getattr(table.options, "deals", None)
        if target is not None:
            return bool(max(table.totals) >= target)
        return bool(table.deal >= (deals or 1))

    def next_dealer(self, table: Table, /) -> int:
        return table.left_of(table.dealer)

    def first_memory(self, table: Table, /) -> Any:
        """What the rules remember when a deal begins."""
        return self.memory_type()

    def facts(self, view: PlayerView, /) -> dict[str, Any]:
        """What else is true on the table, by name: never advice, and nothing that the view does not show."""
        return {}

    def cards_aside(self, view: PlayerView, /) -> Cards:
        """Cards that lie small beside the table, such as the last trick."""
        return ()

    def resolve(self, table: Table, answers: Mapping[int, Action], /) -> Ruling:
        """What the answers of several seats lead to that were asked together: by default one after the other."""
        for seat in sorted(answers):
            table = yield from _followed(self.ruling(table, seat, answers[seat]), table)
        after = getattr(self, f"after_{table.phase}", None)
        if after is not None:
            yield from after(table)

    # The contract

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        count = len(players)
        first = options.first_dealer
        dealer = rng.stream("dealer").below(count) if first is None else first
        empty: dict[str, Cards] = dict.fromkeys(self.pile_set(count).names, ())
        blank = self.state_type(count, options, self.memory_type(), empty, dealer=dealer, totals=(0.0,) * count)
        return self._next_deal(blank, rng)

    def validate_config(self, options: Any, players: int) -> Sequence[Words]:
        try:
            decks = [parse_cards(deck) for deck in options.decks]
        except BadCards as error:
            return [say("bad-deck", why=str(error))]
        if not self.min_players <= players <= self.max_players:
            return []  # the engine says so; no deck is for so many
        whole = in_order(self.deck(players, options))
        wrong = [number for number, deck in enumerate(decks, 1) if in_order(deck) != whole]
        problems = [say("bad-deck_cards", number=number, count=len(whole)) for number in wrong]
        if options.first_dealer is not None and options.first_dealer >= players:
            problems.append(say("bad-first_dealer", last=players - 1))
        return problems

    def phase_of(self, table: Table) -> Phase:
        if table.asked:
            return _asking(table.phase, table.asked, table.together)
        return _between(table.phase, table.shown_ms, CONTINUE_MS if table.phase == DEAL_OVER else 0)

    def get_valid_actions(self, table: Table, player_id: PlayerId) -> Sequence[Action | Family]:
        seat = seat_index(player_id)
        return [entry for verb in table.verbs for entry in self._legal(table, seat, verb, player_id)]

    def why_not(self, table: Table, action: Action) -> Words | None:
        """The rules' reason for refusing this, after what holds in every card game."""
        if action.action_type not in table.verbs:
            return None
        seat, verb = seat_index(action.player_id), self.verbs[action.action_type]
        source = pile_of(verb.source, seat)
        cards = _cards_of(action.payload) if verb.source else ()
        if missing := [card for card in cards if card not in table.piles[source]]:
            return say("refused-card", card=missing[0])
        try:
            next(self.ruling(table, seat, action), None)
        except Illegal as refusal:
            return refusal.words
        return say("refused-unlisted")

    def apply_action(self, table: Table, action: Action, rng: Rng) -> TransitionResult:
        if table.asked:
            seat = seat_index(action.player_id)
            return self._run(table, self.ruling(table, seat, action), rng, (seat, action))
        if table.phase == DEAL_OVER:
            return self._next_deal(replace(table, dealer=self.next_dealer(table)), rng)
        return self._run(table, getattr(self, f"on_{table.phase}")(table), rng)

    def resolve_concurrent_actions(
        self, table: Table, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        answers = {seat_index(player): action for player, action in actions.items()}
        return self._run(table, self.resolve(table, answers), rng)

    def get_player_view(self, table: Table, player_id: PlayerId | None) -> TableView[Any]:
        viewer = table.players if player_id is None else seat_index(player_id)
        return view_of(self.view_type, table, viewer, self.pile_set(table.players), _open_options(table.options))

    def determinize(self, table: Table, viewer: PlayerId | None, rng: Rng) -> Table:
        """The cards that this viewer cannot place are dealt anew, and so is what secret options fix for later."""
        at = table.players if viewer is None else seat_index(viewer)
        piles = redealt(table, at, self.pile_set(table.players), rng)
        beliefs = tuple(own if number == at else None for number, own in enumerate(table.beliefs))
        return replace(table, piles=piles, beliefs=beliefs, options=_without_secrets(table.options))

    def contradiction(self, table: Table, viewer: PlayerId | None) -> str | None:
        """No card lies where this viewer knows that it cannot be."""
        at, piles = table.players if viewer is None else seat_index(viewer), self.pile_set(table.players)
        for card, names in _unseen(table, at, piles).items():
            if not _is_possible(table, at, card, names, piles):
                return f"{card} cannot be in {' and '.join(names)}"
        return None

    def describe_action(self, action: Action, view: PlayerView) -> Words:
        return action_told(action, view)

    def describe_event(self, event: Event, view: PlayerView) -> Words | None:
        return event_told(event, view)

    def scene(self, view: PlayerView) -> Scene:
        return scene_of(view, self.pile_set(len(view.players)), self.cards_aside(view))

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return offers_of(view, lambda action: self.describe_action(action, view))

    def ai_context(self, view: PlayerView) -> dict[str, Any]:
        return context_of(view, self.pile_set(len(view.players)), self.facts(view))

    def horizon(self, table: Table) -> int:
        return table.deal

    def action_key(self, action: Action) -> Hashable:
        return action.action_type, action.payload

    # How it is done

    def pile_set(self, players: int) -> PileSet:
        found = _PILE_SETS.get((type(self), players))
        return found if found is not None else _pile_set(type(self), players)

    def ruling(self, table: Table, seat: int, action: Action) -> Ruling:
        """What the rules say to an action; nothing has happened yet."""
        rule = getattr(self, f"on_{action.action_type}")
        payload = action.payload
        return rule(table, seat) if payload is NO_PAYLOAD else rule(table, seat, *astuple(payload))  # type: ignore[no-any-return]

    def followed(self, table: Table, ruling: Ruling, rng: Rng) -> tuple[Table, list[CardEvent]]:
        """The table after a ruling, and the events that led there."""
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

    def is_legal(self, table: Table, seat: int, action: Action) -> bool:
        """The rules do not refuse it."""
        try:
            next(self.ruling(table, seat, action), None)
        except Illegal:
            return False
        return True

    def _legal(self, table: Table, seat: int, verb: str, player: PlayerId) -> Sequence[Action | Family]:
        """What the rules allow of all that could be said with a verb."""
        form = self.verbs[verb]
        if form.payload is SeveralCards:
            cards = in_order(table.pile(form.source, seat))
            return (Family(verb, (Slot("cards", cards, form.at_least, form.at_most),)),)
        if form.source:
            return self._legal_cards(table, seat, verb, form, player)
        choices = (NO_PAYLOAD,) if form.payload is NoPayload else getattr(self, f"{verb}_choices")(table, seat)
        actions = [action_of(verb, player, payload) for payload in choices]
        return [action for action in actions if self.is_legal(table, seat, action)]

    def _legal_cards(self, table: Table, seat: int, verb: str, form: Verb, player: PlayerId) -> Sequence[Action]:
        """The cards that the rules do not refuse; written out, as every playout comes here for every card."""
        rule, found = getattr(self, f"on_{verb}"), []
        for card in dict.fromkeys(table.pile(form.source, seat)):
            try:
                next(rule(table, seat, card), None)
            except Illegal:
                continue
            found.append(card_action(verb, player, card))
        return found

    def _next_deal(self, table: Table, rng: Rng) -> TransitionResult:
        piles, number = self.pile_set(table.players), table.deal + 1
        cards = in_order(self.deck(table.players, table.options))
        fixed = table.options.decks[number - 1 : number]
        order = parse_cards(fixed[0])[::-1] if fixed else rng.stream("deal", number).shuffle(cards)
        gathered = replace(
            table,
            deal=number,
            piles=dict.fromkeys(piles.names, ()) | {DECK: order},
            beliefs=(all_in(piles.bits[DECK], cards),) * (table.players + 1),
            sees={},
            turned={},
            rotations={},
            recap=(),
            ruled_out={},
            came_later={},
        )
        ready = replace(gathered, rules=self.first_memory(gathered))
        done = self._run(ready, self.on_deal(ready), rng)
        return replace(done, events=(self._dealt(done.game_data), *done.events))

    def _dealt(self, table: Table) -> Event:
        """Everybody is told the number of the deal, and the own hand."""
        seats = range(table.players if "hand/0" in table.piles else 0)
        secret = {player_of(seat): {"cards": in_order(table.hand(seat))} for seat in seats}
        return Event("dealt", None, {"deal": table.deal, "dealer": player_of(table.dealer)}, secret)

    def _run(
        self, table: Table, ruling: Ruling, rng: Rng, intent: tuple[int, Action] | None = None
    ) -> TransitionResult:
        """The table after everything that the rules let happen, and what everybody is told of it."""
        before, piles = table, self.pile_set(table.players)
        table, happened = self.followed(table, ruling, rng)
        if table.phase == DEAL_OVER and not table.is_over and self.is_match_over(table):
            table = replace(table, is_over=True)
        told = [] if intent is None else [self._told(before, happened, *intent, piles)]
        told += [_announced(event) for event in happened if type(event) is Announce]
        scores = table.totals if table.totals is not before.totals else None
        return TransitionResult(table, tuple(told), scores, table.is_over or None, table.tie_break)

    def _told(self, table: Table, happened: Sequence[CardEvent], seat: int, action: Action, piles: PileSet) -> Event:
        """What a player did. Its cards are told to those who see where they came from or where they go."""
        fields = {name: getattr(action.payload, name) for name in action.payload.__struct_fields__}
        seen = _seen_moves(table, happened, _cards_of(action.payload), piles) if fields else piles.everyone
        player = player_of(seat)
        if seen == piles.everyone:
            return Event(action.action_type, player, fields)
        secret = {player_of(other): fields for other in range(table.players) if seen >> other & 1}
        return Event(action.action_type, player, {"count": len(_cards_of(action.payload))}, secret)


def _typed(game: type, name: str, generic: Any, *types: type) -> type[Any]:
    """The state or the view of this game, with the types of what its rules remember and of its options."""
    # A class rather than an alias, as the engine asks whether a state is one; found by its name when it is unpickled.
    words = {"__module__": game.__module__, "__qualname__": f"{game.__qualname__}.{name}"}
    return new_class(f"{game.__name__}_{name}", (generic[types],), {"frozen": True}, lambda body: body.update(words))


_PILE_SETS: dict[tuple[type[CardGame[Any]], int], PileSet] = {}


def _pile_set(game: type[CardGame[Any]], players: int) -> PileSet:
    _PILE_SETS[game, players] = PileSet(game.piles, players)
    return _PILE_SETS[game, players]


@lru_cache(maxsize=4096)
def _asking(phase: str, seats: tuple[int, ...], together: bool) -> Phase:
    mode = ConcurrentMode.CONCURRENT if together else ConcurrentMode.SEQUENTIAL
    return Phase(phase, tuple(ExpectedAction(player_of(seat)) for seat in seats), mode)


@lru_cache(maxsize=256)
def _between(phase: str, shown_ms: int, confirm_ms: int) -> Phase:
    return Phase(phase, auto_resolve=True, shown_ms=shown_ms, confirm_ms=confirm_ms)


def _followed(ruling: Ruling, table: Table) -> Ruling:
    """Everything that this ruling lets happen; gives back the last table."""
    try:
        event = next(ruling)
        while True:
            table = yield event
            event = ruling.send(table)
    except StopIteration:
        return table


def _announced(event: Announce) -> Event:
    return Event(event.kind, None if event.seat is None else player_of(event.seat), event.payload)


def _cards_of(payload: Any) -> Cards:
    """All cards that a payload names."""
    cards: list[str] = []
    for value in astuple(payload):
        cards.extend((value,) if isinstance(value, str) else value if isinstance(value, tuple) else ())
    return tuple(cards)


def _seen_moves(table: Table, happened: Sequence[CardEvent], cards: Cards, piles: PileSet) -> int:
    """The viewers that see where these cards came from or where they went, as a mask."""
    seen, waiting = piles.everyone, set(cards)
    for event in happened:
        # Only the first move of a card is the player's: a copy of it may be drawn afterwards.
        if type(event) is MoveCards and not waiting.isdisjoint(event.cards):
            waiting.difference_update(event.cards)
            seen &= piles.seen_by[event.source] | piles.seen_by[event.target]
    return seen


def _unseen(table: Table, viewer: int, piles: PileSet) -> dict[str, list[str]]:
    """The cards that a viewer does not see, each with the piles in which its copies are."""
    found: dict[str, list[str]] = {}
    for name in piles.names:
        for card in table.piles[name]:
            if not card_seen_by(table, name, card, piles) >> viewer & 1:
                found.setdefault(card, []).append(name)
    return found


def _is_possible(table: Table, viewer: int, card: str, names: Sequence[str], piles: PileSet) -> bool:
    """Whether the viewer's beliefs allow the copies of a card in these piles, one belief for each."""
    believed = [known for known, faces in table.beliefs[viewer] or () if faces & FACE_BIT[card]]
    allowed = [possible_piles(table, known, card, piles) for known in believed]
    bits = [piles.bits[name] for name in names]
    orders = permutations(allowed, len(bits))
    return any(all(bit & mask for bit, mask in zip(bits, order, strict=True)) for order in orders)


def _open_options(options: Any) -> dict[str, Any]:
    """The options that everybody may know."""
    hidden = _secrets(type(options))
    return {name: getattr(options, name) for name in options.__struct_fields__ if name not in hidden}


def _without_secrets(options: Any) -> Any:
    return replace(options, **_secrets(type(options)))


_SECRETS: dict[type[Any], dict[str, Any]] = {}


def _secrets(options_type: type[Any]) -> dict[str, Any]:
    """The options that nobody may know before the end, with their defaults."""
    if options_type not in _SECRETS:
        usual = options_type()
        _SECRETS[options_type] = {name: getattr(usual, name) for name in secret_names(options_type)}
    return _SECRETS[options_type]
