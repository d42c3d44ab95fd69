"""The facts about the pile and the hands."""

from typing import Any

from msgspec.structs import replace

from gamenight.core.match import Match
from gamenight.core.model import PlayerId
from gamenight.games.crazy_eights import GAME
from tests.games.crazy_eights.positions import position


def facts(*hands: str, viewer: str | None = "p0", **table: Any) -> dict[str, Any]:
    state = position(*hands, **table)
    view = Match.start("crazy_eights", len(hands), seed=1).view(viewer)
    return GAME.facts(replace(view, game_data=GAME.get_player_view(state, PlayerId(viewer))))


def test_the_suit_in_force_is_that_of_the_top_card_or_the_one_that_was_named():
    told = facts("7C 9H", "3C", pile="2C 7H")
    assert (told["suit_in_force"], told["rank_in_force"]) == ("♥", "7")
    told = facts("7C 9H", "3C", pile="2C 8S", memory={"named": "D"})
    assert (told["suit_in_force"], told["rank_in_force"]) == ("♦", "8")


def test_hand_sizes_are_public_and_hand_points_only_for_the_owner():
    told = facts("8C KD AS 5H", "3C 4C", "5C", pile="7H")
    assert told["hand_sizes"] == {"p0": 4, "p1": 2, "p2": 1}
    assert told["own_hand_points"] == 66
    assert facts("8C KD", "3C", pile="7H", viewer=None)["own_hand_points"] is None


def test_facts_show_the_effects_of_twos_and_aces():
    told = facts("8C", "3C", "4C", pile="2H", memory={"penalty": 4, "direction": -1}, specials=True)
    assert (told["penalty"], told["direction"]) == (4, "anticlockwise")
