"""Hearts as OpenSpiel plays it: one deal, with passing card by card."""

from __future__ import annotations

from typing import Any

from gamenight.cards import FRENCH, SeveralCards
from gamenight.core import Action, seat
from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.transcripts.openspiel import DecisionNode, Reader, Transcript
from gamenight.core.transcripts.oracle import same
from gamenight.games.hearts.rules import Hearts

PLAYERS = 4
DIRECTIONS = ("none", "left", "across", "right")
OPTIONS = {
    "avoid_all_tricks_bonus": "no_tricks_minus5",
    "can_lead_any_club": "any_club_leads",
    "jd_bonus": "jack_minus10",
    "must_break_hearts": "must_break",
    "qs_breaks_hearts": "queen_breaks",
}
# OpenSpiel ignores its parameter `pass_cards`.
WITHOUT_EFFECT = {"pass_cards"}
POINTS_AWAY = "no_pts_on_first_trick"
NOT_OFFERED = {"can_lead_hearts_instead_of_qs": False}


class HeartsReader(Reader):
    game, name = Hearts(), "hearts"

    def options(self, transcript: Transcript) -> dict[str, Any]:
        params = {name: value for name, value in transcript.params.items() if name not in WITHOUT_EFFECT}
        known = {*OPTIONS, POINTS_AWAY}
        unknown = sorted(name for name, value in params.items() if name not in known and NOT_OFFERED.get(name) != value)
        if unknown:
            raise BadOptions(f"no options for {unknown}")
        chosen = {OPTIONS[name]: value for name, value in params.items() if name in OPTIONS}
        (direction, _), *cards = transcript.deal
        return chosen | {
            "deals": 1,
            "first_dealer": PLAYERS - 1,
            "passing": [DIRECTIONS[direction]],
            "decks": [" ".join(card for _, card in cards)],
            "first_trick_points": not params.get(POINTS_AWAY, True),
        }

    def play(self, match: Match, transcript: Transcript) -> None:
        """Take every ply; the three cards that a seat passes are three plies, each listing the remaining hand."""
        plies = [ply for ply in transcript.plies if isinstance(ply, DecisionNode)]
        same("plies that are decisions", len(transcript.plies), len(plies))
        passes = 3 * PLAYERS if DIRECTIONS[transcript.deal[0][0]] != "none" else 0
        for number in range(0, passes, 3):
            self._pass(match, plies[number : number + 3], f"ply {number}")
        for number, ply in enumerate(plies[passes:], passes):
            self.decide(match, ply, f"ply {number}")

    def _pass(self, match: Match, plies: list[DecisionNode], place: str) -> None:
        player = plies[0].p
        same(f"{place}, player", {player}, {ply.p for ply in plies})
        hand = sorted(match.state.game_data.hand(player))
        for ply in plies:
            same(f"{place}, legal actions", hand, sorted(ply.L))
            hand = sorted(card for card in hand if card != ply.s)
        match.act(Action("pass_cards", seat(player), SeveralCards(tuple(ply.s for ply in plies))))

    def named(self, action: Action) -> tuple[int, str]:
        card = action.payload.card
        suit, rank = divmod(FRENCH.index(card), 13)
        return rank * 4 + suit, card

    def final(self, match: Match) -> str:
        return ""

    def read_final(self, written: str) -> str:
        return ""

    def returns(self, match: Match, transcript: Transcript) -> tuple[float, ...]:
        return tuple(26 - score for score in match.scores.values())


replay = HeartsReader().replay
