"""Who may call what, whose call goes first, and what may be discarded after it."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.games.riichi.options import MAHJONG_SOUL, TENHOU
from tests.games.riichi.positions import answer, closed_kan, do, legal, now, outcome, pon, start, table

QUIET = "147m258p369s1234z"


def discarded(name: str, *hands: str, **how):
    """The first seat draws and discards this tile; the others hold these hands."""
    return do(start(table(QUIET, *hands, drawn=name, **how)), 0, f"discard {name}")


def test_all_others_are_asked_whatever_they_hold():
    match = discarded("5m", QUIET, "55m1478p258s1234z", QUIET)
    assert match.state.phase.hidden_actors
    assert [entry.player_id for entry in match.state.phase.expected_actions] == ["p1", "p2", "p3"]


def test_chi_is_for_the_next_seat_and_pon_for_all():
    match = discarded("5m", "3467m147p258s123z", "55m1478p258s1234z", "3467m147p258s123z")
    assert legal(match, 1) == {"chi 3m 4m", "chi 4m 6m", "chi 6m 7m", "pass"}
    assert legal(match, 2) == {"pon 5m 5m", "pass"}
    assert legal(match, 3) == set()


def test_a_red_five_may_be_used_or_kept():
    match = discarded("5m", "406m147p258s123z4z", "055m147p258s1234z")
    assert legal(match, 1) == {"chi 4m 6m", "pass"}
    assert legal(match, 2) == {"pon 5mr 5m", "pon 5m 5m", "open_kan", "pass"}


def test_no_run_goes_around_the_end_or_into_another_suit():
    match = discarded("9m", "18m12p147p258s123z", "99m1478p258s1234z")
    assert match.to_act == ("p2",)


def test_pon_goes_before_chi():
    match = discarded("5m", "3467m147p258s123z", "55m1478p258s1234z")
    answer(match, p1="chi 3m 4m", p2="pon 5m 5m")
    assert now(match).play.seat == 2
    assert [meld.kind for meld in now(match).melds[2]] == ["pon"]


def test_ron_goes_before_pon_and_a_seat_is_offered_both():
    match = discarded("5m", QUIET, "55m1478p258s1234z", "55m234567p345s66s")
    assert legal(match, 3) == {"ron", "pass"} or "ron" in legal(match, 3)
    answer(match, p2="pass", p3="ron")
    assert outcome(match).wins[0].seat == 3


def test_a_seat_that_can_ron_and_pon_is_offered_both():
    match = discarded("5m", QUIET, QUIET, "55m234567p345s66s")
    assert {"ron", "pon 5m 5m"} <= legal(match, 3)


def test_the_caller_discards_neither_the_same_tile_nor_the_other_end():
    match = discarded("5m", "3458m147p258s123z", live="1m")
    do(match, 1, "chi 3m 4m")
    assert "discard 5m" not in legal(match, 1)
    assert "discard 8m" in legal(match, 1)
    match = discarded("5m", "6788m147p258s123z")
    do(match, 1, "chi 6m 7m")
    assert "discard 8m" not in legal(match, 1)


def test_swap_calling_is_allowed_where_the_table_says_so():
    match = discarded("5m", "6788m147p258s123z", rules=replace(TENHOU, kuikae=True))
    do(match, 1, "chi 6m 7m")
    assert "discard 8m" in legal(match, 1)


def test_no_call_that_leaves_nothing_to_discard():
    melds = {1: [pon("111z", 0), pon("222z", 0), pon("333z", 0)]}
    assert legal(discarded("5m", "6788m", melds=melds), 1) == {"ron", "pass"}
    assert "chi 6m 7m" in legal(discarded("5m", "6781m", melds=melds), 1)


def test_the_last_discard_can_only_be_won_with():
    assert legal(discarded("5m", "3467m147p258s123z", "55m1478p258s1234z", left=0), 2) == set()


def test_two_winners_are_paid_and_the_nearest_gets_sticks_and_honba():
    hand = "34m234567p345s66s"
    match = discarded("5m", QUIET, hand, hand, honba=2, sticks=1)
    answer(match, p2="ron", p3="ron")
    first, second = outcome(match).wins
    assert (first.seat, second.seat) == (2, 3)
    assert first.deltas[2] == first.value + 600 + 1000
    assert second.deltas[3] == second.value
    assert sum(outcome(match).deltas) == 1000


def test_three_winners_are_a_draw_or_paid():
    hand = "34m234567p345s66s"
    match = answer(discarded("5m", hand, hand, hand), p1="ron", p2="ron", p3="ron")
    assert (outcome(match).kind, outcome(match).tenpai) == ("sanchahou", (1, 2, 3))
    match = answer(discarded("5m", hand, hand, hand, rules=MAHJONG_SOUL), p1="ron", p2="ron", p3="ron")
    assert [win.seat for win in outcome(match).wins] == [1, 2, 3]
    assert outcome(match).deltas[0] == -sum(win.value for win in outcome(match).wins)


def test_of_three_winners_each_may_be_paid_the_honba():
    hand = "34m234567p345s66s"
    rules = replace(MAHJONG_SOUL, honba_each=True)
    match = answer(discarded("5m", hand, hand, hand, rules=rules, honba=1), p1="ron", p2="ron", p3="ron")
    assert all(win.deltas[win.seat] == win.value + 300 for win in outcome(match).wins)


def test_where_one_alone_wins_it_is_the_nearest():
    hand = "34m234567p345s66s"
    match = discarded("5m", hand, hand, rules=replace(TENHOU, rons="one"))
    do(match, 1, "ron")
    assert [win.seat for win in outcome(match).wins] == [1]


def test_an_added_kan_can_be_robbed():
    of = table(QUIET, "34m234567p345s66s", drawn="5m", melds={0: [pon("555m", 2)]})
    match = answer(do(start(of), 0, "added_kan 5m"), p1="ron")
    assert "chankan" in {yaku.name for yaku in outcome(match).wins[0].yaku}
    assert now(match).wall.shown == of.wall.shown


def test_thirteen_orphans_rob_a_closed_kan_at_some_tables():
    orphans = "19m19p19s1234566z"
    of = table("777z147m258p369s1z", orphans, drawn="7z")
    assert now(do(start(of), 0, "closed_kan C")).play.stage == "turn"
    match = do(start(replace(of, rules=MAHJONG_SOUL)), 0, "closed_kan C")
    assert legal(match, 1) == {"ron", "pass"}
    assert outcome(answer(match, p1="ron")).wins[0].yakuman == 1


def test_no_kan_with_the_last_tile_and_no_fifth_kan():
    four = "1111m258p369s1234z"
    assert "closed_kan 1m" in legal(start(table(four, drawn="9p")), 0)
    assert "closed_kan 1m" not in legal(start(table(four, drawn="9p", left=0)), 0)
    kans = {n: [closed_kan(f"{n + 6}" * 4 + "m")] for n in range(4)}
    assert "closed_kan 1m" not in legal(start(table("1111m258p369s", drawn="9p", melds=kans)), 0)


def test_four_kans_of_two_players_end_the_deal_after_the_discard():
    kans = {1: [closed_kan("8888m"), closed_kan("6666m")], 2: [closed_kan("7777m")]}
    of = table("1111m258p369s1234z", drawn="9p", melds=kans)
    match = do(start(of), 0, "closed_kan 1m")
    assert now(match).play.stage == "turn"
    assert outcome(do(match, 0, "discard E")).kind == "suukaikan"
    played_on = do(start(replace(of, rules=replace(TENHOU, abortive_draws=False, rons="three"))), 0, "closed_kan 1m")
    assert now(do(played_on, 0, "discard E")).outcome is None


def test_four_kans_of_one_player_do_not_end_the_deal():
    kans = {0: [closed_kan("8888m"), closed_kan("6666m"), closed_kan("7777m")]}
    match = do(start(table("1111m", drawn="9p", melds=kans)), 0, "closed_kan 1m")
    assert now(do(match, 0, "discard 9p")).outcome is None
