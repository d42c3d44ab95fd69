"""Goofspiel as OpenSpiel plays it; like ours, its last round plays itself and is not listed."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec
from msgspec import Struct

from gamenight.core import Action, seat_index
from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.transcripts.openspiel import ChanceNode, Reader, Transcript
from gamenight.core.transcripts.oracle import Difference, same
from gamenight.games.goofspiel.rules import Goofspiel


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's parameters; `egocentric` changes observations only, and `num_turns` -1 means all of them."""

    players: int = 2
    num_cards: int = 13
    num_turns: int = -1
    points_order: str = "random"
    imp_info: bool = False
    egocentric: bool = False
    returns_type: Literal["win_loss", "point_difference", "total_points"] = "win_loss"


class GoofspielReader(Reader):
    game, name = Goofspiel(), "goofspiel"

    def options(self, transcript: Transcript) -> dict[str, Any]:
        params = _params(transcript)
        same("players", params.players, transcript.players)
        return {
            "cards": params.num_cards,
            "prize_order": params.points_order,
            "hidden_bids": params.imp_info,
            "rounds": None if params.num_turns == -1 else params.num_turns,
            "prizes": _prizes(transcript, params) if params.points_order == "random" else None,
        }

    def named(self, action: Action) -> tuple[int, str]:
        card = action.payload.card
        return card - 1, f"[P{seat_index(action.player_id)}]Bid: {card}"

    def see_chance(self, match: Match, outcome: ChanceNode, place: str) -> None:
        prize = match.view().game_data.prize
        same(f"{place}, prize", (outcome.a + 1, outcome.s), (prize, f"Deal {prize}"))

    def read_final(self, written: str) -> str:
        found = re.search(r"Point card sequence: [\d ]+\nPoints: [\d ]+\n", written)
        return found[0] if found else ""

    def final(self, match: Match) -> str:
        table = match.view().game_data
        prizes, points = (" ".join(map(str, row)) for row in ([past.prize for past in table.history], table.points))
        return f"Point card sequence: {prizes} \nPoints: {points} \n"

    def returns(self, match: Match, transcript: Transcript) -> tuple[float, ...]:
        points: tuple[int, ...] = match.view().game_data.points
        match _params(transcript).returns_type:
            case "total_points":
                return points
            case "point_difference":
                return tuple(own - sum(points) / len(points) for own in points)
            case _:
                return super().returns(match, transcript)


def _params(transcript: Transcript) -> Params:
    try:
        return msgspec.convert(transcript.params, Params)
    except msgspec.ValidationError as error:
        raise BadOptions(str(error)) from None


def _prizes(transcript: Transcript, params: Params) -> list[int]:
    """The prizes as they were dealt, those that never came up after them."""
    dealt = [outcome.a + 1 for outcome in transcript.chances]
    never = [prize for prize in range(1, params.num_cards + 1) if prize not in dealt]
    if sorted(dealt + never) != list(range(1, params.num_cards + 1)):
        raise Difference(f"prizes dealt: {dealt} of 1 to {params.num_cards}")
    return dealt + never


replay = GoofspielReader().replay
