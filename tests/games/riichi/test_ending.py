"""How deals end and who pays: liability, draws, nagashi mangan, and the abortive draws."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.games.riichi.deal.ending import end_of_wall
from gamenight.games.riichi.options import EMA, MAHJONG_SOUL, TENHOU, Rules
from gamenight.games.riichi.state import Discard, Outcome, RiichiState
from tests.games.riichi.positions import answer, closed_kan, do, legal, now, outcome, pon, start, table, tile

QUIET = "147m258p369s1234z"
DRAGONS = (pon("555z", 3), pon("666z", 3))


def liable_for_dragons(
    hand: str, *, rules: Rules = TENHOU, honba: int = 0, fourth: str = "147m258p369s1234z"
) -> RiichiState:
    """Seat 2 has two melds of dragons; seat 1 discards the third, so that seat 2 may call it."""
    drawn = table(QUIET, QUIET, hand, fourth, turn=1, drawn="7z", melds={2: DRAGONS}, rules=rules, honba=honba)
    match = answer(do(start(drawn), 1, "discard C"), p2="pon C C")
    return now(do(match, 2, "discard 9s"))


def ron_on(of: RiichiState, who: int, name: str) -> Outcome:
    """A seat discards this tile, and seat 2 wins."""
    held = replace(of, play=replace(of.play, stage="turn", seat=who, drawn=tile(name), tile=None))
    return outcome(answer(do(start(held), who, f"discard {name}"), p2="ron"))


def tsumo_with(of: RiichiState, name: str) -> Outcome:
    held = replace(of, play=replace(of.play, stage="turn", seat=2, drawn=tile(name), tile=None))
    return outcome(do(start(held), 2, "tsumo"))


def test_a_liable_player_pays_a_tsumo_alone():
    won = tsumo_with(liable_for_dragons("77z34m22p9s", honba=1), "5m")
    assert won.wins[0].pao == 1
    assert won.deltas == (0, -32_300, 32_300, 0)


def test_a_liable_player_shares_a_ron_and_pays_the_honba():
    won = ron_on(liable_for_dragons("77z34m22p9s", honba=1), 3, "5m")
    assert won.deltas == (0, -16_300, 32_300, -16_000)


def test_a_liable_player_who_discards_pays_all():
    assert ron_on(liable_for_dragons("77z34m22p9s", honba=1), 1, "5m").deltas == (0, -32_300, 32_300, 0)


def test_the_discarder_pays_the_honba_at_some_tables():
    won = ron_on(liable_for_dragons("77z34m22p9s", honba=1, rules=EMA), 3, "5m")
    assert won.deltas == (0, -16_000, 32_300, -16_300)


def test_liability_is_for_the_whole_hand_or_for_its_yakuman():
    honours = "77z11z22z9s"
    assert tsumo_with(liable_for_dragons(honours), "1z").deltas == (0, -64_000, 64_000, 0)
    won = tsumo_with(liable_for_dragons(honours, rules=MAHJONG_SOUL), "1z")
    assert won.deltas == (-16_000, -32_000 - 8_000, 64_000, -8_000)
    shared = ron_on(liable_for_dragons(honours, rules=MAHJONG_SOUL), 3, "E")
    assert shared.deltas == (0, -16_000, 64_000, -16_000 - 32_000)


def test_nobody_is_liable_for_a_closed_kan_that_completes_the_dragons():
    of = table(QUIET, QUIET, "777z34m22p", turn=2, drawn="7z", melds={2: DRAGONS}, rinshan="5m")
    match = do(start(of), 2, "closed_kan C")
    assert now(match).flags[2].pao == ()
    do(match, 2, "tsumo")
    assert outcome(match).deltas == (-16_000, -8_000, 32_000, -8_000)


def test_big_four_winds_make_liable_too():
    melds = {2: (pon("111z", 3), pon("222z", 3), pon("333z", 3))}
    of = table(QUIET, QUIET, "44z5m9s", turn=1, drawn="4z", melds=melds)
    match = answer(do(start(of), 1, "discard N"), p2="pon N N")
    assert [(pao.yakuman, pao.seat) for pao in now(match).flags[2].pao] == [("daisuushii", 1)]


def rivers(of: RiichiState, *texts: str) -> RiichiState:
    found = [tuple([Discard(tile(name)) for name in text.split()]) for text in texts]
    return replace(of, rivers=tuple(found))


def drawn_out(of: RiichiState) -> Outcome:
    found: Outcome = end_of_wall(of).game_data.outcome
    return found


def test_those_in_tenpai_are_paid_three_thousand_in_all():
    tenpai, simple = "234567m234567p5s", "5m 5m 5m"
    one = rivers(table(tenpai), simple, simple, simple, simple)
    assert drawn_out(one).deltas == (3000, -1000, -1000, -1000)
    two = rivers(table(tenpai, tenpai), simple, simple, simple, simple)
    assert drawn_out(two).deltas == (1500, 1500, -1500, -1500)
    four = rivers(table(tenpai, tenpai, tenpai, tenpai), simple, simple, simple, simple)
    assert drawn_out(four).deltas == (0, 0, 0, 0)


def test_a_wait_of_which_all_four_are_held_is_not_tenpai():
    simple = "5m 5m 5m"
    of = rivers(table("234m567m789p1s", melds={0: [closed_kan("1111s")]}), simple, simple, simple, simple)
    assert drawn_out(of).tenpai == ()


def test_nagashi_mangan_is_paid_like_a_tsumo_and_takes_the_place_of_tenpai_payments():
    of = rivers(table("234567m234567p5s", round=1, honba=2, sticks=1), "5m", "5m", "1m 9p E C", "5m")
    found = drawn_out(of)
    assert (found.kind, found.nagashi, found.tenpai) == ("nagashi_mangan", (2,), (0,))
    assert found.deltas == (-2000, -4000, 8000, -2000)


def test_two_nagashi_mangan_are_both_paid():
    of = rivers(table(), "1m 9m", "5m", "E S", "5m")
    assert drawn_out(of).deltas == (12_000 - 4000, -4000 - 2000, 8000 - 4000, -4000 - 2000)


def test_a_called_discard_loses_the_nagashi_mangan():
    of = rivers(table(), "1m 9m", "5m", "5m", "5m")
    called = replace(of.rivers[0][0], called_by=2)
    of = replace(of, rivers=((called, of.rivers[0][1]), *of.rivers[1:]))
    assert drawn_out(of).kind == "exhaustive"
    assert drawn_out(replace(rivers(table(), "1m", "5m", "5m", "5m"), rules=replace(TENHOU, nagashi_mangan=False))).kind


def calm(of: RiichiState) -> RiichiState:
    return replace(of, play=replace(of.play, is_calm=True))


def test_nine_terminals_may_abort_the_deal_with_the_first_draw():
    hand = "19m19p19s12m345p12z"
    of = calm(table(hand, drawn="3z"))
    assert "kyuushu_kyuuhai" in legal(start(of), 0)
    assert "kyuushu_kyuuhai" not in legal(start(calm(table(hand, drawn="3m"))), 0)
    assert "kyuushu_kyuuhai" not in legal(start(table(hand, drawn="3z")), 0), "somebody has called"
    assert "kyuushu_kyuuhai" not in legal(start(replace(of, rules=replace(of.rules, abortive_draws=False))), 0)
    match = do(start(of), 0, "kyuushu_kyuuhai")
    assert outcome(match).kind == "kyuushu_kyuuhai"
    assert len(match.view("p3").game_data.opened[0]) == 14


def test_four_equal_winds_abort_the_deal():
    of = calm(rivers(table(drawn="1z"), "", "E", "E", "E"))
    assert outcome(do(start(of), 0, "discard E")).kind == "suufon_renda"
    assert now(do(start(replace(of, play=replace(of.play, is_calm=False))), 0, "discard E")).outcome is None


def test_only_the_winner_shows_a_hand():
    of = table(QUIET, "34m234567p345s66s", drawn="5m")
    match = answer(do(start(of), 0, "discard 5m"), p1="ron")
    assert [bool(hand) for hand in match.view(None).game_data.opened] == [False, True, False, False]
