"""A thousand random games at every table of every card game, for hours; `tests.soak.card_games` plays parts of it."""

import pytest

from tests.soak.card_games import GAMES, numbers_of, play_table, tables


@pytest.mark.soak
@pytest.mark.parametrize("index", range(len(tables())), ids=lambda index: str(tables()[index]))
def test_a_thousand_games_have_no_fault(index):
    played = play_table(index, numbers_of(1, 1))
    assert not played.faults
    assert played.games == GAMES
