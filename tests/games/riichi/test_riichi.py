"""Riichi, furiten and the dora of kans."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.core.model import PlayerId
from gamenight.games.riichi.hand.hands import is_furiten
from gamenight.games.riichi.options import TENHOU, WRC
from gamenight.games.riichi.state import Discard, Flags
from tests.games.riichi.positions import (
    FILLER,
    answer,
    chi,
    closed_kan,
    do,
    legal,
    now,
    open_kan,
    outcome,
    pon,
    start,
    table,
    tile,
)

TENPAI = "234567m234567p5s"
QUIET = FILLER[0]


def riichis(of) -> set[str]:
    return {each for each in legal(start(of), 0) if each.startswith("riichi")}


def test_riichi_names_the_discards_that_leave_tenpai():
    assert riichis(table(TENPAI, drawn="9s")) == {"riichi 9s", "riichi 5s"}


def test_riichi_needs_a_closed_hand_points_and_four_tiles():
    assert riichis(table("234567m234p5s", drawn="9s", melds={0: [chi("567p", 3)]})) == set()
    assert riichis(table("234567m234p5s", drawn="9s", melds={0: [closed_kan("1111z")]})) != set()
    assert riichis(table(TENPAI, drawn="9s", points=(900, 25_000, 25_000, 49_100))) == set()
    assert riichis(table(TENPAI, drawn="9s", points=(1000, 25_000, 25_000, 49_000))) != set()
    assert riichis(table(TENPAI, drawn="9s", left=3)) == set()
    assert riichis(table(TENPAI, drawn="9s", left=4)) != set()


def test_a_wait_for_four_tiles_of_the_own_hand_is_no_tenpai():
    assert riichis(table("1111m234567p345s", drawn="9s")) == {"riichi 1m"}


def test_the_stick_is_paid_unless_the_discard_is_won_with():
    match = do(start(table(TENPAI, drawn="9s")), 0, "riichi 9s")
    assert (now(match).sheet.points[0], now(match).sheet.sticks) == (24_000, 1)
    match = do(start(table(TENPAI, "78s234567m234p66p", drawn="9s")), 0, "riichi 9s")
    answer(match, p1="ron")
    assert outcome(match).sticks == 0
    assert sum(outcome(match).points) == 100_000


def in_riichi(of, who: int = 0):
    flags = list(of.flags)
    flags[who] = Flags(riichi=1)
    return replace(of, flags=tuple(flags))


def test_in_riichi_what_is_drawn_is_discarded():
    assert legal(start(in_riichi(table(TENPAI, drawn="9s"))), 0) == {"discard 9s"}


def test_in_riichi_a_closed_kan_must_keep_the_waits():
    assert "closed_kan E" in legal(start(in_riichi(table("111z234567m23p55s", drawn="1z"))), 0)
    assert "closed_kan 3p" not in legal(start(in_riichi(table("3334p234567m555s", drawn="3p"))), 0)
    assert "closed_kan 5s" not in legal(start(in_riichi(table("3334p234567m555s", drawn="9m"))), 0)


def test_an_own_discard_is_furiten_for_all_waits_but_not_for_tsumo():
    of = table("23m234567p345s66s", drawn="9s", live="111z1m")
    of = replace(of, rivers=((Discard(tile("4m")),), (), (), ()))
    assert is_furiten(of, 0)
    of = replace(of, play=replace(of.play, drawn=tile("1m")))
    assert "tsumo" in legal(start(of), 0)


def ron_chances(of, *names: str) -> list[bool]:
    """The first seat discards tiles one after the other; whether seat 1 may win with each, if it always passes."""
    match, found = start(of), []
    for name in names:
        while now(match).play.seat != 0:
            who = now(match).play.seat
            do(match, who, next(each for each in sorted(legal(match, who)) if each == "discard 9s"))
            answer(match)
        do(match, 0, f"discard {name}")
        found.append("ron" in legal(match, 1))
        answer(match)
    return found


def test_whoever_lets_a_tile_go_may_win_again_after_the_own_discard():
    of = table("44m99m258p369s123z", "23m234567p345s66s", QUIET, QUIET, drawn="4m")
    assert ron_chances(of, "4m", "4m") == [True, True]


def test_whoever_lets_a_tile_go_may_not_win_with_the_next_discard():
    of = table(QUIET, QUIET, "14m47m258p369s12z", "23m234567p345s66s", turn=1, drawn="4m", live="9s9s9s")
    match = do(start(of), 1, "discard 4m")
    assert "ron" in legal(match, 3)
    answer(match)
    do(match, 2, "discard 4m")
    assert "ron" not in legal(match, 3)


def test_in_riichi_a_tile_let_go_counts_until_the_end():
    of = in_riichi(table("44m99m258p369s123z", "23m234567p345s66s", drawn="4m"), 1)
    assert ron_chances(of, "4m", "4m") == [True, False]


def test_a_kan_that_is_not_robbed_is_furiten():
    of = table(QUIET, "34m234567p345s66s", drawn="5m", melds={0: [pon("555m", 2)]}, rinshan="9s")
    match = answer(do(start(of), 0, "added_kan 5m"))
    assert is_furiten(now(match), 1)


def test_furiten_may_end_with_the_draw():
    of = table(QUIET, "23m234567p345s66s", drawn="4m", live="9s")
    for rules, until_discard in ((TENHOU, True), (WRC, False)):
        match = answer(do(start(replace(of, rules=rules)), 0, "discard 4m"))
        assert now(match).play.seat == 1
        assert is_furiten(now(match), 1) == until_discard


def test_only_the_player_is_told_of_furiten():
    match = answer(do(start(table(QUIET, "23m234567p345s66s", drawn="4m")), 0, "discard 4m"))
    told = [event for event in match.events if event.event_type == "game.furiten"]
    assert [event.audience for event in told] == [("p1",)]
    assert [event.seen_by(PlayerId("p0")) for event in told] == [None]


def test_only_the_drawer_is_told_what_is_drawn():
    match = answer(do(start(table(QUIET, drawn="4m", live="7z")), 0, "discard 4m"))
    drawn = [event for event in match.events if event.event_type == "game.drawn"][-1]
    assert drawn.seen_by(PlayerId("p1")).payload["tile"] == "C"
    assert "tile" not in drawn.seen_by(PlayerId("p0")).payload
    assert "tile" not in drawn.seen_by(None).payload


def test_the_dora_of_an_open_kan_comes_with_the_discard_and_counts_then():
    match = do(start(table(QUIET, "555m147p258s1234z", drawn="5m", rinshan="9s")), 0, "discard 5m")
    do(match, 1, "open_kan")
    assert now(match).wall.shown == 1
    do(match, 1, "discard 9s")
    assert now(match).wall.shown == 2


def test_the_dora_of_a_closed_kan_comes_before_the_replacement_tile():
    match = do(start(table("1111m258p369s1234z", drawn="9p")), 0, "closed_kan 1m")
    assert now(match).wall.shown == 2
    kinds = [event.event_type for event in match.events if event.event_type in ("game.dora", "game.drawn")]
    assert kinds == ["game.dora", "game.drawn"]


def test_a_win_with_the_replacement_tile_does_not_count_the_open_kans_dora():
    of = table(QUIET, "555m234567p66s78s", drawn="5m", rinshan="9s", dora="9m8s")
    match = do(do(start(of), 0, "discard 5m"), 1, "open_kan")
    do(match, 1, "tsumo")
    assert {yaku.name for yaku in outcome(match).wins[0].yaku} == {"rinshan"}


def test_two_open_kans_in_a_row_turn_up_two_dora():
    of = table(QUIET, "555m666p147p258s1z", melds={1: [pon("666s", 0)]}, drawn="5m", rinshan="6s9s")
    match = do(do(start(of), 0, "discard 5m"), 1, "open_kan")
    answer(do(match, 1, "added_kan 6s"))
    assert now(match).wall.shown == 2
    do(match, 1, "discard 9s")
    assert now(match).wall.shown == 3


def test_some_tables_turn_up_every_dora_at_once():
    of = table(QUIET, "555m147p258s1234z", drawn="5m", rules=replace(TENHOU, late_kan_dora=False))
    match = do(do(start(of), 0, "discard 5m"), 1, "open_kan")
    assert now(match).wall.shown == 2


def test_an_open_kan_keeps_the_fourteen_dead_tiles():
    of = table(QUIET, "555m147p258s1234z", drawn="5m", melds={2: [open_kan("7777s", 0)]})
    match = do(do(start(of), 0, "discard 5m"), 1, "open_kan")
    assert match.view("p1").game_data.tiles_left == 39
