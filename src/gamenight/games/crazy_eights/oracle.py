"""Crazy Eights as OpenSpiel plays it: a limited number of draws per turn, then a pass; and a limit of plays per
hand."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from gamenight.cards import FRENCH, RANKS, SUITS, Cards, without
from gamenight.core import Action
from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.transcripts.openspiel import ChanceNode, DecisionNode, Reader, Transcript
from gamenight.core.transcripts.oracle import Difference, same
from gamenight.games.crazy_eights.rules import CrazyEights
from gamenight.games.crazy_eights.state import EIGHT

FIRST_DEALER = 52
DRAW, PASS = (52, "Draw"), (53, "Pass")
FIRST_SUIT = 54


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's parameters; `max_turns` counts the cards played."""

    players: int = 5
    max_draw_cards: int = 5
    max_turns: int = 100
    use_special_cards: bool = False
    reshuffle: bool = False


class CrazyEightsReader(Reader):
    game, name = CrazyEights(), "crazy_eights"

    def options(self, transcript: Transcript) -> dict[str, Any]:
        params = _params(transcript)
        same("players", params.players, transcript.players)
        (dealer, _), *dealt = transcript.deal
        packs = 2 if params.players > 5 else 1
        deck, reshuffles = _stocks(transcript, [card_of(number) for number, _ in dealt], packs)
        return {
            "starter_eight": "bury",
            "draw": "up_to_five",
            "most_draws": params.max_draw_cards,
            "reshuffle": params.reshuffle,
            "specials": params.use_special_cards,
            "announce_last": False,
            "two_player_ace": "plain",
            "block": "first_passes_again",
            "most_plays": params.max_turns,
            "packs": packs,
            "first_dealer": dealer - FIRST_DEALER,
            "decks": [" ".join(deck)],
            "reshuffles": [" ".join(top) for top in reshuffles],
        }

    def named(self, action: Action) -> tuple[int, str]:
        match action.action_type:
            case "draw":
                return DRAW
            case "pass":
                return PASS
            case "name_suit":
                suit = action.payload.suit
                return FIRST_SUIT + SUITS.index(suit), f"Nominate suit {suit}"
        card = action.payload.card
        return number_of(card), f"Play {words_of(card)}"

    def see_chance(self, match: Match, outcome: ChanceNode, place: str) -> None:
        if outcome.a < FIRST_DEALER:
            same(f"{place}, words", outcome.s, f"Deal {words_of(card_of(outcome.a))}")
        else:
            same(f"{place}, words", outcome.s, f"Decide Player {match.state.game_data.dealer} to be the dealer")

    def read_final(self, written: str) -> str:
        """Not compared: OpenSpiel cuts its description of the match off before the end."""
        return ""

    def final(self, match: Match) -> str:
        return ""

    def returns(self, match: Match, transcript: Transcript) -> tuple[float, ...]:
        """Compare the remaining hands by OpenSpiel's own card values, which are not from any rule book."""
        table = match.state.game_data
        return tuple(-float(sum(map(value_there, table.hand(seat)))) for seat in range(table.players))


def card_of(number: int) -> str:
    return RANKS[number // 4] + SUITS[number % 4]


def number_of(card: str) -> int:
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def words_of(card: str) -> str:
    """A card in OpenSpiel's notation, with the suit first."""
    return card[1] + card[0]


def value_there(card: str) -> int:
    if card[0] == EIGHT:
        return 50
    return 10 if card[0] in "JQKA" else number_of(card) + 2


def _params(transcript: Transcript) -> Params:
    try:
        return msgspec.convert(transcript.params, Params)
    except msgspec.ValidationError as error:
        raise BadOptions(str(error)) from None


def _stocks(transcript: Transcript, dealt: list[str], packs: int) -> tuple[Cards, list[Cards]]:
    """The deck from the top card on, and the cards drawn after each reshuffle.

    Eights that were turned up as the first card went back into the stock, so they are where they are drawn later.
    """
    hands = transcript.players * (7 if transcript.players == 2 else 5)
    starters = [card for card in dealt[hands:] if card[0] != EIGHT]
    whole = FRENCH * packs
    if len(starters) != 1:
        raise Difference(f"cards dealt: {dealt}")
    first, *later = _drawn(transcript, len(whole) - hands - 1)
    top = (*dealt[:hands], *starters, *first)
    rest = without(whole, top)
    if len(top) + len(rest) != len(whole):
        raise Difference(f"cards dealt and drawn: {top}")
    return (*top, *rest), later


def _drawn(transcript: Transcript, stock: int) -> list[Cards]:
    """The cards drawn from a stock of `stock` cards, then those drawn after each reshuffle of the pile."""
    drawn: list[list[str]] = [[]]
    pile = 1
    for ply in transcript.plies:
        if isinstance(ply, ChanceNode):
            drawn[-1].append(card_of(ply.a))
            stock -= 1
        elif isinstance(ply, DecisionNode) and ply.s.startswith("Play"):
            pile += 1
        if not stock and pile > 1 and transcript.params.get("reshuffle"):
            drawn.append([])
            stock, pile = pile - 1, 1
    return [tuple(cards) for cards in drawn]


replay = CrazyEightsReader().replay
