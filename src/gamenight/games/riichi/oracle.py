"""Deals of real games: run from the recorded wall and choices, and compared in everything else.

One transcript is one deal. What must follow from it is remembered, and compared when the next deal of the game comes.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from gamenight.core import Action, PlayerId, Rng, TransitionResult
from gamenight.core.errors import ActionRefused
from gamenight.core.match import Match, bot_player
from gamenight.core.transcripts.oracle import Difference, Verdict, same
from gamenight.games.riichi.deal.dealing import table_dealt
from gamenight.games.riichi.deal.standings import is_over, next_sheet
from gamenight.games.riichi.deal.wall import dealt_hands
from gamenight.games.riichi.hand.tiles import TILES
from gamenight.games.riichi.options import Options
from gamenight.games.riichi.rules import Riichi
from gamenight.games.riichi.state import SEATS, RiichiState, Sheet
from gamenight.games.riichi.transcripts import results
from gamenight.games.riichi.transcripts.format import Drawn, Kyoku, Wins, recorded_places, renamed, rules_at, wall_of
from gamenight.games.riichi.transcripts.play import Player, expected_trace, table_of, trace

PLAYERS = [bot_player(n, f"seat {n}", "transcript") for n in range(SEATS)]


class Beginning(Struct, frozen=True):
    """How a deal of a game begins."""

    index: int
    round: int
    honba: int
    sticks: int
    points: tuple[int, ...]


class OneDeal(Riichi):
    """The game from a table that has been dealt to the end of that deal."""

    def __init__(self, table: RiichiState) -> None:
        self.table = table

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        return TransitionResult(self.table, scores=self.table.sheet.points)

    def apply_action(self, game_data: RiichiState, action: Action, rng: Rng) -> TransitionResult:
        if game_data.play.stage == "end":
            return TransitionResult(game_data, game_over=True)
        return super().apply_action(game_data, action, rng)


class Reader:
    """Reads deals one after the other, as a file has them."""

    def __init__(self) -> None:
        self.following: dict[str, Beginning] = {}

    def replay(self, transcript: dict[str, Any]) -> Verdict:
        name = f"{transcript.get('game')}, deal {transcript.get('index')}"
        try:
            kyoku = msgspec.convert(renamed(transcript), Kyoku)
            if not kyoku.rules.standard or kyoku.rules.players != SEATS:
                return Verdict("not_offered", f"{name}: a table with rules of its own")
            self._compare(kyoku)
        except (Difference, ActionRefused, msgspec.ValidationError) as error:
            return Verdict("mismatch", f"{name}: {error}")
        return Verdict("ok")

    def _compare(self, kyoku: Kyoku) -> None:
        expected = self.following.pop(kyoku.game, None)
        if expected is not None and expected.index == kyoku.index:
            begun = Beginning(kyoku.index, kyoku.round, kyoku.honba, kyoku.kyotaku, kyoku.scores)
            same("what follows the deal before", begun, expected)
        self._compare_end(kyoku, play(kyoku))

    def _compare_end(self, kyoku: Kyoku, table: RiichiState) -> None:
        assert table.outcome is not None
        same("the match is over", kyoku.final is not None, is_over(table.rules, table.sheet, table.outcome))
        if kyoku.final is not None:
            results.compare_final(kyoku.final, table)
            return
        after = next_sheet(table.sheet, table.outcome)
        following = Beginning(kyoku.index + 1, after.round, after.honba, after.sticks, after.points)
        self.following[kyoku.game] = following


replay = Reader().replay


def play(kyoku: Kyoku) -> RiichiState:
    """The table at the end of the deal, with everything on the way compared."""
    match = start(kyoku)
    player, expected = Player(match), expected_trace(kyoku)
    for number, action in enumerate(expected):
        try:
            player.take(action)
        except (Difference, ActionRefused) as error:
            raise Difference(f"action {number} {action}: {error}") from None
    _finish(player, kyoku.result)
    same("the deal is over", True, match.is_over)
    same("what happened", expected, trace(match.events))
    results.compare(kyoku, table_of(match))
    return table_of(match)


def _finish(player: Player, result: Wins | Drawn) -> None:
    """End the deal as it is recorded to have ended."""
    if isinstance(result, Wins):
        player.win([win.who for win in result.wins], tsumo=result.wins[0].tsumo)
    else:
        player.draw(result.kind, [n for n in range(SEATS) if result.tenpai[n]])


def start(kyoku: Kyoku) -> Match:
    """A match that begins with this deal."""
    same("dealer", kyoku.round % SEATS, kyoku.dealer)
    wall = wall_of(kyoku)
    same("the tiles of the wall", list(range(TILES)), sorted(wall))
    same("hands", kyoku.hands, dealt_hands(wall, kyoku.dealer))
    for what, places, tiles in recorded_places(kyoku):
        same(what, tiles, [wall[at] for at in places])
    if kyoku.wall is not None:
        same("dice of the wall", kyoku.dice, kyoku.wall_dice)
    sheet = Sheet(kyoku.scores, kyoku.round, kyoku.honba, kyoku.kyotaku)
    return Match.start(OneDeal(table_dealt(rules_at(kyoku), sheet, wall)), PLAYERS, seed=0)
