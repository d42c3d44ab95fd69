"""Caravan: a draft. Everybody picks one card of the hand at once, shows it, and passes the rest to the left.

In each of two ages everybody is dealt four of twenty cards; the last card of a hand is picked like the others.
A card counts its number, and every pair of equal goods one more. Most points win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import Action, ConcurrentMode, Event, ExpectedAction, Phase, PlayerId, TransitionResult
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

GOODS = ("silk", "salt", "tea", "jade")
CARDS = tuple(f"{good}{value}" for good in GOODS for value in range(1, 6))
HAND = 4
AGES = 2

Cards = tuple[str, ...]


class CaravanOptions(Struct, frozen=True, forbid_unknown_fields=True):
    deals: Annotated[tuple[tuple[Cards, ...], ...], Meta(extra={"secret": True})] = ()
    """The hands, age by age; shuffled where this ends."""


class Pick(Struct, frozen=True):
    card: str


class Draft(Struct, frozen=True):
    """`taken` are all cards in front of a player; `shown` those of this age, which everybody has seen."""

    players: tuple[PlayerId, ...]
    age: int
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    shown: Cards = ()
    deals: tuple[tuple[Cards, ...], ...] = ()


class DraftView(Struct, frozen=True):
    age: int
    hand: Cards
    hand_size: int
    taken: tuple[Cards, ...]


class Caravan(Game[Draft]):
    game_id = "mini-caravan"
    display_name = "Caravan"
    description = "Pick a card, pass the rest."
    category = "cards"
    max_players = 4
    max_turns = 40
    view_type = DraftView
    options_type = CaravanOptions
    action_types = {"pick": Pick}

    def create_initial_state(
        self, players: tuple[PlayerId, ...], options: CaravanOptions, rng: Rng
    ) -> TransitionResult:
        blank = Draft(players, 0, (), ((),) * len(players), deals=options.deals)
        return next_age(blank, (), rng)

    def validate_config(self, options: CaravanOptions, players: int) -> list[str]:
        return [error for deal in options.deals for error in deal_errors(deal, players)]

    def phase_of(self, game_data: Draft) -> Phase:
        asked = tuple(ExpectedAction(player, "pick") for player in game_data.players)
        return Phase("pick", asked, ConcurrentMode.CONCURRENT, metadata={"round": game_data.age})

    def get_valid_actions(self, game_data: Draft, player_id: PlayerId) -> list[Action]:
        hand = game_data.hands[game_data.players.index(player_id)]
        return [Action("pick", player_id, Pick(card)) for card in hand]

    def resolve_concurrent_actions(
        self, game_data: Draft, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        picks = tuple(actions[player].payload.card for player in game_data.players)
        kept = [tuple(c for c in hand if c != pick) for hand, pick in zip(game_data.hands, picks, strict=True)]
        taken = tuple((*cards, pick) for cards, pick in zip(game_data.taken, picks, strict=True))
        events = tuple(Event("picked", p, {"card": c}) for p, c in zip(game_data.players, picks, strict=True))
        scores = {player: float(value(cards)) for player, cards in zip(game_data.players, taken, strict=True)}
        after = replace(game_data, hands=(kept[-1], *kept[:-1]), taken=taken, shown=game_data.shown + picks)
        if kept[0]:
            return TransitionResult(after, events, scores)
        if game_data.age == AGES:
            return TransitionResult(after, events, scores, ranked(scores))
        dealt = next_age(after, events, rng)
        return TransitionResult(dealt.game_data, dealt.events, scores)

    def get_player_view(self, game_data: Draft, player_id: PlayerId | None) -> DraftView:
        own = () if player_id is None else game_data.hands[game_data.players.index(player_id)]
        return DraftView(game_data.age, own, len(game_data.hands[0]), game_data.taken)

    def determinize(self, game_data: Draft, viewer: PlayerId | None, rng: Rng) -> Draft:
        """Hands that the viewer has not held are drawn anew from the cards it has not seen, later deals from all."""
        known = held_before(game_data, viewer)
        seen = {*game_data.shown, *(card for seat in known for card in game_data.hands[seat])}
        unseen = rng.shuffle(card for card in CARDS if card not in seen)
        size = len(game_data.hands[0])
        hands = []
        for seat, hand in enumerate(game_data.hands):
            if seat in known:
                hands.append(hand)
            else:
                hands.append(in_order(unseen[:size]))
                unseen = unseen[size:]
        deals = tuple(deal_hands(len(game_data.players), rng) for _ in game_data.deals)
        return replace(game_data, hands=tuple(hands), deals=deals)


def next_age(draft: Draft, events: tuple[Event, ...], rng: Rng) -> TransitionResult:
    """The next age, dealt as the options say or by chance; each player is told its own hand."""
    age = draft.age + 1
    hands = draft.deals[0] if draft.deals else deal_hands(len(draft.players), rng.stream("deal", age))
    secret = {player: {"hand": hand} for player, hand in zip(draft.players, hands, strict=True)}
    dealt = Event("dealt", None, {"age": age}, secret)
    after = replace(draft, age=age, hands=tuple(map(in_order, hands)), shown=(), deals=draft.deals[1:])
    return TransitionResult(after, (*events, dealt))


def deal_hands(players: int, rng: Rng) -> tuple[Cards, ...]:
    deck = rng.shuffle(CARDS)
    return tuple(in_order(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(players))


def in_order(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def held_before(draft: Draft, viewer: PlayerId | None) -> set[int]:
    """The seats whose hand the viewer holds or has passed on in this age; what was taken from it since was shown."""
    if viewer is None:
        return set()
    seats, passes = len(draft.players), HAND - len(draft.hands[0])
    return {(draft.players.index(viewer) + step) % seats for step in range(passes + 1)}


def deal_errors(deal: tuple[Cards, ...], players: int) -> list[str]:
    cards = [card for hand in deal for card in hand]
    if [len(hand) for hand in deal] != [HAND] * players:
        return [f"a deal needs {HAND} cards for each of {players} players"]
    if len(set(cards)) != len(cards) or not set(cards) <= set(CARDS):
        return ["a deal needs different cards of the deck"]
    return []


def value(cards: Cards) -> int:
    """The numbers on the cards, and one point more for every pair of equal goods."""
    pairs = sum(count // 2 for count in Counter(card[:-1] for card in cards).values())
    return sum(int(card[-1]) for card in cards) + pairs
