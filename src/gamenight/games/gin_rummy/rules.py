"""Gin rummy for two: draw, discard, and knock when few points are left outside your melds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamenight.cards import (
    ACE_LOW,
    DECK,
    AnyCardTable,
    CardGame,
    Cards,
    Pile,
    Ruling,
    deal_out,
    hands,
    pile_of,
    without,
)
from gamenight.cards.events import Announce, EndDeal, Illegal, MoveCards, ask
from gamenight.cards.library.melds import GIN_VALUES, can_lay_off, is_meld, least_deadwood, runs_in, sets_in
from gamenight.cards.table import draw, remember
from gamenight.cards.verbs import button, choice, one_card
from gamenight.core import Action, PlayerId, PlayerView, Rng, Words, seat_index
from gamenight.core.plugin import sigmoid
from gamenight.core.showing.scene import Offer
from gamenight.games.gin_rummy.facts import facts_of
from gamenight.games.gin_rummy.judging import lead, priority, sensible
from gamenight.games.gin_rummy.knocking import (
    after_melds,
    can_knock,
    can_knock_with_upcard,
    deadwood_of,
    knocker_melds,
    lay_down,
    lay_off,
    show_hand,
    show_melds,
)
from gamenight.games.gin_rummy.offers import lay_off_told, with_meld
from gamenight.games.gin_rummy.scoring import HAND, deadwood
from gamenight.games.gin_rummy.state import (
    MOST_DEAD,
    MOST_DEALS,
    MOST_TAKEN,
    WALL,
    GinMemory,
    GinOptions,
    LayOff,
    Meld,
)


class GinRummy(CardGame[GinMemory]):
    game_id = "gin_rummy"
    display_name = "Gin Rummy"
    description = "Draw and discard until your hand is melds and little else; then knock."
    max_turns = 185 * MOST_DEALS  # 29 cards of the stock and 50 taken, each with a discard; then melds and layoffs
    options_type = GinOptions
    piles = (
        Pile(DECK, sees="nobody", style="stack"),
        hands(ranks=ACE_LOW),
        Pile("discard", style="stack"),
        Pile("knock_card", sees="nobody", style="backs"),
        Pile("melds", per_seat=True),
    )
    verbs = {
        "take_upcard": button(),
        "decline": button(),
        "draw_stock": button(),
        "draw_discard": button(),
        "discard": one_card(),
        "knock": one_card(),
        "big_gin": button(),
        "meld": choice(Meld),
        "lay_off": choice(LayOff),
        "done": button(),
    }
    recap_ends = ("decline", "discard", "knock", "big_gin", "meld", "lay_off", "done")
    aim = "points"
    score_scale = 30.0
    search = {"exploration": 0.15, "playouts": "random"}
    levels = {  # measured: search does not find better discards than the heuristic
        "easy": "mcts:simulations=10,time_ms=500",
        "medium": "mcts:simulations=250,time_ms=1000",
        "hard": "heuristic",
    }

    def on_deal(self, table: AnyCardTable) -> Ruling:
        table = yield from deal_out(table, HAND)
        (upcard,) = table.top()
        table = yield draw(table, "discard")
        options = table.options
        limit = _oklahoma_limit(upcard) if options.oklahoma else options.knock_limit
        is_double = options.oklahoma and options.oklahoma_spade_double and upcard[1] == "S"
        table = yield remember(table, limit=limit, is_double=is_double)
        yield from ask(table.left_of(table.dealer), "take_upcard", "decline", phase="upcard")

    # The first upcard, and the last one at the wall

    def on_take_upcard(self, table: AnyCardTable, seat: int) -> Ruling:
        if table.rules.is_wall:
            if not can_knock_with_upcard(table, seat):
                raise Illegal("wall", limit=table.rules.limit)
            yield show_hand(seat)
        yield from taking(table, seat)

    def on_decline(self, table: AnyCardTable, seat: int) -> Ruling:
        if table.rules.is_wall:
            yield from dead_hand(table)
            return
        table = yield remember(table, declined=table.rules.declined + 1)
        if table.rules.declined == 1:
            yield from ask(table.dealer, "take_upcard", "decline", phase="upcard")
        else:
            yield from ask_to_draw(table.left_of(table.dealer))

    # A turn

    def on_draw_stock(self, table: AnyCardTable, seat: int) -> Ruling:
        table = yield draw(table, pile_of("hand", seat))
        yield remember(table, taken="", declined=0)
        yield from ask_to_discard(seat)

    def on_draw_discard(self, table: AnyCardTable, seat: int) -> Ruling:
        if table.rules.declined:
            raise Illegal("declined")
        table = yield remember(table, takes=table.rules.takes + 1)
        if table.rules.takes < MOST_TAKEN:
            yield from taking(table, seat)
        else:
            yield from dead_hand(table)

    def on_discard(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        if table.rules.is_wall:
            raise Illegal("must_knock")
        refuse_returning(table, card)
        is_returned = card == table.rules.taken
        is_dead = is_returned and table.rules.is_returned
        table = yield MoveCards(pile_of("hand", seat), "discard", (card,))
        is_wall = len(table.piles[DECK]) <= WALL
        if is_dead or (is_wall and table.options.wall == "dead"):
            table = yield remember(table, last_discard=card)
            yield from dead_hand(table)
            return
        yield remember(table, is_returned=is_returned, is_wall=is_wall)
        if is_wall:
            yield from ask(table.left_of(seat), "take_upcard", "decline", phase="upcard")
        else:
            yield from ask_to_draw(table.left_of(seat))

    def on_knock(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        refuse_returning(table, card)
        if not can_knock(table.hand(seat), card, table.rules.limit):
            raise Illegal("deadwood", limit=table.rules.limit)
        table = yield MoveCards(pile_of("hand", seat), "knock_card", (card,))
        table = yield remember(table, knocker=seat)
        table = yield show_hand(seat)
        yield from show_melds(table, seat)

    def on_big_gin(self, table: AnyCardTable, seat: int) -> Ruling:
        if not table.options.big_gin or table.options.bonus == "classic":
            raise Illegal("no_big_gin")
        if deadwood_of(table.hand(seat)):
            raise Illegal("not_big_gin")
        table = yield remember(table, knocker=seat, is_big_gin=True, limit=0)
        table = yield show_hand(seat)
        yield from show_melds(table, seat)

    # After a knock

    def meld_choices(self, table: AnyCardTable, seat: int) -> list[Meld]:
        hand = table.hand(seat)
        return [Meld(cards) for cards in (*sets_in(hand), *runs_in(hand))]

    def on_meld(self, table: AnyCardTable, seat: int, cards: Cards) -> Ruling:
        refuse_missing(table, seat, cards)
        if not is_meld(cards):
            raise Illegal("no_meld", cards=cards)
        left = without(table.hand(seat), cards)
        if seat == table.rules.knocker and least_deadwood(left) > table.rules.limit:
            raise Illegal("deadwood", limit=table.rules.limit)
        yield from lay_down(table, seat, (cards,))
        yield from ask(seat, "meld", "done", phase="melds")

    def lay_off_choices(self, table: AnyCardTable, seat: int) -> list[LayOff]:
        melds = knocker_melds(table)
        return [
            LayOff(card, number)
            for card in table.hand(seat)
            for number, meld in enumerate(melds)
            if can_lay_off(card, meld)
        ]

    def on_lay_off(self, table: AnyCardTable, seat: int, card: str, meld: int) -> Ruling:
        refuse_missing(table, seat, (card,))
        melds = knocker_melds(table)
        if not 0 <= meld < len(melds):
            raise Illegal("no_such_meld", count=len(melds))
        if not can_lay_off(card, melds[meld]):
            raise Illegal("does_not_fit", card=card, cards=melds[meld])
        yield from lay_off(table, card, meld)
        yield from ask(seat, "lay_off", "done", phase="layoff")

    def on_done(self, table: AnyCardTable, seat: int) -> Ruling:
        if table.phase == "layoff":
            yield remember(table)
            yield from show_melds(table, seat)
            return
        if seat == table.rules.knocker and deadwood(table, seat) > table.rules.limit:
            raise Illegal("deadwood", limit=table.rules.limit)
        yield from after_melds(table, seat)

    # For bots

    def evaluate(self, table: AnyCardTable, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """Only from this hand: its points, or while it continues, the expected lead."""
        seat = seat_index(player_id)
        if table.asked:
            return sigmoid(lead(table, seat), self.score_scale)
        return sigmoid(table.points[-1][seat] - table.points[-1][1 - seat], self.score_scale)

    def action_priority(self, table: AnyCardTable, action: Action) -> float:
        return priority(table, seat_index(action.player_id), action.action_type, action.payload)

    def heuristic_action(self, table: AnyCardTable, player_id: PlayerId, rng: Rng) -> Action:
        listed = self.get_valid_actions(table, player_id)
        return sensible(table, [action for action in listed if isinstance(action, Action)])

    # Words and taps

    def describe_action(self, action: Action, view: PlayerView) -> Words:
        payload = action.payload
        return lay_off_told(payload, view) if isinstance(payload, LayOff) else super().describe_action(action, view)

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return [with_meld(offer, view) for offer in super().offers(view)]

    def facts(self, view: PlayerView) -> dict[str, Any]:
        return facts_of(view, WALL)

    # The match

    def is_match_over(self, table: AnyCardTable) -> bool:
        if super().is_match_over(table) or table.deal >= MOST_DEALS:
            return True
        last = table.points[-MOST_DEAD:]
        return not table.options.deals and len(last) == MOST_DEAD and not any(map(any, last))

    def first_memory(self, table: AnyCardTable) -> GinMemory:
        return GinMemory(last_discard=table.rules.last_discard)

    def next_dealer(self, table: AnyCardTable) -> int:
        """The loser of the hand; the same dealer again if the hand had no winner."""
        points = table.points[-1]
        return table.dealer if points[0] == points[1] else points.index(min(points))


def ask_to_draw(seat: int) -> Ruling:
    yield from ask(seat, "draw_stock", "draw_discard", phase="draw")


def ask_to_discard(seat: int) -> Ruling:
    yield from ask(seat, "discard", "knock", "big_gin")


def taking(table: AnyCardTable, seat: int) -> Ruling:
    """Move the top card of the discard pile to a hand."""
    cards = table.top(1, "discard")
    table = yield MoveCards("discard", pile_of("hand", seat), cards)
    yield remember(table, taken=cards[0], declined=0)
    yield from ask_to_discard(seat)


def dead_hand(table: AnyCardTable) -> Ruling:
    """End the hand without points."""
    yield Announce("dead_hand")
    yield EndDeal((0.0,) * table.players)


def refuse_returning(table: AnyCardTable, card: str) -> None:
    if card == table.rules.taken and not table.options.return_upcard:
        raise Illegal("just_taken", card=card)


def refuse_missing(table: AnyCardTable, seat: int, cards: Cards) -> None:
    hand = table.hand(seat)
    if missing := [card for card in cards if card not in hand]:
        raise Illegal("card", card=missing[0])


def _oklahoma_limit(upcard: str) -> int:
    value = GIN_VALUES[upcard[0]]
    return 0 if value == 1 else value
