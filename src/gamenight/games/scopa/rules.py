"""Scopa for two to four players, four of them in two teams: capture cards of the table by their values, and sweep
it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gamenight.cards import (
    DECK,
    TRICK_MS,
    Announce,
    AnyCardTable,
    CardGame,
    CardOptions,
    Cards,
    EndDeal,
    Illegal,
    MoveCards,
    Pile,
    Ruling,
    ShowTable,
    ShufflePile,
    ask,
    choice,
    hands,
    of_rank,
    one_card,
    pile_of,
    remember,
    won,
)
from gamenight.cards.library.captures import SCOPA_RANKS
from gamenight.core import Action, PlayerId, PlayerView, Rng, seat_index
from gamenight.core import seat as player_of
from gamenight.games.scopa.capturing import captures, why_not
from gamenight.games.scopa.facts import facts_of
from gamenight.games.scopa.heuristic import best_play
from gamenight.games.scopa.scoring import PACK, ScopaMemory, counted

MOST_KINGS = 2
HAND, TABLE = 3, 4


class ScopaOptions(CardOptions, frozen=True, kw_only=True):
    target: Literal[11, 16, 21] = 11
    """The player with the most points after a deal wins, if these are at least this many; with a tie, another deal is
    played."""
    deals: Annotated[int, Meta(ge=0, le=20)] = 0
    """The match ends after this number of deals; 0: when a player has the target."""
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    """The direction of play and dealing; in Italy it is anticlockwise."""


class Capture(Struct, frozen=True):
    card: str
    takes: Cards


class Scopa(CardGame[ScopaMemory]):
    game_id = "scopa"
    display_name = "Scopa"
    description = "Capture cards of the table by their values, and sweep it if you can."
    min_players, max_players = 2, 4
    max_turns = 10_000
    options_type = ScopaOptions
    piles = (Pile(DECK, sees="nobody", style="stack", zone="beside"), hands(ranks=SCOPA_RANKS), Pile("table"), won())
    verbs = {"capture": choice(Capture), "trail": one_card()}
    score_scale = 3.0
    search = {"playouts": "random"}
    levels = {  # measured: the heuristic wins against 25 simulations, and loses against 250
        "easy": "mcts:simulations=25,time_ms=500",
        "medium": "heuristic",
        "hard": "mcts:time_ms=2000",
    }

    def deck(self, players: int, options: ScopaOptions) -> Cards:
        return PACK

    def teams(self, players: int, options: ScopaOptions) -> Sequence[Sequence[int]]:
        return ((0, 2), (1, 3)) if players == 4 else [(seat,) for seat in range(players)]

    def first_memory(self, table: AnyCardTable) -> ScopaMemory:
        return ScopaMemory(scope=(0,) * table.players)

    def next_dealer(self, table: AnyCardTable) -> int:
        return next_seat(table, table.dealer)

    def on_deal(self, table: AnyCardTable) -> Ruling:
        table = yield from deal_hands(table)
        for card in table.top(TABLE):
            table = yield MoveCards(DECK, "table", (card,))
        if len(of_rank(table.piles["table"], "K")) > MOST_KINGS:
            yield Announce("redeal")
            yield ShowTable("redeal", TRICK_MS)
        else:
            yield from ask_for_card(next_seat(table, table.dealer))

    def on_redeal(self, table: AnyCardTable) -> Ruling:
        """Shuffle and deal all cards again, as three or four face-up kings could hardly be captured."""
        for pile in ("table", *[pile_of("hand", seat) for seat in range(table.players)]):
            table = yield MoveCards(pile, DECK, table.piles[pile])
        table = yield ShufflePile(DECK)
        yield from self.on_deal(table)

    def capture_choices(self, table: AnyCardTable, seat: int) -> Iterator[Capture]:
        for card in table.hand(seat):
            for takes in captures(card, table.piles["table"]):
                yield Capture(card, takes)

    def on_capture(self, table: AnyCardTable, seat: int, card: str, takes: Cards) -> Ruling:
        if card not in table.hand(seat):
            raise Illegal("card", card=card)
        if takes not in captures(card, table.piles["table"]):
            raise Illegal(why_not(card, takes, table.piles["table"]), card=card)
        own = pile_of("won", seat)
        yield MoveCards(pile_of("hand", seat), own, (card,))
        table = yield MoveCards("table", own, takes)
        rules = table.rules
        if not table.piles["table"] and not is_played_out(table):
            scope = (*rules.scope[:seat], rules.scope[seat] + 1, *rules.scope[seat + 1 :])
            table = yield remember(table, scope=scope)
            yield Announce("scopa", seat)
        table = yield remember(table, last_capturer=seat)
        yield from go_on(table, seat)

    def on_trail(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        if captures(card, table.piles["table"]):
            raise Illegal("must_capture", card=card)
        table = yield MoveCards(pile_of("hand", seat), "table", (card,))
        yield from go_on(table, seat)

    def on_rest(self, table: AnyCardTable) -> Ruling:
        """Give the remaining table cards to the last capturer, and score the deal."""
        rest, taker = table.piles["table"], table.rules.last_capturer
        if rest:
            table = yield MoveCards("table", pile_of("won", taker), rest)
            yield Announce("took_rest", taker, {"cards": rest})
        points = [0] * table.players
        for kind, side, figure in counted(table, self.teams(table.players, table.options)):
            yield Announce(kind, side[0], {"figure": figure, "partner": player_of(side[-1]) if side[1:] else "none"})
            for seat in side:
                points[seat] += figure if kind == "scope" else 1
        yield EndDeal(tuple(map(float, points)))

    def is_match_over(self, table: AnyCardTable) -> bool:
        if table.options.deals:
            return bool(table.deal >= table.options.deals)
        best = max(table.totals)
        leaders = [team for team in self.teams(table.players, table.options) if table.totals[team[0]] == best]
        return bool(best >= table.options.target) and len(leaders) == 1

    def heuristic_action(self, table: AnyCardTable, player_id: PlayerId, rng: Rng) -> Action:
        seat, listed = seat_index(player_id), self.get_valid_actions(table, player_id)
        actions = [action for action in listed if isinstance(action, Action)]
        return best_play(table, seat, next_seat(table, seat), actions)

    def facts(self, view: PlayerView) -> dict[str, Any]:
        return facts_of(view.game_data, self.teams(len(view.players), view.game_data.options))


def next_seat(table: AnyCardTable, seat: int) -> int:
    return table.left_of(seat, 1 if table.options.direction == "clockwise" else -1)


def deal_hands(table: AnyCardTable) -> Ruling:
    """Deal three cards to each player, one at a time, the dealer last."""
    cards, seat = table.top(HAND * table.players), table.dealer
    for place in range(table.players):
        seat = next_seat(table, seat)
        table = yield MoveCards(DECK, pile_of("hand", seat), cards[place :: table.players])
    return table


def ask_for_card(seat: int) -> Ruling:
    return ask(seat, "capture", "trail", phase="play")


def is_played_out(table: AnyCardTable) -> bool:
    """The last card of the deal was played."""
    return not table.piles[DECK] and not any(map(table.hand, range(table.players)))


def go_on(table: AnyCardTable, seat: int) -> Ruling:
    """Ask the next player, after dealing new hands if all are empty; after the last card, end the deal."""
    after = next_seat(table, seat)
    if table.hand(after):
        yield from ask_for_card(after)
    elif table.piles[DECK]:
        yield from deal_hands(table)
        yield Announce("new_hands")
        yield from ask_for_card(after)
    else:
        yield ShowTable("rest", TRICK_MS)
