"""Hands that real games hardly ever show: what they are worth."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gamenight.games.riichi.hand.scoring import Situation, Worth, base_of, worth
from gamenight.games.riichi.options import EMA, MAHJONG_SOUL, TENHOU, WRC, Rules
from gamenight.games.riichi.state import Meld
from tests.games.riichi.positions import chi, closed_kan, open_kan, pon, tile, tiles

DOUBLE = replace(TENHOU, yakuman="double")
RON = Situation(is_tsumo=False, seat_wind=1, round_wind=0)
TSUMO = Situation(is_tsumo=True, seat_wind=1, round_wind=0)


def value(
    hand: str, with_tile: str, *melds: Meld, at: Situation = RON, dora: str = "", ura: str = "", rules: Rules = TENHOU
) -> Worth | None:
    return worth(tiles(hand, rules), tile(with_tile, rules), melds, tiles(dora, rules), tiles(ura, rules), at, rules)


def yaku(*args, **how) -> dict[str, int]:
    found = value(*args, **how)
    return {} if found is None else {each.name: each.han for each in found.yaku}


@pytest.mark.parametrize(
    ("name", "hand", "won_with", "at", "times"),
    [
        ("kokushi", "19m19p19s1234566z", "7z", RON, 1),
        ("kokushi_13", "19m19p19s1234567z", "1m", RON, 2),
        ("suuankou", "111m222p333s4455z", "5z", TSUMO, 1),
        ("suuankou_tanki", "111m222p333s444z5z", "5z", RON, 2),
        ("chuuren", "1112234567899m", "9m", RON, 1),
        ("junsei_chuuren", "1112345678999m", "5m", RON, 2),
        ("shousuushii", "11122233344z45m", "6m", RON, 1),
        ("tsuuiisou", "1122334455667z", "7z", RON, 1),
        ("ryuuiisou", "22334466888s66z", "6z", RON, 1),
        ("chinroutou", "111999m111p1199s", "1s", RON, 1),
    ],
)
def test_a_yakuman_counts_once_and_some_count_double_where_the_table_says_so(name, hand, won_with, at, times):
    assert yaku(hand, won_with, at=at) == {name: 13}
    assert value(hand, won_with, at=at).base == 8000
    assert value(hand, won_with, at=at, rules=DOUBLE).base == 8000 * times


def test_big_four_winds_count_double_at_some_tables():
    winds = ("333444z5m", "5m", pon("111z", 0), pon("222z", 2))
    assert yaku(*winds) == {"daisuushii": 13}
    assert value(*winds, rules=DOUBLE).yakuman == 2


def test_four_kans():
    melds = (closed_kan("1111m"), open_kan("2222p", 0), closed_kan("3333s"), open_kan("4444z", 2))
    assert yaku("5z", "5z", *melds) == {"suukantsu": 13}


def test_different_yakuman_are_added_unless_the_table_counts_one():
    hand = ("5556667771122z", "1z")
    assert value(*hand).yakuman == 2
    assert yaku(*hand) == {"daisangen": 13, "tsuuiisou": 13}
    assert [value(*hand, rules=rules).yakuman for rules in (MAHJONG_SOUL, WRC, EMA)] == [2, 1, 1]


def test_the_first_draw_wins_a_yakuman():
    hand = ("123m456p789s1122z", "1z")
    first = replace(TSUMO, is_first=True)
    assert yaku(*hand, at=first) == {"chiihou": 13}
    assert yaku(*hand, at=replace(first, seat_wind=0)) == {"tenhou": 13}


def test_a_ron_before_the_first_draw_is_worth_what_the_table_says():
    hand, at = ("123m456p789s1122z", "2z"), replace(RON, is_first=True, seat_wind=2)
    assert yaku(*hand, at=at) == {}
    assert value(*hand, at=at, rules=replace(TENHOU, renhou="mangan")).base == 2000
    assert yaku(*hand, at=at, rules=replace(TENHOU, renhou="han")) == {"renhou": 5}
    assert value(*hand, at=at, rules=replace(TENHOU, renhou="yakuman")).base == 8000


def test_three_kans():
    melds = (closed_kan("1111m"), open_kan("2222p", 0), open_kan("3333s", 0))
    assert yaku("789m5z", "5z", *melds) == {"sankantsu": 2}


def test_ryanpeikou_takes_the_place_of_seven_pairs_and_iipeikou():
    assert yaku("112233m445566p7s", "7s") == {"ryanpeikou": 3}


def test_three_equal_triplets():
    assert yaku("222m222p23s", "4s", pon("222s", 0), pon("999m", 0)) == {}
    assert yaku("222m222p99m78s", "9s", pon("222s", 0)) == {"sanshoku_doukou": 2}


def test_terminals_and_honours_take_the_place_of_chanta():
    assert yaku("11199m11p", "1p", pon("999s", 0), pon("111z", 0)) == {"honroutou": 2, "toitoi": 2, "round_east": 1}


def test_thirteen_han_are_a_yakuman_or_a_sanbaiman():
    at = replace(RON, riichi=1, is_ippatsu=True)
    flush = ("2233445566778m", "8m")
    found = value(*flush, at=at, dora="1m", ura="1m")
    assert found.han >= 13
    assert (found.base, found.yakuman, found.limit) == (8000, 0, "yakuman")
    assert value(*flush, at=at, dora="1m", ura="1m", rules=replace(TENHOU, kazoe=False)).limit == "sanbaiman"


def test_kiriage_rounds_up_to_a_mangan():
    rules = replace(TENHOU, kiriage=True)
    assert [base_of(4, 30, rules), base_of(3, 60, rules), base_of(4, 25, rules)] == [2000, 2000, 1600]


def test_a_pair_of_the_double_wind_counts_twice_or_once():
    # Base 20, tsumo 2, kanchan 2, closed 111s 8, open 999m 4, closed kan of dragons 32: 68, and 4 or 2 for the pair.
    hand = ("11124s11z", "3s", pon("999m", 2), closed_kan("7777z"))
    dealer = replace(TSUMO, seat_wind=0)
    assert (value(*hand, at=dealer).han, value(*hand, at=dealer).fu) == (1, 80)
    assert (value(*hand, at=dealer, rules=WRC).han, value(*hand, at=dealer, rules=WRC).fu) == (1, 70)
    assert value(*hand, at=TSUMO).fu == value(*hand, at=TSUMO, rules=WRC).fu == 70


def test_a_triplet_of_the_double_wind_is_two_yaku_whatever_a_pair_counts():
    winds = {"seat_east": 1, "round_east": 1}
    for rules in (TENHOU, WRC):
        assert yaku("23467m678p55s", "8m", pon("111z", 2), at=replace(RON, seat_wind=0), rules=rules) == winds


def test_open_tanyao_is_the_tables_choice():
    hand = ("234567m5678p", "5p", chi("234s", 0))
    assert yaku(*hand) == {"tanyao": 1}
    assert yaku(*hand, rules=replace(TENHOU, kuitan=False)) == {}


def test_red_fives_are_dora_where_there_are_any():
    assert yaku("234m067p55s67s", "8s", pon("222m", 0)) == {"tanyao": 1, "aka_dora": 1}
    assert yaku("234m567p55s67s", "8s", pon("222m", 0), rules=replace(TENHOU, red_fives=False)) == {"tanyao": 1}


def test_dora_alone_are_no_yaku():
    assert value("123m456p1199s", "1s", chi("789m", 0), dora="9s9s") is None


def test_a_triplet_finished_by_ron_is_not_concealed():
    assert "sanankou" not in yaku("111m222p4455s", "5s", chi("789m", 0), at=RON)
    assert yaku("111m222p4455s", "5s", chi("789m", 0), at=TSUMO) == {"sanankou": 2}


@pytest.mark.parametrize(
    ("han", "fu", "base"), [(1, 30, 240), (3, 60, 1920), (4, 30, 1920), (4, 40, 2000), (5, 20, 2000), (6, 30, 3000)]
)
def test_base_points(han, fu, base):
    assert base_of(han, fu, TENHOU) == base
