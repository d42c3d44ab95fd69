"""Who deals next, when the match is over, and the final results."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.games.riichi import GAME
from gamenight.games.riichi.deal.standings import final_of, is_over, next_sheet
from gamenight.games.riichi.options import MAHJONG_SOUL, PRESETS, TENHOU, WRC, Options, rules_of
from gamenight.games.riichi.state import EndKind, Outcome, Sheet, Win

EVEN = (25_000, 25_000, 25_000, 25_000)
AHEAD = (35_000, 25_000, 20_000, 20_000)
LAST_AHEAD = (20_000, 20_000, 25_000, 35_000)


def won_by(seat: int) -> Outcome:
    win = Win(seat, seat, "5m", (), (), 1, 30, 0, "", 1000, (), None, (0, 0, 0, 0))
    return replace(drawn(), kind="tsumo", wins=(win,))


def drawn(*tenpai: int, kind: EndKind = "exhaustive") -> Outcome:
    return Outcome(kind, 0, 0, 0, (), tenpai, (), (0, 0, 0, 0), EVEN)


@pytest.mark.parametrize(
    ("outcome", "round", "honba"),
    [
        (won_by(1), 1, 3),
        (won_by(2), 2, 0),
        (drawn(1, 2), 1, 3),
        (drawn(2), 2, 3),
        (drawn(kind="suufon_renda"), 1, 3),
        (drawn(0, 2, 3, kind="sanchahou"), 1, 3),
        (drawn(kind="nagashi_mangan"), 2, 3),
    ],
)
def test_the_dealer_repeats_after_a_win_tenpai_or_an_abortive_draw(outcome, round, honba):
    after = next_sheet(Sheet(EVEN, 1, 2, 1), outcome)
    assert (after.round, after.honba, after.sticks) == (round, honba, 1)


@pytest.mark.parametrize(
    ("rules", "points", "round", "outcome", "over"),
    [
        (TENHOU, AHEAD, 6, won_by(0), False),
        (TENHOU, AHEAD, 7, won_by(0), True),
        (TENHOU, EVEN, 7, won_by(0), False),
        (TENHOU, EVEN, 11, won_by(0), True),
        (TENHOU, AHEAD, 8, won_by(1), True),
        (TENHOU, LAST_AHEAD, 7, won_by(3), True),
        (TENHOU, LAST_AHEAD, 7, drawn(3), True),
        (TENHOU, AHEAD, 7, drawn(3), False),
        (TENHOU, LAST_AHEAD, 7, drawn(kind="suucha_riichi"), False),
        (TENHOU, LAST_AHEAD, 8, drawn(0), False),
        (TENHOU, (-100, 50_000, 25_000, 25_100), 0, won_by(1), True),
        (TENHOU, (0, 50_000, 25_000, 25_000), 0, won_by(1), False),
        (replace(TENHOU, tobi=False), (-100, 50_000, 25_000, 25_100), 0, won_by(1), False),
        (replace(TENHOU, length="tonpuu"), AHEAD, 3, won_by(0), True),
        (replace(TENHOU, length="tonpuu"), EVEN, 3, won_by(0), False),
        (replace(TENHOU, length="tonpuu"), EVEN, 7, won_by(0), True),
        (replace(TENHOU, agari_yame="win"), LAST_AHEAD, 7, drawn(3), False),
        (replace(TENHOU, agari_yame="win"), LAST_AHEAD, 7, won_by(3), True),
        (WRC, LAST_AHEAD, 7, won_by(3), False),
        (WRC, EVEN, 7, won_by(0), True),
    ],
)
def test_when_the_match_is_over(rules, points, round, outcome, over):
    assert is_over(rules, Sheet(points, round, deal=round + 1), outcome) == over


def test_uma_and_oka():
    assert final_of(TENHOU, Sheet((40_000, 30_000, 20_000, 10_000))).results == (50.0, 10.0, -20.0, -40.0)
    assert final_of(MAHJONG_SOUL, Sheet((40_000, 30_000, 20_000, 10_000))).results == (30.0, 10.0, -10.0, -30.0)


def test_rounding_to_thousands_leaves_the_rest_to_the_first():
    rules = replace(TENHOU, rounding="thousands")
    assert final_of(rules, Sheet((34_800, 23_600, 18_100, 23_500))).results == (44.0, 4.0, -32.0, -16.0)


def test_of_equal_points_the_earlier_dealer_comes_first_or_places_are_shared():
    tied = Sheet((30_000, 20_000, 30_000, 40_000))
    assert final_of(TENHOU, tied).order == (3, 0, 2, 1)
    assert final_of(WRC, tied).results == (0.0, -25.0, 0.0, 25.0)


def test_leftover_sticks_go_to_the_first_or_are_lost():
    sheet = Sheet((30_000, 24_000, 22_000, 22_000), sticks=2)
    assert final_of(TENHOU, sheet).points == (32_000, 24_000, 22_000, 22_000)
    assert final_of(replace(TENHOU, leftover_sticks="lost"), sheet).points[0] == 30_000


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_what_the_options_name(preset):
    assert rules_of(Options(preset=preset)) == PRESETS[preset]
    assert rules_of(Options(preset=preset, kiriage=True, deals=2)) == replace(PRESETS[preset], kiriage=True, deals=2)


@pytest.mark.parametrize(
    "options",
    [
        {"start_points": 30_000},
        {"abortive_draws": False},
        {"rons": "one", "honba_each": True},
        {"walls": [[1, 2, 3]]},
        {"uma": "7-3"},
        {"start": {"points": [25_000, 25_000, 25_000]}},
        {"start": {"points": [25_000, 25_000, 25_000, 24_000]}},
        {"start": {"points": [25_000, 25_000, 24_950, 25_050]}},
        {"start": {"points": [26_000, -1_000, 50_000, 25_000]}},
        {"start": {"round": 8}, "length": "tonpuu"},
        {"start": {"round": 8}, "preset": "wrc"},
    ],
)
def test_choices_that_make_no_sense_together_are_refused(options):
    with pytest.raises(BadOptions):
        Match.start(GAME, 4, seed=1, options=options)


def test_a_match_may_begin_with_a_later_deal():
    start: dict[str, Any] = {"round": 6, "honba": 1, "sticks": 2, "points": [13_000, 25_000, 20_000, 40_000]}
    (dealt,) = [event.payload for event in begun(start).events if event.event_type == "game.dealt"]
    assert {name: dealt[name] for name in start} == {**start, "points": tuple(start["points"])}
    assert dealt["dealer"] == 2


def begun(start: dict[str, object]) -> Match:
    return Match.start(GAME, 4, seed=1, options={"start": start})


def test_a_match_may_be_limited_to_some_deals():
    match = Match.start(GAME, 4, seed=1, options={"deals": 2})
    while not match.is_over:
        match.act(match.legal_actions(match.to_act[0])[0])
    assert match.state.game_data.sheet.deal == 2
    assert match.view().game_data.final is not None
