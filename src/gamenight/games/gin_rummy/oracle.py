"""Gin rummy as OpenSpiel plays it: one hand, in which a knock, its discard, melds and layoffs are separate plies.

Our rules allow more in three cases, which are not compared: runs of more than five cards, which OpenSpiel lays down as
two; the third and later cards laid off at the same end of a run; and knocks that OpenSpiel overlooks, because it
chooses the best melds of eleven cards before it chooses the discard.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.cards import FRENCH, AnyCardTable, Cards, without
from gamenight.cards.library.melds import GIN_VALUES, arrangements, least_deadwood
from gamenight.core import Action, seat, seat_index
from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.transcripts.openspiel import ChanceNode, DecisionNode, Reader, SimultaneousNode, Transcript
from gamenight.core.transcripts.oracle import Difference, same
from gamenight.games.gin_rummy.knocking import knocker_melds
from gamenight.games.gin_rummy.rules import GinRummy
from gamenight.games.gin_rummy.scoring import HAND
from gamenight.games.gin_rummy.state import LayOff, Meld

RANKS, SUITS = "A23456789TJQK", "SCDH"
BUTTONS = {
    "take_upcard": (52, "Draw upcard"),
    "draw_discard": (52, "Draw upcard"),
    "draw_stock": (53, "Draw stock"),
    "decline": (54, "Pass"),
    "done": (54, "Pass"),
}
KNOCK = 55
FIRST_MELD = 56
FIRST_RUN = 65
RUNS = {3: 0, 4: 44, 5: 84}
"""The first number of the runs of each length; runs of a suit follow each other by their lowest card."""

CHAIN = 2
"""The maximum number of cards that OpenSpiel allows to lay off at one end of a run."""

Named = dict[tuple[int, str], Action]


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    oklahoma: bool = False
    knock_card: int = 10
    gin_bonus: int = 25
    undercut_bonus: int = 25
    num_ranks: int = 13
    num_suits: int = 4
    hand_size: int = HAND


class GinReader(Reader):
    game, name = GinRummy(), "gin_rummy"

    def options(self, transcript: Transcript) -> dict[str, Any]:
        params = _params(transcript)
        if (params.num_ranks, params.num_suits, params.hand_size) != (13, 4, HAND):
            raise BadOptions("no options for other packs and hands")
        return {
            "deals": 1,
            "first_dealer": 1,
            "decks": [" ".join(_deck(transcript))],
            "knock_limit": params.knock_card,
            "gin_bonus": params.gin_bonus,
            "undercut_bonus": params.undercut_bonus,
            "oklahoma": params.oklahoma,
            "oklahoma_spade_double": False,
            "big_gin": False,
            "equal_undercuts": False,
            "arrange": "manual",
            "return_upcard": True,
            "wall": "knock",
        }

    def play(self, match: Match, transcript: Transcript) -> None:
        """Take every ply; a knock is taken together with its discard, which is the next ply."""
        is_knocking = False
        for number, ply in enumerate(transcript.plies):
            place = f"ply {number}"
            if isinstance(ply, ChanceNode):
                self.see_chance(match, ply, place)
            elif isinstance(ply, SimultaneousNode):
                raise Difference(f"{place}: several players decide")
            else:
                self._take(match, ply, place, is_knocking=is_knocking)
                is_knocking = ply.a == KNOCK

    def _take(self, match: Match, ply: DecisionNode, place: str, *, is_knocking: bool) -> None:
        same(f"{place}, players", (ply.p,), tuple(seat_index(player) for player in match.to_act))
        table = match.state.game_data
        known = _known(match, ply.p, is_knocking=is_knocking)
        if _knock(ply.p)[1] not in ply.L and _overlooks_knock(table, ply.p):
            known.pop(_knock(ply.p), None)
        same(f"{place}, legal actions", sorted(ply.L), sorted(words for _, words in known))
        same(f"{place}, {ply.s} is action {ply.a}", True, (ply.a, ply.s) in known)
        if ply.a != KNOCK or table.phase == "upcard":
            match.act(known[ply.a, ply.s])

    def see_chance(self, match: Match, outcome: ChanceNode, place: str) -> None:
        card = _card(outcome.a)
        same(f"{place}, words", f"Chance outcome: {_written(card)}", outcome.s)
        table = match.state.game_data
        holders = ["hand/0", "hand/1", "discard"] if place == "deal" else [f"hand/{table.asked[0]}"]
        same(f"{place}, {outcome.s}", True, any(card in table.piles[pile] for pile in holders))

    def read_final(self, written: str) -> str:
        stock = re.search(r"Stock size: \d+", written)
        laid = re.findall(r"\n(?:Layoffs|Layed melds): .*", written)
        return "".join([stock[0] if stock else "", *laid])

    def final(self, match: Match) -> str:
        table = match.state.game_data
        return f"Stock size: {len(table.piles['deck'])}" + "".join(_laid(table, player) for player in range(2))

    def returns(self, match: Match, transcript: Transcript) -> tuple[float, ...]:
        own, other = match.scores.values()
        return own - other, other - own


def _params(transcript: Transcript) -> Params:
    try:
        return msgspec.convert(transcript.params, Params)
    except msgspec.ValidationError as error:
        raise BadOptions(str(error)) from None


def _deck(transcript: Transcript) -> Cards:
    """The cards in the order in which we deal them, one to each in turn; cards that never appeared are at the
    bottom."""
    dealt = [_card(outcome.a) for outcome in transcript.chances]
    hands = zip(dealt[:HAND], dealt[HAND : 2 * HAND], strict=True)
    drawn = (*[card for pair in hands for card in pair], *dealt[2 * HAND :])
    return (*drawn, *without(FRENCH, drawn))


def _card(number: int) -> str:
    suit, rank = divmod(number, len(RANKS))
    return RANKS[rank] + SUITS[suit]


def _number(card: str) -> int:
    return SUITS.index(card[1]) * len(RANKS) + RANKS.index(card[0])


def _written(card: str) -> str:
    return card[0] + card[1].lower()


def _words(player: int, text: str) -> str:
    return f"Player: {player} Action: {text}"


def _knock(player: int) -> tuple[int, str]:
    return KNOCK, _words(player, "Knock")


def _known(match: Match, player: int, *, is_knocking: bool) -> Named:
    """Our legal actions that OpenSpiel has, by its names; after a knock, the cards to knock with."""
    table = match.state.game_data
    known: Named = {}
    for action in match.legal_actions(seat(player)):
        if not _is_offered(action, table) or (is_knocking and action.action_type != "knock"):
            continue
        name = _named(action, table, player, is_knocking=is_knocking)
        # If a card fits a run and a set, OpenSpiel does not ask; prefer the run, where more cards may follow.
        if name not in known or not _is_on_set(action, table):
            known[name] = action
    return known


def _is_on_set(action: Action, table: AnyCardTable) -> bool:
    if not isinstance(action.payload, LayOff):
        return False
    meld = knocker_melds(table)[action.payload.meld]
    return meld[0][0] == meld[1][0]


def _named(action: Action, table: AnyCardTable, player: int, *, is_knocking: bool) -> tuple[int, str]:
    kind = action.action_type
    if (kind == "knock" and not is_knocking) or (kind == "take_upcard" and table.rules.is_wall):
        return _knock(player)
    if kind in BUTTONS:
        number, text = BUTTONS[kind]
        return number, _words(player, text)
    if kind == "meld":
        cards = sorted(action.payload.cards, key=_number)
        return FIRST_MELD + _meld_number(cards), _words(player, "".join(map(_written, cards)))
    card = action.payload.card
    return _number(card), _words(player, _written(card))


def _meld_number(cards: list[str]) -> int:
    suit, rank = divmod(_number(cards[0]), len(RANKS))
    if cards[0][0] == cards[1][0]:
        missing = [place for place, name in enumerate(SUITS) if cards[0][0] + name not in cards]
        return 5 * rank + (missing[0] if missing else 4)
    length = len(cards)
    return FIRST_RUN + RUNS[length] + suit * (len(RANKS) + 1 - length) + rank


def _is_offered(action: Action, table: AnyCardTable) -> bool:
    payload = action.payload
    if isinstance(payload, Meld):
        return len(payload.cards) <= max(RUNS)
    if isinstance(payload, LayOff):
        return _is_near(payload.card, knocker_melds(table)[payload.meld], table.rules.laid_off)
    return True


def _is_near(card: str, meld: Cards, laid_off: Cards) -> bool:
    """Whether a card is at most CHAIN ranks away from the meld as it was laid down."""
    first, *_, last = [RANKS.index(own[0]) for own in without(meld, set(meld) & set(laid_off))]
    return first - CHAIN <= RANKS.index(card[0]) <= last + CHAIN


def _overlooks_knock(table: AnyCardTable, player: int) -> bool:
    """Some best arrangement of all eleven cards leaves too much deadwood after the discard."""
    at_wall = table.phase == "upcard"
    hand = table.hand(player) + (table.top(1, "discard") if at_wall else ())
    best = arrangements(hand, least_deadwood(hand))
    return any(found.points - _dearest(found.deadwood) > table.rules.limit for found in best)


def _dearest(cards: Cards) -> int:
    return max([GIN_VALUES[card[0]] for card in cards], default=0)


def _laid(table: AnyCardTable, player: int) -> str:
    """The layoffs and melds of a player, in OpenSpiel's notation."""
    rules = table.rules
    off = "".join(map(_written, rules.laid_off)) if rules.knocker == 1 - player else ""
    melds = [sorted(without(meld, set(meld) & set(rules.laid_off)), key=_number) for meld in rules.melds[player]]
    down = " ".join("".join(map(_written, meld)) for meld in melds)
    return (f"\nLayoffs: {off}" if off else "") + (f"\nLayed melds: {down}" if down else "")


replay = GinReader().replay
