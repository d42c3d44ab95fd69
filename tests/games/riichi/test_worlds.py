"""What a viewer may imagine, and what it is never shown."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from gamenight.core import seat
from gamenight.core.match import Match
from gamenight.core.rng import Rng, seed_text
from gamenight.games.riichi import GAME
from gamenight.games.riichi.hand.hands import waits_of
from gamenight.games.riichi.state import Discard, Flags, RiichiState
from gamenight.games.riichi.worlds import contradiction, imagine
from tests.games.riichi.positions import closed_kan, now, table, tile


def everything(of: RiichiState) -> Counter[int]:
    drawn = [] if of.play.drawn is None else [of.play.drawn]
    wall = (*of.wall.live, *of.wall.rinshan, *of.wall.dora, *of.wall.ura)
    return Counter([*drawn, *wall, *[tile for hand in of.hands for tile in hand]])


def in_riichi(of: RiichiState, who: int, **flags) -> RiichiState:
    river = (Discard(tile("9s"), riichi=True),)
    return replace(
        of,
        flags=(*of.flags[:who], Flags(riichi=1, **flags), *of.flags[who + 1 :]),
        rivers=(*of.rivers[:who], river, *of.rivers[who + 1 :]),
    )


def midway(seed: int, turns: int) -> RiichiState:
    match = Match.start(GAME, 4, seed=seed)
    for _ in range(turns):
        match.act(match.legal_actions(match.to_act[0])[-1])
    return now(match)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_a_world_has_the_same_tiles_and_shows_the_viewer_the_same(viewer):
    of = midway(3, 40)
    player = None if viewer is None else seat(viewer)
    for number in range(20):
        world = imagine(of, player, Rng(seed_text(number)))
        assert everything(world) == everything(of)
        assert GAME.get_player_view(world, player) == GAME.get_player_view(of, player)


def test_the_hands_of_others_and_the_wall_differ_from_world_to_world():
    of = midway(3, 40)
    worlds = [imagine(of, seat(0), Rng(seed_text(number))) for number in range(10)]
    assert len({world.hands[1] for world in worlds}) == 10
    assert len({world.wall for world in worlds}) == 10


def test_whoever_is_in_riichi_is_tenpai_in_every_world():
    of = in_riichi(in_riichi(midway(5, 30), 1), 2)
    for number in range(30):
        world = imagine(of, seat(0), Rng(seed_text(number)))
        assert waits_of(world, 1)
        assert waits_of(world, 2)
    assert len({imagine(of, seat(0), Rng(seed_text(number))).hands[1] for number in range(30)}) > 20


def test_a_hand_in_riichi_that_is_not_tenpai_contradicts_what_was_shown():
    of = in_riichi(table("234567m234567p5s", "147m258p369s1234z"), 1)
    assert contradiction(of, seat(0)) is not None
    assert contradiction(of, seat(1)) is None, "it sees its own hand"


def test_a_closed_kan_in_riichi_kept_the_waits_in_every_world():
    of = table("147m258p369s1234z", "234567m23p55s", melds={1: [closed_kan("1111z")]})
    of = in_riichi(of, 1, riichi_kans=(27,))
    for number in range(20):
        assert contradiction(imagine(of, seat(0), Rng(seed_text(number))), seat(0)) is None


def test_fixed_walls_of_later_deals_are_not_imagined():
    of = replace(midway(1, 5), walls=(tuple(range(136)),))
    assert imagine(of, seat(0), Rng(seed_text(1))).walls == ()
