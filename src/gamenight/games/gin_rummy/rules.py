"""Gin rummy for two: draw, discard, and knock when few points are left outside your melds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr, replace

from gamenight.cards import (
    DECK,
    Announce,
    CardGame,
    CardOptions,
    Cards,
    EndDeal,
    Illegal,
    MoveCards,
    OrderPile,
    Pile,
    Ruling,
    SetPileVisibility,
    SetRulesState,
    Table,
    TableView,
    ask,
    button,
    card_text,
    choice,
    deal_out,
    draw,
    hands,
    one_card,
    pile_of,
    remember,
    without,
)
from gamenight.cards.melds import (
    GIN_VALUES,
    best_arrangement,
    best_layoff,
    can_lay_off,
    is_meld,
    least_deadwood,
    runs_in,
    sets_in,
)
from gamenight.cards.scene import card_id
from gamenight.core import Action, PlayerId, PlayerView, Words, say, seat_index
from gamenight.core.plugin import sigmoid
from gamenight.core.scene import Offer, Step
from gamenight.games.gin_rummy.judging import lead, priority
from gamenight.games.gin_rummy.scoring import HAND, deadwood, hand_result, match_bonuses

WALL = 2
"""The last cards of the stock, which nobody draws."""

MOST_TAKEN = 50
"""With so many cards taken from the discard pile a hand is dead: two players could exchange cards forever."""

MOST_DEAD = 5
"""A match ends after so many hands in a row that nobody has won, whoever leads then."""

MOST_DEALS = 100
"""A match ends after so many deals, whoever leads then."""


class GinOptions(CardOptions, frozen=True, kw_only=True):
    target: Annotated[int, Meta(ge=1, le=500)] = 100
    deals: Annotated[int, Meta(ge=0, le=10)] = 0
    """The match ends after so many deals, without bonuses for the game; 0: when somebody has the target."""
    bonus: Literal["modern", "classic"] = "modern"
    """Gin 25, undercut 25, big gin 31 and 25 for each hand won; or gin 20, undercut 10, no big gin and 20."""
    gin_bonus: Annotated[int, Meta(ge=0, le=100)] | None = None
    """What gin brings instead."""
    undercut_bonus: Annotated[int, Meta(ge=0, le=100)] | None = None
    """What an undercut brings instead."""
    big_gin: bool = True
    """Whoever has melded all eleven cards may say so, unless the bonuses are the classic ones."""
    equal_undercuts: bool = True
    """Equal deadwood is an undercut; if not, it brings nobody anything."""
    knock_limit: Annotated[int, Meta(ge=0, le=10)] = 10
    """The most deadwood to knock with."""
    oklahoma: bool = False
    """The first upcard's value is the most deadwood to knock with; an ace means gin."""
    oklahoma_spade_double: bool = True
    """In Oklahoma a hand counts double if the first upcard is a spade."""
    arrange: Literal["auto", "manual"] = "auto"
    """Melds are the best ones by themselves, or players choose them."""
    layoff: Literal["manual", "auto"] = "manual"
    """The defender lays off cards, or the best ones are laid off by themselves."""
    return_upcard: bool = False
    """A card taken from the discard pile may be discarded at once; if both do so in a row, the hand is dead."""
    wall: Literal["dead", "knock"] = "dead"
    """At the last two cards of the stock the hand is dead, or the next player may take the last discard to knock."""


class Meld(Struct, frozen=True):
    """Cards in any order; the same meld whatever it is."""

    cards: Cards

    def __post_init__(self) -> None:
        force_setattr(self, "cards", tuple(sorted(self.cards, key=_meld_order)))


class LayOff(Struct, frozen=True):
    """A card for the knocker's meld of this number, from 0."""

    card: str
    meld: int


class GinMemory(Struct, frozen=True):
    limit: int = 10
    """The most deadwood to knock with."""

    is_double: bool = False
    declined: int = 0
    """How many have declined the first upcard, until the first draw."""

    taken: str = ""
    """The card that has been taken from the discard pile in this turn."""

    takes: int = 0
    is_returned: bool = False
    """The card taken in the turn before was discarded at once."""

    is_wall: bool = False
    """The stock is at an end: the last discard may only be taken to knock."""

    knocker: int | None = None
    is_big_gin: bool = False
    melds: tuple[tuple[Cards, ...], tuple[Cards, ...]] = ((), ())
    """What each seat has laid down, with what was laid off on it."""

    laid_off: Cards = ()
    last_discard: str = ""
    """The discard that ended this hand or the one before: everybody saw it, though it is swept away at once."""


class GinRummy(CardGame[GinMemory]):
    game_id = "gin_rummy"
    display_name = "Gin Rummy"
    description = "Draw and discard until your hand is melds and little else; then knock."
    max_turns = 185 * MOST_DEALS  # 29 cards of the stock and 50 taken, each with a discard; then melds and layoffs
    options_type = GinOptions
    piles = (
        Pile(DECK, sees="nobody", style="stack"),
        hands(),
        Pile("discard", style="stack"),
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
    aim = "points"
    score_scale = 30.0
    search = {"exploration": 0.15}

    def on_deal(self, table: Table) -> Ruling:
        table = yield from deal_out(table, HAND)
        (upcard,) = table.top()
        table = yield draw(table, "discard")
        options = table.options
        limit = _oklahoma_limit(upcard) if options.oklahoma else options.knock_limit
        is_double = options.oklahoma and options.oklahoma_spade_double and upcard[1] == "S"
        table = yield remember(table, limit=limit, is_double=is_double)
        yield from ask(table.left_of(table.dealer), "take_upcard", "decline", phase="upcard")

    # The first upcard, and the last one at the wall

    def on_take_upcard(self, table: Table, seat: int) -> Ruling:
        if table.rules.is_wall:
            if not can_knock_with_upcard(table, seat):
                raise Illegal("wall", limit=table.rules.limit)
            yield show_hand(seat)
        yield from taking(table, seat)

    def on_decline(self, table: Table, seat: int) -> Ruling:
        if table.rules.is_wall:
            yield from dead_hand(table)
            return
        table = yield remember(table, declined=table.rules.declined + 1)
        if table.rules.declined == 1:
            yield from ask(table.dealer, "take_upcard", "decline", phase="upcard")
        else:
            yield from ask_to_draw(table.left_of(table.dealer))

    # A turn

    def on_draw_stock(self, table: Table, seat: int) -> Ruling:
        table = yield draw(table, pile_of("hand", seat))
        yield remember(table, taken="", declined=0)
        yield from ask_to_discard(seat)

    def on_draw_discard(self, table: Table, seat: int) -> Ruling:
        if table.rules.declined:
            raise Illegal("declined")
        table = yield remember(table, takes=table.rules.takes + 1)
        if table.rules.takes < MOST_TAKEN:
            yield from taking(table, seat)
        else:
            yield from dead_hand(table)

    def on_discard(self, table: Table, seat: int, card: str) -> Ruling:
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

    def on_knock(self, table: Table, seat: int, card: str) -> Ruling:
        refuse_returning(table, card)
        if not can_knock(table.hand(seat), card, table.rules.limit):
            raise Illegal("deadwood", limit=table.rules.limit)
        table = yield MoveCards(pile_of("hand", seat), "discard", (card,))
        table = yield remember(table, knocker=seat, last_discard=card)
        table = yield show_hand(seat)
        yield from show_melds(table, seat)

    def on_big_gin(self, table: Table, seat: int) -> Ruling:
        if not table.options.big_gin or table.options.bonus == "classic":
            raise Illegal("no_big_gin")
        if deadwood_of(table.hand(seat)):
            raise Illegal("not_big_gin")
        table = yield remember(table, knocker=seat, is_big_gin=True, limit=0)
        table = yield show_hand(seat)
        yield from show_melds(table, seat)

    # After a knock

    def meld_choices(self, table: Table, seat: int) -> list[Meld]:
        hand = table.hand(seat)
        return [Meld(cards) for cards in (*sets_in(hand), *runs_in(hand))]

    def on_meld(self, table: Table, seat: int, cards: Cards) -> Ruling:
        refuse_missing(table, seat, cards)
        if not is_meld(cards):
            raise Illegal("no_meld", cards=cards)
        left = without(table.hand(seat), cards)
        if seat == table.rules.knocker and least_deadwood(left) > table.rules.limit:
            raise Illegal("deadwood", limit=table.rules.limit)
        yield from lay_down(table, seat, (cards,))
        yield from ask(seat, "meld", "done", phase="melds")

    def lay_off_choices(self, table: Table, seat: int) -> list[LayOff]:
        melds = knocker_melds(table)
        return [
            LayOff(card, number)
            for card in table.hand(seat)
            for number, meld in enumerate(melds)
            if can_lay_off(card, meld)
        ]

    def on_lay_off(self, table: Table, seat: int, card: str, meld: int) -> Ruling:
        refuse_missing(table, seat, (card,))
        melds = knocker_melds(table)
        if not 0 <= meld < len(melds):
            raise Illegal("no_such_meld", count=len(melds))
        if not can_lay_off(card, melds[meld]):
            raise Illegal("does_not_fit", card=card, cards=melds[meld])
        yield from lay_off(table, card, meld)
        yield from ask(seat, "lay_off", "done", phase="layoff")

    def on_done(self, table: Table, seat: int) -> Ruling:
        if table.phase == "layoff":
            yield remember(table)
            yield from show_melds(table, seat)
            return
        if seat == table.rules.knocker and deadwood(table, seat) > table.rules.limit:
            raise Illegal("deadwood", limit=table.rules.limit)
        yield from after_melds(table, seat)

    # For bots

    def evaluate(self, table: Table, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """By this hand alone: what it has brought, or what the cards promise."""
        seat = seat_index(player_id)
        if table.asked:
            return sigmoid(lead(table, seat), self.score_scale)
        return sigmoid(table.points[-1][seat] - table.points[-1][1 - seat], self.score_scale)

    def action_priority(self, table: Table, action: Action) -> float:
        return priority(table, seat_index(action.player_id), action.action_type, action.payload)

    # Words and taps

    def describe_action(self, action: Action, view: PlayerView) -> Words:
        if not isinstance(action.payload, LayOff):
            return super().describe_action(action, view)
        meld = knocker_melds(view.game_data)[action.payload.meld]
        return say("action-lay_off", card=card_text(action.payload.card), cards=" ".join(map(card_text, meld)))

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        """A card is laid off by tapping it and then the meld that it goes to."""
        return [_with_meld(offer, view) for offer in super().offers(view)]

    # The match

    def is_match_over(self, table: Table) -> bool:
        if table.options.deals:
            return bool(table.deal >= table.options.deals)
        if table.deal >= MOST_DEALS or max(table.totals) >= table.options.target:
            return True
        last = table.points[-MOST_DEAD:]
        return len(last) == MOST_DEAD and not any(map(any, last))

    def first_memory(self, table: Table) -> GinMemory:
        return GinMemory(last_discard=table.rules.last_discard)

    def next_dealer(self, table: Table) -> int:
        """The loser of the hand; the same dealer again if nobody won it."""
        points = table.points[-1]
        return table.dealer if points[0] == points[1] else points.index(min(points))


def ask_to_draw(seat: int) -> Ruling:
    yield from ask(seat, "draw_stock", "draw_discard", phase="draw")


def ask_to_discard(seat: int) -> Ruling:
    yield from ask(seat, "discard", "knock", "big_gin")


def taking(table: Table, seat: int) -> Ruling:
    """The top card of the discard pile goes to a hand."""
    cards = table.top(1, "discard")
    table = yield MoveCards("discard", pile_of("hand", seat), cards)
    yield remember(table, taken=cards[0], declined=0)
    yield from ask_to_discard(seat)


def dead_hand(table: Table) -> Ruling:
    """Nobody wins anything."""
    yield Announce("dead_hand")
    yield EndDeal((0.0,) * table.players)


# Asked for each card of a hand in turn.
deadwood_of = lru_cache(maxsize=256)(least_deadwood)


def can_knock(hand: Cards, card: str, limit: int) -> bool:
    """Whether the hand has little enough deadwood without this card."""
    # A card takes no more than its value off the deadwood; most hands are far from knocking.
    if deadwood_of(hand) - GIN_VALUES[card[0]] > limit:
        return False
    return least_deadwood([other for other in hand if other != card]) <= limit


def can_knock_with_upcard(table: Table, seat: int) -> bool:
    (upcard,) = table.top(1, "discard")
    held = (*table.hand(seat), upcard)
    discards = held if table.options.return_upcard else table.hand(seat)
    return any(can_knock(held, card, table.rules.limit) for card in discards)


def refuse_returning(table: Table, card: str) -> None:
    if card == table.rules.taken and not table.options.return_upcard:
        raise Illegal("just_taken", card=card)


def refuse_missing(table: Table, seat: int, cards: Cards) -> None:
    hand = table.hand(seat)
    if missing := [card for card in cards if card not in hand]:
        raise Illegal("card", card=missing[0])


def show_hand(seat: int) -> SetPileVisibility:
    """Everybody sees a hand: the knocker's at once, as no other hand could have knocked, the defender's at the end."""
    return SetPileVisibility(pile_of("hand", seat), "everyone")


def show_melds(table: Table, seat: int) -> Ruling:
    """A seat lays down its melds, or the best ones are laid down for it."""
    if table.options.arrange == "manual":
        yield from ask(seat, "meld", "done", phase="melds")
    else:
        table = yield from lay_down(table, seat, best_arrangement(table.hand(seat)).melds)
        yield from after_melds(table, seat)


def lay_down(table: Table, seat: int, melds: tuple[Cards, ...]) -> Ruling:
    """These melds of a hand lie on the table."""
    for meld in melds:
        table = yield MoveCards(pile_of("hand", seat), pile_of("melds", seat), meld)
    return (yield with_melds(table, seat, (*table.rules.melds[seat], *melds)))


def after_melds(table: Table, seat: int) -> Ruling:
    """After the knocker's melds it is the defender's turn; after the defender's, all is shown and the hand is over."""
    if seat != table.rules.knocker:
        table = yield show_hand(seat)
        yield from end_hand(table)
        return
    defender = table.left_of(seat)
    if not table.hand(seat):  # nothing is laid off on gin
        yield from show_melds(table, defender)
    elif table.options.layoff == "manual":
        yield from ask(defender, "lay_off", "done", phase="layoff")
    else:
        for card, meld in best_layoff(knocker_melds(table), table.hand(defender)).laid_off:
            table = yield from lay_off(table, card, meld)
        yield from show_melds(table, defender)


def lay_off(table: Table, card: str, meld: int) -> Ruling:
    """A card of the defender's goes to one of the knocker's melds."""
    knocker, melds = table.rules.knocker, list(knocker_melds(table))
    melds[meld] = Meld((*melds[meld], card)).cards
    defender = table.left_of(knocker)
    table = yield MoveCards(pile_of("hand", defender), pile_of("melds", knocker), (card,))
    table = yield with_melds(table, knocker, tuple(melds))
    table = yield remember(table, laid_off=(*table.rules.laid_off, card))
    return (yield OrderPile(pile_of("melds", knocker), tuple(chain(*melds))))


def end_hand(table: Table) -> Ruling:
    result = hand_result(table)
    told = {"points": result.points, "deadwood": result.winner_deadwood, "other": result.loser_deadwood}
    yield Announce(result.kind, result.winner, told)
    points = [0, 0]
    points[result.winner] = result.points
    bonuses = match_bonuses(table, points)
    for bonus in bonuses:
        yield Announce("match_bonus", bonus.seat, {"game": bonus.game, "boxes": bonus.boxes, "hands": bonus.hands})
        points[bonus.seat] += bonus.game + bonus.boxes
    yield EndDeal(tuple(map(float, points)))


def knocker_melds(table: Table | TableView[GinMemory]) -> tuple[Cards, ...]:
    rules: GinMemory = table.rules
    return () if rules.knocker is None else rules.melds[rules.knocker]


def with_melds(table: Table, seat: int, melds: tuple[Cards, ...]) -> SetRulesState:
    laid = table.rules.melds
    return remember(table, melds=(melds, laid[1]) if seat == 0 else (laid[0], melds))


def _with_meld(offer: Offer, view: PlayerView) -> Offer:
    if not isinstance(offer.does, Action) or not isinstance(offer.does.payload, LayOff):
        return offer
    meld = knocker_melds(view.game_data)[offer.does.payload.meld]
    return replace(offer, steps=(*offer.steps, Step(tuple(map(card_id, meld)))))


def _oklahoma_limit(upcard: str) -> int:
    value = GIN_VALUES[upcard[0]]
    return 0 if value == 1 else value


def _meld_order(card: str) -> tuple[int, str]:
    return "A23456789TJQK".find(card[:1]), card[1:]
