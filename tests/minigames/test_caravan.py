"""A simultaneous draft: hands move from player to player, and are hidden from those who have not held them."""

from __future__ import annotations

import pytest

from gamenight.core.engine import committed_seats
from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId, TimerConfig, TimerMode, digest, seat
from gamenight.core.rng import Rng, seed_text
from tests.minigames.caravan import Caravan, Pick, value
from tests.minigames.playing import assert_replays, play_out, shown

P0, P1, P2 = SEATS = (seat(0), seat(1), seat(2))
DEAL = (
    ("silk1", "silk2", "silk3", "silk4"),
    ("salt1", "salt2", "salt3", "salt4"),
    ("tea1", "tea2", "tea3", "tea4"),
)


def draft(*rounds: str) -> Match:
    """A match of three in which each round's picks are given in seat order."""
    match = Match.start(Caravan(), 3, 1, options={"deals": [DEAL, DEAL]})
    for picks in rounds:
        for player, card in zip(SEATS, picks.split(), strict=True):
            match.act(Action("pick", player, Pick(card)))
    return match


def hand(match: Match, player: PlayerId | None) -> tuple[str, ...]:
    view = match.view(player)
    return tuple(view.game_data.hand)


def test_hands_travel_to_the_left():
    match = draft("silk1 salt2 tea3")
    assert hand(match, P1) == ("silk2", "silk3", "silk4")
    assert hand(match, P2) == ("salt1", "salt3", "salt4")
    assert hand(match, P0) == ("tea1", "tea2", "tea4")


def test_picks_are_shown_to_all_when_everybody_has_picked():
    match = draft()
    match.act(Action("pick", P0, Pick("silk1")))
    assert committed_seats(match.state) == (P0,)
    assert match.view("p1").game_data.taken == ((), (), ())
    match.act(Action("pick", P1, Pick("salt2")))
    match.act(Action("pick", P2, Pick("tea3")))
    assert match.view("p1").game_data.taken == (("silk1",), ("salt2",), ("tea3",))


def test_players_do_not_see_other_hands():
    match = draft()
    assert hand(match, None) == ()
    for player in SEATS:
        others = {card for cards in DEAL for card in cards} - set(hand(match, player))
        assert not any(card in str(shown(match, player)) for card in others)


def test_each_player_sees_only_its_own_hand():
    dealt = next(event for event in draft().events if event.event_type == "game.dealt")
    seen = [dealt.seen_by(viewer) for viewer in (P0, None)]
    assert [event.payload for event in seen if event] == [{"age": 1, "hand": DEAL[0]}, {"age": 1}]


def test_a_card_of_another_hand_cannot_be_picked():
    match = draft()
    assert [a.payload.card for a in match.legal_actions("p1")] == list(DEAL[1])
    assert match.plugin.validate_action(match.state.game_data, Action("pick", P1, Pick("silk1"))) is not None


def test_two_ages_of_four_picks_make_a_match():
    age = ("silk1 salt1 tea1", "tea2 silk2 salt2", "salt3 tea3 silk3", "silk4 salt4 tea4")
    match = draft(*age)
    assert match.state.game_data.age == 2
    assert match.state.prompt == 5
    for picks in age:
        for player, card in zip(SEATS, picks.split(), strict=True):
            match.act(Action("pick", player, Pick(card)))
    assert match.is_over
    assert match.result is not None
    assert match.result.ranking == (((P0,), (P1,), (P2,)),)


@pytest.mark.parametrize(
    "cards, points", [("silk1", 1), ("silk1 silk2", 4), ("silk1 salt2", 3), ("tea1 tea2 tea3 tea4 jade5", 17)]
)
def test_a_pair_of_equal_goods_counts_one_more(cards, points):
    assert value(tuple(cards.split())) == points


def test_what_a_player_has_held_stays_the_same_in_all_its_worlds_and_the_rest_varies():
    match = draft("silk1 salt2 tea3")
    state, game = match.state.game_data, match.plugin
    worlds = [game.determinize(state, P0, Rng(seed_text(n))) for n in range(40)]
    assert {world.hands[0] for world in worlds} == {state.hands[0]}
    assert {world.hands[1] for world in worlds} == {state.hands[1]}
    assert len({world.hands[2] for world in worlds}) > 20
    assert all(digest(game.get_player_view(world, P0)) == digest(game.get_player_view(state, P0)) for world in worlds)
    assert len({world.deals for world in worlds}) == 40


def test_worlds_hold_no_card_twice():
    match = draft("silk1 salt2 tea3")
    for n in range(40):
        world = match.plugin.determinize(match.state.game_data, P1, Rng(seed_text(n)))
        cards = [*world.shown, *(card for hand in world.hands for card in hand)]
        assert len(cards) == len(set(cards)) == 12


def test_a_late_player_gets_a_random_card_and_the_others_theirs():
    timer = TimerConfig(TimerMode.SIMPLE, base_time_ms=1000)
    match = Match.start(Caravan(), 3, 1, options={"deals": [DEAL]}, timer=timer)
    match.act(Action("pick", P2, Pick("tea4")))
    match.pass_time(1000)
    assert match.view().game_data.taken[2] == ("tea4",)
    assert match.view().game_data.taken[0][0] in DEAL[0]
    assert_replays(match)


def test_the_second_deal_does_not_depend_on_the_picks():
    one, other = (Match.start(Caravan(), 2, 7) for _ in range(2))
    for match, place in ((one, 0), (other, -1)):
        while match.state.game_data.age == 1:
            match.act(match.legal_actions(match.to_act[0])[place])
    assert one.state.game_data.hands == other.state.game_data.hands


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_any_match_ends_and_replays(players, seed):
    match = play_out(Caravan(), players, seed)
    assert match.result is not None
    assert_replays(match)
