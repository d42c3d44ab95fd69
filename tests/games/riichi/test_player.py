"""What the rule-based player does in positions that every player of riichi knows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gamenight import run_match
from gamenight.bots import make_bot
from gamenight.core import Action, Rng, seat
from gamenight.games.riichi import GAME
from gamenight.games.riichi.hand.tiles import read_kind
from gamenight.games.riichi.player import SKILLS, sensible
from gamenight.games.riichi.player.danger import threats_to
from gamenight.games.riichi.player.places import gain_of, loss_of, standing_of
from gamenight.games.riichi.player.seen import unseen_by
from gamenight.games.riichi.state import RiichiState
from tests.games.riichi.tables import chi, pon, table_with


def act(table: RiichiState, level: str = "hard") -> Action:
    action = sensible(table, seat(0), Rng("player"), SKILLS[level])
    assert action is not None
    return action


def discarded(table: RiichiState, level: str = "hard") -> str:
    action = act(table, level)
    assert action.action_type in ("discard", "riichi")
    return action.payload.tile


# Winning


@pytest.mark.parametrize("level", SKILLS)
def test_a_win_is_taken(level):
    assert act(table_with("234567m234p5567s", drawn="5s"), level).action_type == "tsumo"
    assert act(table_with("234567m234p5567s", called="5s"), level).action_type == "ron"


def test_a_good_tenpai_hand_declares_riichi():
    table = table_with("234567m23p55678s", drawn="9m")
    assert (act(table).action_type, discarded(table)) == ("riichi", "9m")


def test_no_riichi_when_nearly_every_tile_it_waits_for_is_gone():
    table = table_with("234567m13p55678s", drawn="9m", rivers=("", "2p", "2p", "2p"))
    assert act(table).action_type == "discard"


# Efficiency


def test_a_tile_that_helps_nothing_is_discarded():
    assert discarded(table_with("23467m2345p567s3z", drawn="8s")) in ("W", "8s")
    assert discarded(table_with("234678m23p55s378s", drawn="3z")) == "W"


def test_a_two_sided_wait_is_kept_rather_than_an_edge_wait():
    table = table_with("123456m12p78p55s9s", drawn="3z", rivers=("", "", "", ""))
    assert discarded(table) in ("W", "9s")
    assert discarded(table_with("123456m12p78p555s", drawn="1p")) in ("1p", "2p")


def test_a_red_five_is_kept_and_a_plain_one_discarded():
    assert discarded(table_with("12345067m234p55s", drawn="9s")) in ("9s", "5m")


# Calling


def test_dragons_are_called_by_a_player_with_a_pair_of_them():
    assert act(table_with("2346m3457p89s55z1s", called="5z")).action_type == "pon"


def test_nothing_is_called_for_a_hand_without_a_yaku():
    assert act(table_with("1239m1378p119s23z", called="2p")).action_type == "pass"


def test_simples_are_called_for_tanyao():
    table = table_with("3467m5588p22s", melds=(chi("234p"),), called="5m")
    assert act(table).action_type == "chi"


def test_a_called_hand_keeps_its_yaku():
    # 1m would leave tenpai sooner, but without a yaku: tanyao needs the terminal to go.
    table = table_with("23455m67p1s", melds=(chi("345s"), pon("888p")), drawn="")
    assert discarded(table) == "1s"


def test_a_run_is_called_for_sanshoku():
    # Three equal runs are the only yaku that this hand can have.
    table = table_with("123m139p1179s", melds=(chi("123s"),), called="2p")
    assert act(table).action_type == "chi"
    assert act(table, "medium").action_type == "pass"


def test_a_call_that_brings_the_hand_no_nearer_is_left():
    assert act(table_with("234567m23478s55p", called="8s")).action_type == "pass"


# Defence


def test_a_bad_hand_folds_with_a_safe_tile():
    table = table_with("159m258p369s1234z", drawn="5s", rivers=("", "9m8m2p", "", ""), riichi=(1,))
    assert discarded(table) in ("9m", "2p")


def test_easy_does_not_fold():
    table = table_with("234m2388p456778s", drawn="9m", rivers=("", "1z8p8s", "", ""), riichi=(1,))
    bold = sensible(table, seat(0), Rng("player"), replace(SKILLS["easy"], slips=0))
    assert bold is not None
    assert bold.payload.tile == "9m"


def test_a_good_tenpai_hand_pushes():
    table = table_with("234067m23p55678s", drawn="9s", rivers=("", "1z8p8m", "", ""), riichi=(1,), indicator="4s")
    assert act(table).action_type == "riichi"


def dangers(river: str, *, others: str = "") -> list[float]:
    table = table_with("19m19p19s1234567z", drawn="1z", rivers=("", river, others, ""), riichi=(1,))
    unseen = unseen_by(table, (*table.hands[0], table.play.drawn or 0))
    (threat,) = threats_to(table, 0, unseen, SKILLS["hard"])
    return list(threat.dangers)


def danger(name: str, river: str, *, others: str = "") -> float:
    return dangers(river, others=others)[read_kind(name)]


def test_what_a_player_has_discarded_is_safe_against_it():
    assert danger("4p", "4p") == 0


def test_suji_is_safer_than_no_suji_and_both_sides_are_safest():
    assert danger("1p", "4p") < danger("1p", "5s")
    assert danger("5p", "2p8p") < danger("5p", "2p") < danger("5p", "5s")


def test_behind_a_wall_a_tile_is_safer():
    assert danger("2s", "9m", others="3333s") < danger("2s", "9m")


def test_the_middle_is_more_dangerous_than_the_edge():
    assert danger("5s", "9m") > danger("3s", "9m") > danger("1s", "9m") > 0


def test_an_honour_of_which_all_are_seen_is_safe():
    assert danger("E", "9m", others="11z") == 0


# Places


def in_the_last_deal(table: RiichiState, *points: int) -> RiichiState:
    """South 4, in which the last seat deals."""
    return replace(table, sheet=replace(table.sheet, round=7, points=points))


def test_who_leads_in_the_last_deal_folds_a_hand_that_others_push():
    table = table_with("234678m13678p55s", drawn="4s", rivers=("", "1z8p8m6m", "", ""), riichi=(1,))
    ahead, behind = (45_000, 34_000, 11_000, 9000), (9000, 45_000, 34_000, 11_000)
    assert discarded(in_the_last_deal(table, *ahead)) in ("6m", "8m", "8p")
    assert discarded(in_the_last_deal(table, *behind)) == "4s"


def test_in_the_last_deal_a_win_is_worth_the_places_that_it_brings():
    table = in_the_last_deal(table_with("234678m23678p55s", drawn="4s"), 20_000, 27_000, 28_000, 25_000)
    standing = standing_of(table, 0)
    assert gain_of(standing, 8000) > 4 * gain_of(standing, 2000)
    early = standing_of(replace(table, sheet=replace(table.sheet, round=0)), 0)
    assert gain_of(early, 8000) == pytest.approx(4 * gain_of(early, 2000), rel=0.1)


def test_a_loss_to_the_next_in_rank_costs_most():
    standing = standing_of(in_the_last_deal(table_with("1m", drawn="6m"), 30_000, 27_000, 28_000, 15_000), 0)
    assert loss_of(standing, 2000, 2) > loss_of(standing, 2000, 3)


# Abortive draws and kans


def test_nine_terminals_are_declared_with_a_bad_hand_but_not_with_thirteen_orphans_near():
    assert act(table_with("159m19p2589s1234z", drawn="5s", left=69)).action_type == "kyuushu_kyuuhai"
    assert act(table_with("19m19p19s123456z2p", drawn="5s", left=69)).action_type == "discard"


def test_a_closed_kan_that_costs_nothing_is_made():
    assert act(table_with("234567m23p1111z5s", drawn="5s")).action_type == "closed_kan"


def test_a_player_in_riichi_makes_a_kan_that_keeps_its_waits():
    table = table_with("234567m23p222z55s", drawn="2z", rivers=("9p", "", "", ""), riichi=(0,))
    assert act(table).action_type == "closed_kan"


def test_no_kan_against_riichi():
    table = table_with("234567m23p1111z5s", drawn="5s", rivers=("", "9m", "", ""), riichi=(1,))
    assert act(table).action_type != "closed_kan"


# As a bot


@pytest.mark.parametrize("level", GAME.levels)
def test_a_level_decides_alike_in_every_world_that_its_seat_may_imagine(level):
    table = table_with("234067m23p5567s", drawn="9s", rivers=("1z", "1z8p8m", "9p", "1m"), riichi=(1,))
    heuristic = GAME.heuristics.get(level, GAME.heuristic_action)
    worlds = [GAME.determinize(table, seat(0), Rng(f"world {n}")) for n in range(5)]
    assert len({world.hands for world in worlds}) == 5
    assert len({str(heuristic(world, seat(0), Rng("same"))) for world in worlds}) == 1


def test_hard_beats_three_random_players():
    bots = [make_bot("hard" if n == 2 else "random", GAME, seed=n) for n in range(4)]
    outcome = run_match(GAME, bots, seed="east", options={"length": "tonpuu"})
    assert max(outcome.scores, key=lambda who: outcome.scores[who]) == "p2"


def test_four_bots_win_hands_and_end_a_match():
    bots = [make_bot(level, GAME, seed=n) for n, level in enumerate(["easy", "medium", "hard", "hard"])]
    outcome = run_match(GAME, bots, seed="four", options={"length": "tonpuu"})
    assert outcome.error is None
    assert len(set(outcome.scores.values())) > 1
