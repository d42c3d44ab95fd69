"""Hearts for three to five: follow suit, take no heart and no queen of spades; the fewest points win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.cards import FRENCH, AnyCardTable, CardGame, Cards, Pile, Ruling, deal_out, hands, of_suit, pile_of, won
from gamenight.cards.events import Announce, EndDeal, Locate, MoveCards, ask
from gamenight.cards.library.tricks import TrickMemory, follow_suit, lead, play_to_trick, take_trick, trick_winner
from gamenight.cards.table import remember
from gamenight.cards.verbs import Duty, button, one_card, several_cards
from gamenight.core import Action, PlayerId, PlayerView, Rng
from gamenight.games.hearts.facts import facts_of
from gamenight.games.hearts.heuristic import sensible
from gamenight.games.hearts.options import HeartsOptions, seats_passed
from gamenight.games.hearts.scoring import ALL_POINTS, POINTS, QUEEN, deal_points, points_of, points_taken

DROPPED = {3: ("2D",), 4: (), 5: ("2C", "2D")}
CLUBS = of_suit(FRENCH, "C")

NO_HEART = Duty("not_broken", frozenset(FRENCH) - set(of_suit(FRENCH, "H")))
NO_POINTS = Duty("first_trick", frozenset(FRENCH) - set(POINTS))


class HeartsMemory(TrickMemory, frozen=True):
    is_broken: bool = False


class Hearts(CardGame[HeartsMemory]):
    game_id = "hearts"
    display_name = "Hearts"
    description = "Take no hearts, and beware of the queen of spades."
    min_players, max_players = 3, 5
    max_turns = 20_000
    options_type = HeartsOptions
    piles = (hands(), Pile("passed", per_seat=True, sees="owner", style="backs"), Pile("trick", style="trick"), won())
    verbs = {"pass_cards": several_cards(3), "play": one_card(), "add26": button(), "sub26": button()}
    recap_ends = ("took_trick",)
    lowest_wins = True
    score_scale = 10.0
    aim = "points"  # measured: 13 of 16 matches against the same search for who wins
    search = {"playouts": "random"}  # measured: fewer points than when played on by the heuristic
    levels = {
        "easy": "mcts:simulations=10,time_ms=500",
        "medium": "mcts:simulations=60,time_ms=1000",
        "hard": "heuristic",
    }

    def deck(self, players: int, options: HeartsOptions) -> Cards:
        return tuple(card for card in FRENCH if card not in DROPPED[players])

    def on_deal(self, table: AnyCardTable) -> Ruling:
        table = yield from deal_out(table)
        if shift(table):
            yield from ask(range(table.players), "pass_cards", phase="pass", together=True)
        else:
            yield from first_lead(table)

    def on_pass_cards(self, table: AnyCardTable, seat: int, cards: Cards) -> Ruling:
        yield MoveCards(pile_of("hand", seat), pile_of("passed", seat), cards)

    def after_pass(self, table: AnyCardTable) -> Ruling:
        for seat in range(table.players):
            receiver = table.left_of(seat, shift(table))
            table = yield MoveCards(pile_of("passed", seat), pile_of("hand", receiver), table.pile("passed", seat))
        yield from first_lead(table)

    def play_duties(self, table: AnyCardTable, seat: int) -> Sequence[Duty]:
        trick, is_first, options = table.piles["trick"], not table.rules.tricks, table.options
        if is_first and not trick:
            return (lead_club(table),)
        if not trick:
            return () if table.rules.is_broken or not options.must_break else (NO_HEART,)
        if is_first and not options.first_trick_points:
            return (*follow_suit(trick), NO_POINTS)
        return follow_suit(trick)

    def on_play(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        if card[1] == "H" or (card == QUEEN and table.options.queen_breaks):
            yield remember(table, is_broken=True)
        yield from play_to_trick(table, seat, card)

    def on_trick(self, table: AnyCardTable) -> Ruling:
        winner = trick_winner(table)
        yield Announce("took_trick", winner, {"points": points_of(table.piles["trick"])})
        table = yield from take_trick(table, winner)
        if table.hand(winner):
            yield from ask(winner, "play")
        elif table.options.moon == "choose" and ALL_POINTS in (taken := points_taken(table)):
            yield from ask(taken.index(ALL_POINTS), "add26", "sub26", phase="moon")
        else:
            yield EndDeal(deal_points(table, table.options.moon))

    def on_add26(self, table: AnyCardTable, seat: int) -> Ruling:
        yield EndDeal(deal_points(table, "add26"))

    def on_sub26(self, table: AnyCardTable, seat: int) -> Ruling:
        yield EndDeal(deal_points(table, "sub26"))

    def is_match_over(self, table: AnyCardTable) -> bool:
        is_tied = table.totals.count(min(table.totals)) > 1
        plays_on = is_tied and table.options.tie == "play_on" and not table.options.deals
        return super().is_match_over(table) and not plays_on

    def heuristic_action(self, table: AnyCardTable, player_id: PlayerId, rng: Rng) -> Action | None:
        return sensible(table, player_id, self.play_duties)

    def facts(self, view: PlayerView) -> dict[str, Any]:
        return facts_of(view.game_data, self.deck(len(view.players), view.game_data.options), POINTS)


def shift(table: AnyCardTable) -> int:
    return seats_passed(table.options.passing, table.players, table.deal)


def lowest_club(table: AnyCardTable) -> str:
    return "3C" if table.players == 5 else "2C"


def first_lead(table: AnyCardTable) -> Ruling:
    """The player with the lowest club leads, so everybody knows where it is."""
    card = lowest_club(table)
    leader = next(seat for seat in range(table.players) if card in table.hand(seat))
    yield Locate(pile_of("hand", leader), (card,))
    yield from lead(table, leader)


def lead_club(table: AnyCardTable) -> Duty:
    lowest = lowest_club(table)
    return Duty("lead_club", frozenset(CLUBS if table.options.any_club_leads else (lowest,)), {"card": lowest})
