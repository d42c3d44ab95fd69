"""Hearts for three to five: follow suit, take no heart and no queen of spades; the fewest points win."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gamenight.cards import (
    FRENCH,
    TRICK_MS,
    Announce,
    Beat,
    CardGame,
    CardOptions,
    Cards,
    EndDeal,
    Illegal,
    Locate,
    MoveCards,
    Pile,
    RuleOut,
    Ruling,
    Table,
    ask,
    button,
    deal_out,
    hands,
    of_suit,
    one_card,
    pile_of,
    remember,
    several_cards,
    won,
)
from gamenight.cards.tricks import winning_index
from gamenight.core import PlayerView

DROPPED = {3: ("2D",), 4: (), 5: ("2C", "2D")}
QUEEN, JACK = "QS", "JD"
POINTS = dict.fromkeys(of_suit(FRENCH, "H"), 1) | {QUEEN: 13}
ALL_POINTS = 26
SUIT = {suit: of_suit(FRENCH, suit) for suit in "CDHS"}
NOT_HEARTS = tuple(card for card in FRENCH if card[1] != "H")
NO_POINTS = tuple(card for card in FRENCH if card not in POINTS)
SHIFTS = {"left": 1, "right": -1, "across": 2, "none": 0}


class HeartsOptions(CardOptions, frozen=True, kw_only=True):
    target: Annotated[int, Meta(ge=1, le=500)] = 100
    deals: Annotated[int, Meta(ge=0, le=100)] = 0
    """The match ends after so many deals; 0: when somebody has the target."""
    passing: tuple[Literal["left", "right", "across", "none"], ...] = ("left", "right", "across", "none")
    """Where three cards are passed before each deal, in turn."""
    moon: Literal["add26", "sub26", "choose"] = "add26"
    """Whoever takes all points gives 26 to each of the others, or gets 26 off, or chooses between the two."""
    tie: Literal["shared", "play_on"] = "shared"
    """What happens if several have the fewest points at the end."""
    queen_breaks: bool = False
    """The queen of spades breaks hearts too."""
    must_break: bool = True
    """Hearts may not be led before one was played."""
    first_trick_points: bool = False
    """Points may be played to the first trick."""
    any_club_leads: bool = False
    """Whoever has the lowest club may lead any club to the first trick."""
    jack_minus10: bool = False
    """The jack of diamonds takes ten points off."""
    no_tricks_minus5: bool = False
    """Whoever takes no trick gets five points off."""


class HeartsMemory(Struct, frozen=True):
    """`last` is the trick before this one, which `last_leader` led."""

    leader: int = 0
    is_broken: bool = False
    tricks: int = 0
    last: Cards = ()
    last_leader: int = 0


class Hearts(CardGame[HeartsMemory]):
    game_id = "hearts"
    display_name = "Hearts"
    description = "Take no hearts, and beware of the queen of spades."
    min_players, max_players = 3, 5
    max_turns = 20_000
    options_type = HeartsOptions
    piles = (hands(), Pile("passed", per_seat=True, sees="owner", style="backs"), Pile("trick", style="trick"), won())
    verbs = {"pass_cards": several_cards(3), "play": one_card(), "add26": button(), "sub26": button()}
    lowest_wins = True
    score_scale = 10.0
    aim = "points"  # measured: 13 of 16 matches against the same search for who wins

    def deck(self, players: int, options: HeartsOptions) -> Cards:
        return tuple(card for card in FRENCH if card not in DROPPED[players])

    def on_deal(self, table: Table) -> Ruling:
        table = yield from deal_out(table)
        if shift(table):
            yield from ask(range(table.players), "pass_cards", phase="pass", together=True)
        else:
            yield from first_lead(table)

    def on_pass_cards(self, table: Table, seat: int, cards: Cards) -> Ruling:
        yield MoveCards(pile_of("hand", seat), pile_of("passed", seat), cards)

    def after_pass(self, table: Table) -> Ruling:
        for seat in range(table.players):
            receiver = table.left_of(seat, shift(table))
            table = yield MoveCards(pile_of("passed", seat), pile_of("hand", receiver), table.pile("passed", seat))
        yield from first_lead(table)

    def on_play(self, table: Table, seat: int, card: str) -> Ruling:
        lacked = lacking(table, table.hand(seat), card)
        table = yield MoveCards(pile_of("hand", seat), "trick", (card,))
        if lacked:
            yield RuleOut(pile_of("hand", seat), lacked)
        if not table.rules.is_broken and (card[1] == "H" or (card == QUEEN and table.options.queen_breaks)):
            table = yield remember(table, is_broken=True)
        if len(table.piles["trick"]) < table.players:
            yield from ask(table.left_of(seat), "play")
        else:
            yield Beat("trick", TRICK_MS)

    def on_trick(self, table: Table) -> Ruling:
        trick, rules = table.piles["trick"], table.rules
        winner = table.left_of(rules.leader, winning_index(trick))
        table = yield MoveCards("trick", pile_of("won", winner), trick)
        yield Announce("took_trick", winner, {"points": points_of(trick)})
        yield remember(table, leader=winner, tricks=rules.tricks + 1, last=trick, last_leader=rules.leader)
        if table.hand(winner):
            yield from ask(winner, "play")
        elif table.options.moon == "choose" and (shooter := moon_shooter(table)) is not None:
            yield from ask(shooter, "add26", "sub26", phase="moon")
        else:
            yield EndDeal(deal_points(table, table.options.moon))

    def on_add26(self, table: Table, seat: int) -> Ruling:
        yield EndDeal(deal_points(table, "add26"))

    def on_sub26(self, table: Table, seat: int) -> Ruling:
        yield EndDeal(deal_points(table, "sub26"))

    def cards_aside(self, view: PlayerView) -> Cards:
        last: Cards = view.game_data.rules.last
        return last

    def is_match_over(self, table: Table) -> bool:
        if table.options.deals:
            return bool(table.deal >= table.options.deals)
        if max(table.totals) < table.options.target:
            return False
        return bool(table.options.tie == "shared") or table.totals.count(min(table.totals)) == 1


def shift(table: Table) -> int:
    """How many seats to the left cards are passed in this deal. At a table of three or five nobody sits across."""
    passing = [where for where in table.options.passing if where != "across" or table.players % 2 == 0]
    return SHIFTS[passing[(table.deal - 1) % len(passing)]] % table.players if passing else 0


def lowest_club(table: Table) -> str:
    return "3C" if table.players == 5 else "2C"


def first_lead(table: Table) -> Ruling:
    """Whoever has the lowest club leads, so that everybody knows where it is."""
    card = lowest_club(table)
    leader = next(seat for seat in range(table.players) if card in table.hand(seat))
    table = yield remember(table, leader=leader)
    yield Locate(pile_of("hand", leader), (card,))
    yield from ask(leader, "play")


def lacking(table: Table, hand: Cards, card: str) -> Cards:
    """The cards that this play shows the hand not to have; Illegal if the hand has to play another one."""
    trick, options, is_first = table.piles["trick"], table.options, not table.rules.tricks
    if not trick and is_first:
        if card[1] != "C" or (card != lowest_club(table) and not options.any_club_leads):
            raise Illegal("lead_club", card=lowest_club(table))
        return ()
    if not trick:
        if card[1] != "H" or table.rules.is_broken or not options.must_break:
            return ()
        if any(own[1] != "H" for own in hand):
            raise Illegal("not_broken")
        return NOT_HEARTS
    led = trick[0][1]
    if card[1] == led:
        return ()
    if led in [own[1] for own in hand]:
        raise Illegal("follow", suit=led)
    if not is_first or card not in POINTS or options.first_trick_points:
        return SUIT[led]
    if any(own not in POINTS for own in hand):
        raise Illegal("first_trick")
    return NO_POINTS


def points_of(cards: Cards) -> int:
    return sum([POINTS.get(card, 0) for card in cards])


def moon_shooter(table: Table) -> int | None:
    """Who has taken all points."""
    shooters = [seat for seat in range(table.players) if points_of(table.pile("won", seat)) == ALL_POINTS]
    return shooters[0] if shooters else None


def deal_points(table: Table, moon: str) -> tuple[float, ...]:
    """What the cards bring that everybody has won."""
    cards = [table.pile("won", seat) for seat in range(table.players)]
    points = [points_of(own) for own in cards]
    if ALL_POINTS in points:
        others, shooter = (ALL_POINTS, 0) if moon == "add26" else (0, -ALL_POINTS)
        points = [shooter if count == ALL_POINTS else others for count in points]
    return tuple(float(count - _bonus(own, table.options)) for own, count in zip(cards, points, strict=True))


def _bonus(own: Cards, options: HeartsOptions) -> int:
    return 10 * (options.jack_minus10 and JACK in own) + 5 * (options.no_tricks_minus5 and not own)
