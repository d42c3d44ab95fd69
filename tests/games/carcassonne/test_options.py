"""Options and the number of players."""

from __future__ import annotations

import msgspec
import pytest

from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.games import load
from tests.games.carcassonne.playing import bag, drawn, play, start


@pytest.mark.parametrize(
    "options, named",
    [
        ({"tile_order": "Y"}, "tile_order"),
        ({"tile_order": "ABZ"}, "tile_order"),
        ({"tile_order": "abc"}, "tile_order"),
        ({"tile_order": "A B"}, "tile_order"),
        ({"tile_order": "U1"}, "tile_order"),
        ({"tile_order": ["A"]}, "tile_order"),
        ({"tile_order": None}, "tile_order"),
        ({"two_tile_city": 3}, "two_tile_city"),
        ({"two_tile_city": "4"}, "two_tile_city"),
        ({"two_tile_city": True}, "two_tile_city"),
        ({"farmers": 1}, "farmers"),
        ({"farmers": "no"}, "farmers"),
        ({"river": True}, "river"),
    ],
)
def test_options_that_make_no_match_are_refused_and_named(options, named):
    with pytest.raises(BadOptions, match=rf"carcassonne: .*{named}"):
        Match.start("carcassonne", 2, options=options)


@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_play(players):
    with pytest.raises(BadOptions):
        Match.start("carcassonne", players)


def test_by_default_there_are_farmers_and_a_city_of_two_tiles_brings_four():
    assert Match.start("carcassonne", 2, seed=1).state.config.options == {
        "tile_order": "",
        "two_tile_city": 4,
        "farmers": True,
    }


def test_a_tile_order_is_secret():
    fields = msgspec.inspect.type_info(load("carcassonne").options_type).fields  # type: ignore[attr-defined]
    (order,) = [field for field in fields if field.name == "tile_order"]
    assert order.type.extra == {"secret": True}


def test_a_tile_order_is_the_whole_bag():
    match = start("UVW")
    assert (drawn(match), dict(bag(match))) == ("U", {"V": 1, "W": 1})
    assert play("U(1,0,0); V(2,0,0); W(-1,0,0)").is_over


def test_without_a_tile_order_the_seed_shuffles_the_bag():
    firsts = [drawn(Match.start("carcassonne", 2, seed=seed)) for seed in range(60)]
    assert firsts == [drawn(Match.start("carcassonne", 2, seed=seed)) for seed in range(60)]
    assert len(set(firsts)) > 12


def test_the_first_tile_is_drawn_as_often_as_its_kind_is_in_the_bag():
    firsts = [drawn(Match.start("carcassonne", 2, seed=f"first {seed}")) for seed in range(710)]
    # 9 of 71 tiles are V, 8 are U, 5 are E: 90, 80 and 50 of 710 draws, give or take 9.
    assert 60 < firsts.count("V") < 120
    assert 50 < firsts.count("U") < 110
    assert 25 < firsts.count("E") < 75
