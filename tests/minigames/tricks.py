"""Tricks: a card game of several deals, with moments that stay on the table before what follows.

Everybody gets two of twelve cards, and one more is turned up. The leader plays a card, the others follow in turn, and
the highest card takes the trick; the lowest, if the card turned up is odd. Most tricks after all deals win.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import Action, Event, ExpectedAction, Phase, PlayerId, TransitionResult, seat
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

CARDS = tuple(range(1, 13))
HAND = 2
FLIPPED_MS, TRICK_MS, BETWEEN_MS = 1000, 1500, 500
CONFIRM_MS = 30_000

Cards = tuple[int, ...]


class TricksOptions(Struct, frozen=True, forbid_unknown_fields=True):
    deals: Annotated[int, Meta(ge=1, le=4)] = 2
    asks: bool = False
    """Everybody confirms the next deal."""
    decks: Annotated[tuple[Cards, ...], Meta(extra={"secret": True})] = ()
    """The cards of each deal in order: the hands, seat by seat, then the card turned up."""


class Card(Struct, frozen=True):
    card: int


class Tricks(Struct, frozen=True):
    """`table` has the cards of the trick as (seat, card), `seen` all cards shown in this deal."""

    moment: Literal["flipped", "play", "trick", "between"]
    deal: int
    deals: int
    hands: tuple[Cards, ...]
    flipped: int
    leader: int
    points: tuple[int, ...]
    table: tuple[tuple[int, int], ...] = ()
    seen: Cards = ()
    gone: tuple[int, ...] = ()
    decks: tuple[Cards, ...] = ()
    asks: bool = False


class TricksView(Struct, frozen=True):
    moment: str
    deal: int
    hand: Cards
    hand_sizes: tuple[int, ...]
    flipped: int
    leader: int
    points: tuple[int, ...]
    table: tuple[tuple[int, int], ...]


class TrickTaking(Game[Tricks]):
    game_id = "mini-tricks"
    display_name = "Tricks"
    description = "Take the most tricks."
    category = "cards"
    max_players = 4
    max_turns = 4 * 4 * (HAND + 1)
    view_type = TricksView
    options_type = TricksOptions
    action_types = {"play": Card}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: TricksOptions, rng: Rng) -> TransitionResult:
        count = len(players)
        blank = Tricks(
            "between", 0, options.deals, ((),) * count, 0, 0, (0,) * count, decks=options.decks, asks=options.asks
        )
        return next_deal(blank, rng)

    def validate_config(self, options: TricksOptions, players: int) -> list[str]:
        are_cards = all(len(set(deck) & set(CARDS)) == len(deck) == HAND * players + 1 for deck in options.decks)
        return [] if are_cards else [f"a deck has {HAND * players + 1} different cards"]

    def phase_of(self, game_data: Tricks) -> Phase:
        if game_data.moment == "flipped":
            return Phase("flipped", auto_resolve=True, shown_ms=FLIPPED_MS)
        if game_data.moment == "trick":
            return Phase("trick", auto_resolve=True, shown_ms=TRICK_MS)
        if game_data.moment == "between":
            return Phase("between", auto_resolve=True, shown_ms=BETWEEN_MS, confirm_ms=CONFIRM_MS * game_data.asks)
        return Phase("play", (ExpectedAction(seat(mover(game_data)), "play"),))

    def get_valid_actions(self, game_data: Tricks, player_id: PlayerId) -> list[Action]:
        if game_data.moment != "play" or player_id != seat(mover(game_data)):
            return []
        return [Action("play", player_id, Card(card)) for card in game_data.hands[mover(game_data)]]

    def apply_action(self, game_data: Tricks, action: Action, rng: Rng) -> TransitionResult:
        if action.action_type == "play":
            return play_card(game_data, action.payload.card)
        if game_data.moment == "flipped":
            return TransitionResult(replace(game_data, moment="play"))
        if game_data.moment == "between":
            return next_deal(game_data, rng)
        return take_trick(game_data)

    def get_player_view(self, game_data: Tricks, player_id: PlayerId | None) -> TricksView:
        return TricksView(
            game_data.moment,
            game_data.deal,
            () if player_id is None else game_data.hands[int(player_id[1:])],
            tuple(map(len, game_data.hands)),
            game_data.flipped,
            game_data.leader,
            game_data.points,
            game_data.table,
        )

    def on_player_forfeit(self, game_data: Tricks, player_id: PlayerId, rng: Rng) -> TransitionResult:
        """The player's cards and tricks go out of play; a trick that waited for nobody else is complete."""
        index = int(player_id[1:])
        hands = tuple(() if at == index else hand for at, hand in enumerate(game_data.hands))
        points = tuple(0 if at == index else count for at, count in enumerate(game_data.points))
        table = tuple(played for played in game_data.table if played[0] != index)
        after = replace(game_data, hands=hands, points=points, table=table, gone=(*game_data.gone, index))
        if game_data.moment == "play" and not waiting(after):
            after = replace(after, moment="trick" if after.table else "between")
        return TransitionResult(after, scores=scored(points))

    def determinize(self, game_data: Tricks, viewer: PlayerId | None, rng: Rng) -> Tricks:
        """The hands of others are drawn from the cards that the viewer has not seen; so are later deals."""
        own = None if viewer is None else int(viewer[1:])
        known = {*game_data.seen, *(() if own is None else game_data.hands[own])}
        unseen = list(rng.shuffle(card for card in CARDS if card not in known))
        hands = tuple(
            hand if index == own else tuple(sorted(unseen.pop() for _ in hand))
            for index, hand in enumerate(game_data.hands)
        )
        return replace(game_data, hands=hands, decks=tuple(shuffled(len(hands), rng) for _ in game_data.decks))


def mover(state: Tricks) -> int:
    """The seat that plays next, in turn from the leader on."""
    return waiting(state)[0]


def waiting(state: Tricks) -> list[int]:
    """The seats that still have to play to this trick, in turn."""
    seats, played = len(state.hands), {index for index, _ in state.table}
    turn = [(state.leader + step) % seats for step in range(seats)]
    return [index for index in turn if index not in played and index not in state.gone and state.hands[index]]


def play_card(state: Tricks, card: int) -> TransitionResult:
    index = mover(state)
    hands = tuple(tuple(c for c in hand if c != card) for hand in state.hands)
    after = replace(state, hands=hands, table=(*state.table, (index, card)), seen=(*state.seen, card))
    after = after if waiting(after) else replace(after, moment="trick")
    return TransitionResult(after, (Event("played", seat(index), {"card": card}),))


def take_trick(state: Tricks) -> TransitionResult:
    best = min if state.flipped % 2 else max
    taker = best(state.table, key=lambda played: played[1])[0]
    points = tuple(count + (index == taker) for index, count in enumerate(state.points))
    scores = scored(points)
    is_dealt_out = not any(state.hands)
    after = replace(state, moment="between" if is_dealt_out else "play", leader=taker, points=points, table=())
    left = [seat(index) for index in state.gone]
    over = ranked(scores, left=left) if is_dealt_out and state.deal == state.deals else None
    return TransitionResult(after, (Event("taken", seat(taker), {"points": points[taker]}),), scores, over)


def scored(points: tuple[int, ...]) -> dict[PlayerId, float]:
    return {seat(index): float(count) for index, count in enumerate(points)}


def next_deal(state: Tricks, rng: Rng) -> TransitionResult:
    """The next deal, in a fixed order or by chance; each player is told its own hand."""
    deck, decks = state.decks[:1], state.decks[1:]
    cards = deck[0] if deck else shuffled(len(state.hands), rng.stream("deal", state.deal + 1))
    hands = tuple(
        () if index in state.gone else tuple(sorted(cards[HAND * index : HAND * (index + 1)]))
        for index in range(len(state.hands))
    )
    flipped, leader = cards[-1], next(index for index in range(len(hands)) if index not in state.gone)
    secret = {seat(index): {"hand": hand} for index, hand in enumerate(hands)}
    dealt = Event("dealt", None, {"deal": state.deal + 1, "flipped": flipped}, secret)
    blank = replace(state, moment="flipped", deal=state.deal + 1, table=(), seen=(flipped,), decks=decks)
    after = replace(blank, hands=hands, flipped=flipped, leader=leader)
    return TransitionResult(after, (dealt,))


def shuffled(players: int, rng: Rng) -> Cards:
    return rng.shuffle(CARDS)[: HAND * players + 1]
