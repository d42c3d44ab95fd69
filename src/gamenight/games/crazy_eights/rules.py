"""Crazy Eights for two to seven: match the rank or the suit of the top card; the first player without cards wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gamenight.cards import (
    DECK,
    FRENCH,
    SUITS,
    TRICK_MS,
    Announce,
    AnyCardTable,
    CardGame,
    Cards,
    EndDeal,
    Illegal,
    MoveCards,
    Pile,
    Ruling,
    SetPileVisibility,
    SetWinner,
    ShowTable,
    ask,
    button,
    choice,
    deal_out,
    draw,
    one_card,
    parse_cards,
    pile_of,
    remember,
)
from gamenight.cards.deck import BadCards
from gamenight.core import Action, PlayerId, PlayerView, Rng, Words, seat_index
from gamenight.core.plugin import sigmoid
from gamenight.core.showing.scene import Scene
from gamenight.core.text import say
from gamenight.games.crazy_eights.allowed import can_draw, can_pass, check_play, is_pass, may_block, must_announce
from gamenight.games.crazy_eights.facts import facts_of
from gamenight.games.crazy_eights.heuristic import careless, sensible
from gamenight.games.crazy_eights.state import (
    DRAW_TWO,
    EIGHT,
    REVERSE,
    SKIP,
    CrazyEightsMemory,
    CrazyEightsOptions,
    Suit,
)
from gamenight.games.crazy_eights.stock import refill, take_cards, without_eights

VALUES = {"8": 50, "A": 1} | dict.fromkeys("TJQK", 10) | {rank: int(rank) for rank in "2345679"}
TWO_PACKS_FROM = 5
CARDS_SCALE = 3.0
"""The difference in the number of cards that is worth as much as `score_scale` points."""

FORGOTTEN = 2
"""The number of cards to draw for not announcing the last card."""


class CrazyEights(CardGame[CrazyEightsMemory]):
    game_id = "crazy_eights"
    display_name = "Crazy Eights"
    description = "Match the rank or the suit of the top card; eights go on everything."
    min_players, max_players = 2, 7
    max_turns = 100_000
    options_type = CrazyEightsOptions
    piles = (
        Pile(DECK, sees="nobody", style="stack"),
        Pile("pile", style="stack"),
        # Ordered, so that the card drawn last is the last one.
        Pile("hand", per_seat=True, sees="owner", style="fan", sort="suit_rank"),
    )
    verbs = {
        "play": one_card(),
        "draw": button(),
        "pass": button(),
        "announce_last": button(),
        "name_suit": choice(Suit),
    }
    score_scale = 50.0
    heuristics = {"careless": careless}
    search = {"playouts": "random"}
    levels = {  # measured: the heuristic wins as often as search, which takes much longer
        "easy": "heuristic:name=careless",
        "medium": "mcts:simulations=25,time_ms=500",
        "hard": "heuristic",
    }

    def deck(self, players: int, options: CrazyEightsOptions) -> Cards:
        return FRENCH * (options.packs or 1 + (players >= TWO_PACKS_FROM))

    def validate_config(self, options: CrazyEightsOptions, players: int) -> Sequence[Words]:
        try:
            parse_cards(" ".join(options.reshuffles))
        except BadCards as error:
            return [error.words]
        return super().validate_config(options, players)

    def on_deal(self, table: AnyCardTable) -> Ruling:
        table = yield from deal_out(table, 7 if table.players == 2 else 5)
        table = yield draw(table, "pile")
        if table.options.starter_eight == "bury":
            table = yield from without_eights(table)
        starter = table.piles["pile"][-1]
        if starter[0] == EIGHT:
            yield from ask(table.dealer, "name_suit")
        else:
            yield from after_card(table, table.dealer, starter)

    def on_play(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        check_play(table, seat, card)
        table = yield MoveCards(pile_of("hand", seat), "pile", (card,))
        rules = table.rules
        table = yield remember(table, named="", drawn=0, passes=0, plays=rules.plays + 1)
        if not table.hand(seat) or table.rules.plays >= table.options.most_plays:
            yield from finish(table)
            return
        table = yield from refill(table)
        if must_announce(table) and len(table.hand(seat)) == 1 and not rules.is_announced:
            yield Announce("forgot", seat, {"number": FORGOTTEN})
            table = yield from take_cards(table, seat, FORGOTTEN)
        if card[0] == EIGHT:
            yield from ask(seat, "name_suit")
        else:
            yield from after_card(table, seat, card)

    def name_suit_choices(self, table: AnyCardTable, seat: int) -> Iterator[Suit]:
        return map(Suit, SUITS)

    def on_name_suit(self, table: AnyCardTable, seat: int, suit: str) -> Ruling:
        if suit not in tuple(SUITS):
            raise Illegal("no_suit")
        table = yield remember(table, named=suit)
        yield from begin_turn(table, next_seat(table, seat))

    def on_draw(self, table: AnyCardTable, seat: int) -> Ruling:
        if not can_draw(table):
            raise Illegal("drawn" if table.piles[DECK] else "stock_empty")
        penalty = table.rules.penalty
        before = len(table.hand(seat))
        table = yield from take_cards(table, seat, penalty or 1)
        count = len(table.hand(seat)) - before
        if penalty:
            yield Announce("took_penalty", seat, {"number": count})
            table = yield remember(table, penalty=0)
        if penalty or table.options.draw == "one_end":
            table = yield remember(table, passes=1 if is_pass(table, penalty, count) else 0)
            yield from begin_turn(table, next_seat(table, seat))
        else:
            yield remember(table, drawn=table.rules.drawn + 1, passes=0)

    def on_pass(self, table: AnyCardTable, seat: int) -> Ruling:
        if not can_pass(table):
            raise Illegal("penalty" if table.rules.penalty else "must_draw")
        passes = table.rules.passes + 1 if may_block(table) else 0
        table = yield remember(table, passes=passes)
        if passes == table.players + (table.options.block == "first_passes_again"):
            yield Announce("blocked")
            yield from finish(table)
        else:
            yield from begin_turn(table, next_seat(table, seat))

    def on_announce_last(self, table: AnyCardTable, seat: int) -> Ruling:
        if not must_announce(table):
            raise Illegal("no_announcing")
        if len(table.hand(seat)) != 2 or table.rules.is_announced:
            raise Illegal("not_last")
        yield remember(table, is_announced=True)

    def on_hand_over(self, table: AnyCardTable) -> Ruling:
        """The player without cards, or otherwise with the lowest hand, collects the points of the other hands."""
        values = [hand_value(table.hand(seat)) for seat in range(table.players)]
        best = min(values)
        collected = sum(values) - best * values.count(best)
        yield EndDeal(tuple(float(collected if value == best else 0) for value in values))
        if table.options.match == "single_hand":
            yield SetWinner(tuple(float(-value) for value in values))

    def is_match_over(self, table: AnyCardTable) -> bool:
        return bool(table.options.match == "single_hand" or max(table.totals) >= table.options.target)

    def evaluate(self, table: AnyCardTable, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """From the points so far, and the lead in the number of cards over the best other player."""
        seat = seat_index(player_id)
        others = [len(table.hand(other)) for other in range(table.players) if other != seat]
        lead = self.standing(table, scores, player_id) / self.score_scale
        return sigmoid(lead + (min(others) - len(table.hand(seat))) / CARDS_SCALE, 1.0)

    def heuristic_action(self, table: AnyCardTable, player_id: PlayerId, rng: Rng) -> Action:
        return sensible(table, player_id)

    def facts(self, view: PlayerView) -> dict[str, Any]:
        return facts_of(view, VALUES)

    def scene(self, view: PlayerView) -> Scene:
        """The usual table, with a note on the named suit or the penalty, which the top card does not show."""
        scene, rules = super().scene(view), view.game_data.rules
        if not scene.text or not (rules.named or rules.penalty):
            return scene
        note = say("note-named", suit=rules.named) if rules.named else say("note-penalty", number=rules.penalty)
        return replace(scene, text=say("prompt-with_note", prompt=scene.text, note=note))


def next_seat(table: AnyCardTable, seat: int, steps: int = 1) -> int:
    return table.left_of(seat, steps * table.rules.direction)


def begin_turn(table: AnyCardTable, seat: int) -> Ruling:
    yield remember(table, drawn=0, is_announced=False)
    yield from ask(seat, "play", "draw", "pass", "announce_last")


def after_card(table: AnyCardTable, seat: int, card: str) -> Ruling:
    """Apply the effect of a special card and begin the next turn. The first card of a hand counts as the dealer's."""
    steps = 1
    if table.options.specials and card[0] == SKIP:
        steps = 2
    elif table.options.specials and card[0] == REVERSE:
        table = yield remember(table, direction=-table.rules.direction)
        steps = 2 if table.players == 2 and table.options.two_player_ace == "skip" else 1
    elif table.options.specials and card[0] == DRAW_TWO:
        table = yield remember(table, penalty=table.rules.penalty + 2 if table.piles[DECK] else 0)
    yield from begin_turn(table, next_seat(table, seat, steps))


def hand_value(hand: Cards) -> int:
    return sum(VALUES[card[0]] for card in hand)


def finish(table: AnyCardTable) -> Ruling:
    """Show all hands."""
    for seat in range(table.players):
        hand = table.hand(seat)
        yield SetPileVisibility(pile_of("hand", seat), "everyone")
        yield Announce("holds", seat, {"cards": hand, "points": hand_value(hand)})
    yield ShowTable("hand_over", TRICK_MS)
