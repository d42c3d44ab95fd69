"""The order of the bag is the only secret; what is in it, what was set aside and the tile in hand are everybody's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from gamenight.core.match import Match
from gamenight.core.model import SYSTEM, Action, PlayerId, seat
from gamenight.core.rng import Rng
from tests.games.carcassonne.playing import aside, bag, do, drawn, play, put, skip, start

VIEWERS = ["p0", "p1", "p2", None]


def shown(match: Match, viewer: str | None) -> bytes:
    """All that this viewer has seen and sees, as on the wire."""
    seen = [event.seen_by(None if viewer is None else PlayerId(viewer)) for event in match.events]
    return msgspec.json.encode([seen, match.view(viewer)], order="deterministic")


# The bag


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_tiles_to_come_leave_no_trace_before_they_are_drawn(viewer):
    one, other = start("UVEBWAX", players=3), start("UVEXAWB", players=3)
    for move in ("U(1,0,0)", "V(2,0,0)", "E(0,1,180)"):
        assert shown(one, viewer) == shown(other, viewer)
        for match in (one, other):
            put(match, move)
        assert shown(one, viewer) == shown(other, viewer)
        if move[0] != "E":
            one.act(skip(*one.to_act))
            other.act(skip(*other.to_act))
    for match in (one, other):
        match.act(skip(*match.to_act))
    assert (drawn(one), drawn(other)) == ("B", "X")
    assert shown(one, viewer) != shown(other, viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_shuffled_bag_leaves_no_more_trace_than_a_fixed_one(viewer):
    def told(match: Match) -> list[Any]:
        return [[e for e in match.events if e.event_type.startswith("game.")], match.view(viewer)]

    by_first: dict[str | None, list[Match]] = {}
    for seed in range(40):
        match = Match.start("carcassonne", 3, seed=seed)
        by_first.setdefault(drawn(match), []).append(match)
    pairs = [matches[:2] for matches in by_first.values() if len(matches) > 1]
    assert len(pairs) > 5
    for one, other in pairs:
        assert told(one) == told(other)
        first = one.legal_actions("p0")[0]
        one.act(first)
        other.act(first)
        assert told(one) == told(other)


def test_the_tile_in_hand_is_everybody_s_to_see():
    match = start("WUV", players=3)
    assert {match.view(viewer).game_data.tile for viewer in VIEWERS} == {"W"}


def test_no_tile_is_drawn_before_the_turn_that_it_is_for():
    match = start("UV")
    put(match, "U(1,0,0)")
    assert drawn(match) is None
    assert bag(match) == {"V": 1}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_sees_the_same(viewer):
    match = play("U(1,0,0) road:E.W; E(0,1,180) city:S", players=3, then="VWB")
    assert match.view(viewer).game_data == match.view(None).game_data


def test_what_is_left_in_the_bag_is_told_by_kind():
    match = start("UVUWB")
    assert bag(match) == {"V": 1, "U": 1, "W": 1, "B": 1}
    do(match, "U(1,0,0); V(2,0,0)")
    assert (drawn(match), bag(match)) == ("U", {"W": 1, "B": 1})


def test_a_tile_set_aside_is_told_to_everybody():
    match = play("A(-1,0,270); A(1,0,90)", players=3, then="XUB")
    for viewer in VIEWERS:
        assert tuple(match.view(viewer).game_data.set_aside) == ("X",)
    assert bag(match) == {"B": 1}


# Worlds that could be true


def worlds(match: Match, viewer: str | None, count: int) -> list[Any]:
    return [
        match.plugin.determinize(match.state.game_data, PlayerId(viewer), Rng("00" * 16, ("world", number)))
        for number in range(count)
    ]


def settled(match: Match, game_data: Any, action: Action | None) -> Any:
    """The state when the next player is asked, or when all is over."""
    plugin, rng = match.plugin, Rng("11" * 16)
    if action is not None:
        game_data = plugin.apply_action(game_data, action, rng).game_data
    while plugin.phase_of(game_data).auto_resolve:
        game_data = plugin.apply_action(game_data, Action("auto_resolve", SYSTEM), rng).game_data
    return game_data


def to_come(match: Match, world: Any) -> tuple[str, ...]:
    """The tiles in the order in which they are drawn from now on, those without a place included."""
    plugin, order, gone = match.plugin, [], aside(match)
    while (phase := plugin.phase_of(world)).name != "game_over":
        action = plugin.get_valid_actions(world, phase.expected_actions[0].player_id)[0]
        world = settled(match, world, action)  # type: ignore[arg-type]
        seen = plugin.get_player_view(world, None)
        order += seen.set_aside[len(gone) :]
        gone = seen.set_aside
        order += seen.tile or ""
    return tuple(order)


MIXED = "UUVWBUEAXDNR"


@pytest.mark.parametrize("moves", ["", "U(1,0,0)", "U(1,0,0); U(2,0,0); V(3,0,0)"])
def test_in_every_world_the_viewer_sees_what_it_sees(moves):
    match = start(MIXED, players=3)
    do(match, moves)
    for viewer in VIEWERS:
        for world in worlds(match, viewer, 10):
            assert match.plugin.get_player_view(world, PlayerId(viewer)) == match.view(viewer).game_data
            assert match.plugin.phase_of(world) == match.state.phase


def test_in_every_world_the_same_tiles_come_in_another_order():
    match = play("U(1,0,0)", then="UVWBUEADNRJKL")
    orders = [to_come(match, world) for world in worlds(match, "p0", 30)]
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted("VWBUEADNRJKL"))}
    assert len(set(orders)) > 25


def test_the_true_order_is_only_one_of_many():
    match = play("U(1,0,0)", then="U" + "VWBUEADNRJKL")
    orders = [to_come(match, world) for world in worlds(match, "p1", 30)]
    assert orders.count(tuple("VWBUEADNRJKL")) <= 1


def test_every_tile_left_is_as_likely_to_come_next():
    # Of eight tiles two are V and one is E: in 400 worlds 100 and 50 are next, give or take 9 and 7.
    match = start("U" + "VVEUUUUU")
    put(match, "U(1,0,0)")
    next_tiles = Counter(
        match.plugin.get_player_view(settled(match, world, match.legal_actions("p0")[-1]), None).tile
        for world in worlds(match, "p0", 400)
    )
    assert set(next_tiles) == {"U", "V", "E"}
    assert 65 < next_tiles["V"] < 135
    assert 22 < next_tiles["E"] < 78


def test_a_world_keeps_the_tile_in_hand():
    match = start("WUVEB")
    assert {match.plugin.get_player_view(world, seat(1)).tile for world in worlds(match, "p1", 20)} == {"W"}


# What search is told


def test_only_the_future_is_hidden():
    assert start("U").plugin.hides == "future"


def chance(order: str, moves: str) -> Any:
    """How chance fell when the tile after these moves was drawn."""
    match = start(order)
    do(match, moves)
    key = match.plugin.chance_key(match.state.game_data)
    assert key is not None
    return key


def test_chance_falls_with_the_draw_and_only_there():
    assert chance("UWE", "U(1,0,0)") != chance("UVE", "U(1,0,0)")
    match = start("UWE")
    put(match, "U(1,0,0)")
    assert match.plugin.chance_key(match.state.game_data) is None


def test_the_order_behind_the_drawn_tile_does_not_change_how_chance_fell():
    assert chance("UWEB", "U(1,0,0)") == chance("UWBE", "U(1,0,0)")


def test_a_tile_set_aside_on_the_way_is_another_way_for_chance_to_fall():
    # E is drawn in both, but in one of them X has left the bag.
    closed = "A(-1,0,270); A(1,0,90)"
    assert chance("AAXEB", closed) != chance("AAEXB", closed)
