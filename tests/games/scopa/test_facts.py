"""The facts about the open piles."""

from typing import Any

from msgspec.structs import replace

from gamenight.core.match import Match
from gamenight.core.model import seat
from gamenight.games.scopa import GAME
from gamenight.games.scopa.scoring import ScopaMemory
from tests.games.scopa.positions import position


def facts(*hands: str, **table: Any) -> dict[str, Any]:
    state = position(*hands, **table)
    view = Match.start("scopa", len(hands), seed=1).view("p0")
    return GAME.facts(replace(view, game_data=GAME.get_player_view(state, seat(0))))


def test_each_side_has_its_cards_coins_scope_and_primiera_so_far():
    told = facts("AC", "2C", table="3C", won=("7D 6C AH 5S", "7C 2D 3D"), rules=ScopaMemory((1, 0), 0))
    first, second = told["sides"]
    assert first == {
        "players": ["p0"],
        "scope": 1,
        "cards": 4,
        "coins": 1,
        "settebello": 1,
        "primiera": 70,
        "suits_missing": [],
    }
    assert (second["coins"], second["primiera"], second["suits_missing"]) == (2, None, ["♥", "♠"])
    assert told["last_capturer"] == "p0"


def test_partners_count_together():
    told = facts("AC", "2C", "3C", "4C", won=("7D", "6D", "6C AH 5S", ""), rules=ScopaMemory((1, 0, 2, 0)))
    assert told["sides"][0] == {
        "players": ["p0", "p2"],
        "scope": 3,
        "cards": 4,
        "coins": 1,
        "settebello": 1,
        "primiera": 70,
        "suits_missing": [],
    }


def test_unseen_cards_are_in_the_deck_and_in_other_hands():
    told = facts("AC AD", "AH 7C", table="AS", won=("7D 7H", "7S"))
    assert [told["unseen_cards_by_rank"][rank] for rank in "A7K"] == [1, 1, 4]
    assert told["unseen_coins"] == 8
