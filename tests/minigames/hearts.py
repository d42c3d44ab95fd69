"""Hearts for four, as most books have it: follow suit, take no heart and no queen of spades, the fewest points win.

Before each deal but every fourth, everybody passes three cards. The two of clubs leads. No points are played on the
first trick and no heart is led before one was played, unless a hand has nothing else. Whoever takes all 26 points gives
them to each of the others. Deals are played until somebody has 100. Cards are rank and suit: `TD` is the ten of
diamonds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core import (
    Action,
    Event,
    Family,
    Game,
    Phase,
    PlayerId,
    Rng,
    Slot,
    TransitionResult,
    everybody,
    seat,
    seat_index,
    turn,
)

RANKS = "23456789TJQKA"
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)
ORDER = {card: place for place, card in enumerate(DECK)}
OF_SUIT = {suit: frozenset(card for card in DECK if card[1] == suit) for suit in "CDSH"}
POINTS = dict.fromkeys(OF_SUIT["H"], 1) | {"QS": 13}
MOON = 26
SEATS = range(4)
PLAYERS = tuple(map(seat, SEATS))
PASSED = 3

Cards = tuple[str, ...]
Hands = tuple[Cards, ...]


class HeartsOptions(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=1, le=100)] = 100
    passing: tuple[Annotated[int, Meta(ge=0, le=3)], ...] = (1, 3, 2, 0)
    """How many seats to the left the cards are passed, deal by deal and then over again; 0: none are."""
    deals: Annotated[tuple[tuple[str, str, str, str], ...], Meta(extra={"secret": True})] = ()
    """The hands of the first deals, such as `2C 7H QS ...`; chance where this ends."""


class Played(Struct, frozen=True):
    card: str


class Passed(Struct, frozen=True):
    cards: Cards


class Deal(Struct, frozen=True):
    """The match in the middle of a deal. `lacks` is what the seats' plays have proved them not to hold.

    `played` and `passed` are the seats' cards of this deal. Who leads is known when everybody has passed.
    """

    limit: int
    passing: tuple[int, ...]
    later: tuple[Hands, ...]
    totals: tuple[int, ...]
    number: int
    hands: Hands
    leader: int = 0
    passed: Hands = ((), (), (), ())
    trick: Cards = ()
    played: Hands = ((), (), (), ())
    taken: tuple[int, ...] = (0, 0, 0, 0)
    is_broken: bool = False
    lacks: tuple[frozenset[str], ...] = (frozenset(),) * 4

    @property
    def shift(self) -> int:
        """The number of seats to the left that cards are passed in this deal."""
        return self.passing[(self.number - 1) % len(self.passing)] if self.passing else 0

    @property
    def is_passing(self) -> bool:
        return bool(self.shift) and not self.passed[0]

    @property
    def is_first_trick(self) -> bool:
        return len(self.played[self.leader]) == bool(self.trick)

    @property
    def mover(self) -> int:
        return (self.leader + len(self.trick)) % 4


class DealView(Struct, frozen=True):
    """What a seat sees; `passed` and `hand` are its own."""

    number: int
    limit: int
    shift: int
    totals: tuple[int, ...]
    taken: tuple[int, ...]
    leader: int
    trick: Cards
    played: Hands
    is_broken: bool
    hand: Cards = ()
    passed: Cards = ()


class Hearts(Game[Deal]):
    game_id = "mini-hearts"
    display_name = "Hearts"
    description = "Take no hearts, and beware of the queen."
    category = "cards"
    min_players = max_players = 4
    max_turns = 16 * 56  # at most 396 points before the last deal, and at least 26 in each
    view_type = DealView
    options_type = HeartsOptions
    action_types = {"pass_cards": Passed, "play": Played}
    lowest_wins = True
    score_scale = 10.0
    aim = "points"  # measured: 13 of 16 matches against the same search for who wins

    def create_initial_state(self, players: tuple[PlayerId, ...], options: HeartsOptions, rng: Rng) -> TransitionResult:
        fixed = tuple(tuple(map(as_hand, map(str.split, deal))) for deal in options.deals)
        blank = Deal(options.limit, options.passing, fixed, (0,) * 4, 0, ())
        return TransitionResult(*next_deal(blank, rng))

    def validate_config(self, options: HeartsOptions, players: int) -> list[str]:
        dealt = [[hand.split() for hand in deal] for deal in options.deals]
        is_whole = all(sorted(chain(*deal)) == sorted(DECK) and {13} == set(map(len, deal)) for deal in dealt)
        return [] if is_whole else ["each deal needs four hands of thirteen cards, all of them different"]

    def phase_of(self, game_data: Deal) -> Phase:
        return everybody(SEATS, "pass") if game_data.is_passing else turn(game_data.mover, "play")

    def get_valid_actions(self, game_data: Deal, player_id: PlayerId) -> Sequence[Action | Family]:
        if game_data.is_passing:
            hand = game_data.hands[seat_index(player_id)]
            return [Family("pass_cards", (Slot("cards", hand, PASSED, PASSED),))]
        return [play_of(player_id, card) for card in legal_cards(game_data)]

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        card = action.payload.card
        after, told = with_card(game_data, card), Event("played", action.player_id, {"card": card})
        if len(after.trick) < 4:
            return TransitionResult(after, (told,))
        after, taken = end_trick(after)
        if after.hands[0]:
            return TransitionResult(after, (told, taken))
        return end_deal(after, (told, taken), rng)

    def resolve_concurrent_actions(
        self, game_data: Deal, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        passed = tuple(as_hand(actions[seat(at)].payload.cards) for at in SEATS)
        giver = [(at - game_data.shift) % 4 for at in SEATS]
        hands = tuple(
            as_hand({*hand} - {*passed[at]} | {*passed[giver[at]]}) for at, hand in enumerate(game_data.hands)
        )
        told = tuple(told_pass(at, giver.index(at), passed[at]) for at in SEATS)
        return TransitionResult(replace(game_data, hands=hands, passed=passed, leader=opener(hands)), told)

    def horizon(self, game_data: Deal) -> int:
        return game_data.number

    def get_player_view(self, game_data: Deal, player_id: PlayerId | None) -> DealView:
        g = game_data
        shown = DealView(
            g.number, g.limit, g.shift, g.totals, g.taken, g.leader, g.trick, g.played, g.is_broken
        )  # fmt: skip
        if player_id is None:
            return shown
        at = seat_index(player_id)
        return replace(shown, hand=g.hands[at], passed=g.passed[at])

    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        """The others' hands as their plays and the viewer's own passing allow; deals to come are dealt anew."""
        at = None if viewer is None else seat_index(viewer)
        hands = redealt(game_data, at, rng)
        passed = repassed(game_data, hands, at, rng) if game_data.passed[0] else game_data.passed
        later = tuple(deal_out(rng) for _ in game_data.later)
        return replace(game_data, hands=hands, passed=passed, later=later)

    def contradiction(self, game_data: Deal, viewer: PlayerId | None) -> str | None:
        """The hands have no card that their seats' plays have ruled out."""
        wrong = [at for at in SEATS if game_data.lacks[at].intersection(game_data.hands[at])]
        return f"{PLAYERS[wrong[0]]} holds cards that its plays have ruled out" if wrong else None

    def action_key(self, action: Action) -> object:
        payload = action.payload
        return payload.card if type(payload) is Played else payload.cards


@cache
def play_of(player: PlayerId, card: str) -> Action:
    return Action("play", player, Played(card))


def as_hand(cards: Sequence[str] | set[str]) -> Cards:
    return tuple(sorted(cards, key=ORDER.__getitem__))


def opener(hands: Hands) -> int:
    return next(at for at in SEATS if "2C" in hands[at])


def deal_out(rng: Rng) -> Hands:
    cards = rng.shuffle(DECK)
    return tuple(as_hand(cards[13 * at : 13 * at + 13]) for at in SEATS)


def next_deal(before: Deal, rng: Rng) -> tuple[Deal, tuple[Event, ...]]:
    """The next deal, a fixed one while there are any; everybody is told the own hand."""
    number = before.number + 1
    hands = before.later[0] if before.later else deal_out(rng.stream("deal", number))
    secret = {seat(at): {"hand": hand} for at, hand in enumerate(hands)}
    told = Event("dealt", None, {"number": number}, secret)
    after = Deal(before.limit, before.passing, before.later[1:], before.totals, number, hands)
    return after if after.shift else replace(after, leader=opener(hands)), (told,)


def told_pass(giver: int, taker: int, cards: Cards) -> Event:
    """The event of passing; only giver and receiver know the cards."""
    secret = {seat(at): {"cards": cards} for at in (giver, taker)}
    return Event("passed", seat(giver), {"to": seat(taker)}, secret)


def legal_cards(deal: Deal) -> Sequence[str]:
    hand = deal.hands[deal.mover]
    if not deal.trick:
        if deal.is_first_trick:
            return ("2C",)
        return hand if deal.is_broken else [card for card in hand if card[1] != "H"] or hand
    led = deal.trick[0][1]
    following = [card for card in hand if card[1] == led]
    if following or not deal.is_first_trick:
        return following or hand
    return [card for card in hand if card not in POINTS] or hand


def proved(deal: Deal, card: str) -> frozenset[str]:
    """The cards that the mover lacks, as playing this card shows."""
    if not deal.trick:
        return frozenset(DECK) - OF_SUIT["H"] if card[1] == "H" and not deal.is_broken else frozenset()
    led = deal.trick[0][1]
    if card[1] == led:
        return frozenset()
    if deal.is_first_trick and card in POINTS:
        return frozenset(DECK) - POINTS.keys()
    return OF_SUIT[led]


def with_card(deal: Deal, card: str) -> Deal:
    """The deal with the mover's card on the table."""
    at, news = deal.mover, proved(deal, card)
    return replace(
        deal,
        hands=put(deal.hands, at, tuple([own for own in deal.hands[at] if own != card])),
        played=put(deal.played, at, (*deal.played[at], card)),
        trick=(*deal.trick, card),
        is_broken=deal.is_broken or card[1] == "H",
        lacks=put(deal.lacks, at, deal.lacks[at] | news) if news else deal.lacks,
    )


def put(values: tuple, at: int, value: object) -> tuple:
    return (*values[:at], value, *values[at + 1 :])


def end_trick(deal: Deal) -> tuple[Deal, Event]:
    """Give the trick to the highest card of the suit that was led; its player leads."""
    trick = deal.trick
    best = max((card for card in trick if card[1] == trick[0][1]), key=ORDER.__getitem__)
    winner = (deal.leader + trick.index(best)) % 4
    points = sum([POINTS.get(card, 0) for card in trick])
    after = replace(deal, trick=(), leader=winner, taken=put(deal.taken, winner, deal.taken[winner] + points))
    return after, Event("took_trick", seat(winner), {"points": points})


def end_deal(deal: Deal, events: tuple[Event, ...], rng: Rng) -> TransitionResult:
    """Score the deal; then begin the next deal, or end the match."""
    has_moon = MOON in deal.taken
    brought = [MOON - points if has_moon else points for points in deal.taken]
    totals = tuple(total + points for total, points in zip(deal.totals, brought, strict=True))
    told = (*events, Event("scored", None, {"points": brought, "totals": totals}))
    after = replace(deal, totals=totals)
    if max(totals) >= deal.limit:
        return TransitionResult(after, told, totals, game_over=True)
    after, dealt = next_deal(after, rng)
    return TransitionResult(after, (*told, *dealt), totals)


def redealt(deal: Deal, viewer: int | None, rng: Rng) -> Hands:
    """Other hands that this viewer cannot rule out; what fits one hand only is dealt before the rest."""
    others = [at for at in SEATS if at != viewer]
    room = {at: len(deal.hands[at]) for at in others}
    hands: dict[int, list[str]] = {at: [] for at in others}
    free = []
    for card in rng.shuffle(chain(*[deal.hands[at] for at in others])):
        seats = possible_seats(deal, viewer, card, others)
        if len(seats) == len(others):
            free.append(card)
        else:
            place(card, hands, room, lambda card: possible_seats(deal, viewer, card, others), rng, set())
    for at in others:
        missing = room[at] - len(hands[at])
        hands[at] += free[:missing]
        del free[:missing]
    return tuple(as_hand(hands[at]) if at in hands else deal.hands[at] for at in SEATS)


def possible_seats(deal: Deal, viewer: int | None, card: str, others: Sequence[int]) -> Sequence[int]:
    """Who may hold a card that this viewer does not see: its own gift lies where it was given."""
    if deal.is_passing:
        return others
    if viewer is not None and card in deal.passed[viewer]:
        return ((viewer + deal.shift) % 4,)
    if card == "2C":
        return (deal.leader,)
    return [at for at in others if card not in deal.lacks[at]]


def place(card: str, hands: dict[int, list[str]], room: Mapping[int, int], seats_of, rng: Rng, tried: set[int]) -> bool:
    """Give a card to one of its seats; if all of them are full, move another card to make room."""
    seats = [at for at in seats_of(card) if at not in tried]
    places = [at for at in seats for _ in range(room[at] - len(hands[at]))]
    if places:
        hands[rng.choice(places)].append(card)
        return True
    for at in seats:
        tried.add(at)
        for number, other in enumerate(hands[at]):
            if place(other, hands, room, seats_of, rng, tried):
                hands[at][number] = card
                return True
    return False


def repassed(deal: Deal, hands: Hands, viewer: int | None, rng: Rng) -> Hands:
    """What the others may have passed to each other: cards of those who have got them."""
    passed = list(deal.passed)
    for giver in SEATS:
        taker = (giver + deal.shift) % 4
        if viewer is None or viewer not in (giver, taker):
            passed[giver] = as_hand(rng.sample((*hands[taker], *deal.played[taker]), PASSED))
    return tuple(passed)
