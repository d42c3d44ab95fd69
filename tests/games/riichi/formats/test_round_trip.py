"""A match that is written, read and played again is the same match."""

import pytest

from gamenight.games.riichi.formats.deals import deals_of
from gamenight.games.riichi.formats.tenhou6_order import Row, in_order
from gamenight.games.riichi.logs import WRITERS, read

from .games import played_by_bots


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_of_bots_comes_back_from_tenhou6(seed):
    match = played_by_bots(seed)
    written = WRITERS["tenhou6"](match, None)
    again = read(written, "ab" * 16, 0)
    assert deals_of(again.events) == deals_of(match.events)
    assert [turn.input for turn in again.turns] == [turn.input for turn in match.turns]
    assert WRITERS["tenhou6"](again, None) == written


def test_a_call_may_be_of_a_later_discard_of_the_same_tile():
    """p3 calls the second east of p0, not the first: nobody else could have discarded in between."""
    rows = (
        Row((11, 11), (41, 41)),
        Row((12,), (12,)),
        Row((13,), (13,)),
        Row((14, "4141p41"), (14, 15)),
    )
    actions = in_order(rows, 0, red_fives=True)
    assert [action[:2] for action in actions][-3:] == [("discard", 0), ("pon", 3), ("discard", 3)]
    assert len(actions) == 12
