"""Two hundred hanchan by random players and fifty by the bots; `tests.soak.riichi_games` plays them on more cores."""

import pytest

from tests.soak.riichi_games import all_hanchan, play


@pytest.mark.soak
@pytest.mark.parametrize("hanchan", list(all_hanchan()), ids=str)
def test_a_hanchan_ends_and_replays(hanchan):
    assert not play(hanchan).faults
