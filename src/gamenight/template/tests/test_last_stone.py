"""The rules of Last Stone."""

from gamenight import Match
from gamenight.testing import conformance
from last_stone import GAME


def test_it_keeps_the_contract() -> None:
    assert conformance(GAME).passed


def test_the_player_who_takes_the_last_stone_wins() -> None:
    match = Match.start(GAME, ["Ann", "Ben"], seed=1)
    while not match.is_over:
        [player] = match.to_act
        match.act(match.legal_actions(player)[0])  # one stone: Ben takes the twelfth
    assert match.result is not None
    assert match.result.winners == ("p1",)
