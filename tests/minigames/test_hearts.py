"""Hearts by the rule book, and what a seat can deduce about other hands."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core.advancing.transitions import read
from gamenight.core.errors import ActionRefused, BadOptions
from gamenight.core.match import Match
from gamenight.core.model import Action, seat
from gamenight.core.replay import decode_record, opening, play_on
from gamenight.core.rng import Rng, seed_text
from tests.minigames.hearts import DECK, PLAYERS, Deal, Hearts, Passed, as_hand, end_deal, legal_cards, play_of, proved
from tests.minigames.playing import assert_replays, play_out

P0, P1, P2, P3 = PLAYERS
SUITS = ("C", "D", "S", "H")
ONE_SUIT_EACH = tuple(" ".join(card for card in DECK if card[1] == suit) for suit in SUITS)


def deal(*hands: str, leader: int = 0, **fields) -> Deal:
    """A position after the first trick, in which everybody has played a card or two."""
    fields = {"played": (("2C", *fields.get("trick", ())), ("3C",), ("4C",), ("5C",)), **fields}
    return Deal(100, (), (), (0,) * 4, 1, tuple(as_hand(hand.split()) for hand in hands), leader, **fields)


def legal(position: Deal) -> str:
    return " ".join(legal_cards(position))


def test_the_first_trick_takes_no_points_unless_a_hand_has_nothing_else():
    begun: dict[str, Any] = {"trick": ("2C",), "played": (("2C",), (), (), ())}
    assert legal(deal("3D", "QS AH 5D", "", "", **begun)) == "5D"
    assert legal(deal("3D", "QS AH KH", "", "", **begun)) == "QS KH AH"


def test_hearts_are_led_once_broken_or_by_who_has_nothing_else():
    assert legal(deal("AH QS 3D", "", "", "")) == "3D QS"
    assert legal(deal("AH KH", "", "", "")) == "KH AH"
    assert legal(deal("AH QS 3D", "", "", "", is_broken=True)) == "3D QS AH"


def test_the_queen_of_spades_does_not_break_hearts():
    after = Hearts().apply_action(deal("3D", "QS", "4D", "5D", trick=("2D",)), play_of(P1, "QS"), Rng("00"))
    assert not after.game_data.is_broken
    after = Hearts().apply_action(deal("3D", "7H", "4D", "5D", trick=("2D",)), play_of(P1, "7H"), Rng("00"))
    assert after.game_data.is_broken


@pytest.mark.parametrize(
    ("taken", "brought"), [((0, 0, 26, 0), [26, 26, 0, 26]), ((1, 0, 25, 0), [1, 0, 25, 0])], ids=["moon", "one short"]
)
def test_a_player_who_takes_all_points_gives_them_to_the_others(taken, brought):
    ended = end_deal(deal("", "", "", "", taken=taken), (), Rng("00"))
    assert ended.events[0].payload["points"] == brought


def test_the_fewest_points_win_when_a_player_reaches_the_limit():
    position = deal("", "", "", "", taken=(6, 10, 10, 0))
    answer = end_deal(Deal(**{**as_fields(position), "totals": (95, 60, 20, 80)}), (), Rng("00"))
    ended = read(Hearts(), "apply_action", answer, dict.fromkeys(PLAYERS, 0.0))
    assert ended.scores == {P0: 101.0, P1: 70.0, P2: 30.0, P3: 80.0}
    assert ended.result is not None
    assert ended.result.winners == (P2,)


def as_fields(position: Deal) -> dict[str, Any]:
    return {name: getattr(position, name) for name in position.__struct_fields__}


@pytest.mark.parametrize(("passing", "taker"), [(1, P1), (3, P3), (2, P2)], ids=["left", "right", "across"])
def test_passed_cards_are_shown_only_to_giver_and_receiver(passing, taker):
    match = Match.start(Hearts(), 4, 1, options={"passing": [passing], "deals": [ONE_SUIT_EACH]})
    for player, suit in zip(PLAYERS, SUITS, strict=True):
        match.act(Action("pass_cards", player, Passed(("2" + suit, "3" + suit, "4" + suit))))
    assert "2C" in match.view(taker).game_data.hand
    told = next(event for event in match.events if event.event_type == "game.passed")
    knows = [player for player in (*PLAYERS, None) if "cards" in told.seen_by(player).payload]
    assert knows == [player for player in PLAYERS if player in (P0, taker)]


@pytest.mark.parametrize("cards", ["2C 3C", "2C 3C 4C 5C", "2C 2C 3C", "2C 3C 2D"])
def test_exactly_three_cards_of_the_own_hand_are_passed(cards):
    match = Match.start(Hearts(), 4, 1, options={"deals": [ONE_SUIT_EACH]})
    with pytest.raises(ActionRefused):
        match.act(Action("pass_cards", P0, Passed(tuple(cards.split()))))


def test_every_fourth_deal_is_played_without_passing():
    match = Match.start(Hearts(), 4, 1, options={"passing": [0]})
    assert match.state.phase.name == "play"
    assert [event.event_type for event in match.events].count("game.passed") == 0


def test_a_deal_with_a_card_twice_is_refused():
    twice = ONE_SUIT_EACH[0].replace("3C", "2C")
    with pytest.raises(BadOptions, match="all of them different"):
        Match.start(Hearts(), 4, 1, options={"deals": [(twice, *ONE_SUIT_EACH[1:])]})


@pytest.mark.parametrize("seed", range(3))
def test_a_match_ends_and_its_record_plays_it_again(seed):
    match = play_out(Hearts(), 4, seed, options={"limit": 30})
    assert max(match.state.scores.values()) >= 30
    assert sum(match.state.scores.values()) % 26 == 0
    assert_replays(match)


def test_worlds_keep_what_a_seat_has_seen_in_every_position_of_a_match():
    game, rng = Hearts(), Rng(seed_text("worlds"))
    for position in positions(game, 5):
        viewer = rng.below(4)
        world = game.determinize(position, seat(viewer), rng)
        assert game.get_player_view(world, seat(viewer)) == game.get_player_view(position, seat(viewer))
        assert sorted(sum(world.hands, ())) == sorted(sum(position.hands, ()))
        assert [len(hand) for hand in world.hands] == [len(hand) for hand in position.hands]
        assert all(not position.lacks[seat] & {*world.hands[seat]} for seat in range(4)), "a void was shown"
        given = {*position.passed[viewer]} & {*sum(position.hands, ())}
        assert given <= {*world.hands[(viewer + position.shift) % 4]}, "it knows where its own cards are"


def positions(game: Hearts, seed: int) -> list[Deal]:
    """Every state of a match that is played at random."""
    match = play_out(game, 4, seed)
    state = opening(game, decode_record(match.record())).state
    return [state.game_data, *(step.state.game_data for step in play_on(game, state, match.turns))]


def test_worlds_differ():
    game, rng = Hearts(), Rng(seed_text("many"))
    start = Match.start(game, 4, 1).state.game_data
    assert len({game.determinize(start, P0, rng).hands for _ in range(50)}) == 50


def test_a_discard_proves_a_void_and_a_heart_led_too_early_a_hand_of_hearts():
    assert proved(deal("", "7H", "", "", trick=("2D",)), "7H") == {card for card in DECK if card[1] == "D"}
    assert proved(deal("7H", "", "", ""), "7H") == {card for card in DECK if card[1] != "H"}
    assert proved(deal("", "7D", "", "", trick=("2D",)), "7D") == set()
