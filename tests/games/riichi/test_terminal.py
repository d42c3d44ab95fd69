"""The table in letters."""

from __future__ import annotations

from gamenight.core.match import Match
from gamenight.games.riichi.terminal import text
from gamenight.looks.texts import texts_of
from tests.games.riichi.positions import do, pon, start, table


def shown(match: Match, player: str | None) -> list[str]:
    return [line.strip() for line in text(match.view(player), texts_of(match.plugin).tell).split("\n")]


def test_everybody_sees_rivers_and_melds_and_the_own_hand_alone():
    of = table("234567m234567p5s", "55m1478p258s1234z", drawn="9s", melds={2: [pon("111z", 0)]})
    match = do(start(of), 0, "riichi 9s")
    assert shown(match, "p0")[0] == "east 1, honba 0, sticks 1, 39 tiles left, dora indicators 9m"
    assert "9s!" in shown(match, "p0")
    assert "2m 3m 4m 5m 6m 7m 2p 3p 4p 5p 6p 7p 5s" in shown(match, "p0")
    assert shown(match, "p0")[-1] == "You wait for 5s."
    assert "# # # # # # # # # #   [E E E]" in shown(match, None)
    assert not any("2m 3m 4m" in line for line in shown(match, "p1"))
