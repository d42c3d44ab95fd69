"""The rules of liar's dice, worked out by hand.

Dice are written as one word for each seat, rounds apart by a slash, `-` for a seat without dice: "25 61 / 3 61".
Moves are in order of play, `3x4` for a bid of three fours and `!` for a challenge.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gamenight.core.errors import ActionRefused, BadOptions
from gamenight.core.match import Match
from gamenight.core.model import Action, ConcurrentMode, Event, Forfeit, PlayerId, digest
from gamenight.core.rng import Rng
from gamenight.games import load

LIES = "22341 25561"  # with wild ones five twos, four fives; two ones. Without: three twos, two fives.


def start(dice: str, **options: Any) -> Match:
    rounds = [[[int(die) for die in cup.strip("-")] for cup in cups.split()] for cups in dice.split("/")]
    options = {"dice": len(rounds[0][0]), "fixed_dice": rounds, **options}
    return Match.start("liarsdice", len(rounds[0]), seed="liar", options=options)


def bid(player: str, text: str) -> Action:
    quantity, face = text.split("x")
    return Action("bid", PlayerId(player), {"quantity": int(quantity), "face": int(face)})


def do(match: Match, moves: str) -> tuple[Event, ...]:
    """Let whoever is to act make these moves; what happened at the last of them."""
    events: tuple[Event, ...] = ()
    for move in moves.split():
        (player,) = match.to_act
        events = match.act(Action("challenge", player) if move == "!" else bid(player, move))
    return events


def play(dice: str, moves: str, **options: Any) -> Match:
    match = start(dice, **options)
    do(match, moves)
    return match


def dice_left(match: Match) -> list[float]:
    return [match.scores[player.player_id] for player in match.state.players]


def offered(match: Match) -> set[str]:
    """What the player to act may do, as moves are written here."""
    (player,) = match.to_act
    return {
        "!" if action.action_type == "challenge" else f"{action.payload.quantity}x{action.payload.face}"
        for action in match.legal_actions(player)
    }


def refusal(match: Match, action: Action) -> str:
    """The code of a refusal, which must have left no trace."""
    before = digest(match.state)
    with pytest.raises(ActionRefused) as refused:
        match.act(action)
    assert digest(match.state) == before
    return refused.value.code


def seen(match: Match, viewer: str | None) -> list[Event]:
    return [shown for event in match.events if (shown := event.seen_by(PlayerId(viewer))) is not None]


def shown(match: Match, viewer: str | None) -> str:
    """All that this viewer has seen and sees: its events and its view, as on the wire."""
    return msgspec.json.encode([seen(match, viewer), match.view(viewer)], order="deterministic").decode()


def view(match: Match, viewer: str | None) -> str:
    return digest(match.view(viewer).game_data)


def names(events: tuple[Event, ...]) -> list[str]:
    """The game's own events, in order."""
    return [e.event_type.removeprefix("game.") for e in events if e.event_type.startswith("game.")]


def event(events: tuple[Event, ...], name: str) -> Event:
    (found,) = [event for event in events if event.event_type == f"game.{name}"]
    return found


def lists_in(data: Any) -> Iterator[list[int]]:
    """Every list of plain numbers anywhere in this data."""
    plain = msgspec.to_builtins(data)
    values = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list | tuple) else ()
    if isinstance(plain, list | tuple) and plain and all(isinstance(value, int) for value in plain):
        yield list(plain)
    for value in values:
        yield from lists_in(value)


def own_dice(match: Match, player: str) -> list[int]:
    """The dice that this player was told at the last roll."""
    rolled = [event for event in match.events if event.event_type == "game.rolled"][-1]
    (dice,) = lists_in(rolled.secret[PlayerId(player)])
    return dice


# Who acts, and what may be bid


def test_the_first_player_opens():
    match = start("123 456 166")
    assert match.state.phase.name == "bid"
    assert match.state.phase.mode is ConcurrentMode.SEQUENTIAL
    assert match.to_act == ("p0",)


def test_the_player_to_the_left_acts_next():
    match = start("123 456 166")
    for move, following in (("1x2", "p1"), ("1x3", "p2"), ("1x4", "p0"), ("1x5", "p1")):
        do(match, move)
        assert match.to_act == (following,)


def test_nobody_acts_out_of_turn():
    match = start("123 456 166")
    assert refusal(match, bid("p1", "1x2")) == "not_your_turn"
    do(match, "1x2")
    assert refusal(match, bid("p0", "1x3")) == "not_your_turn"
    assert refusal(match, Action("challenge", PlayerId("p2"))) == "not_your_turn"


def test_the_opening_is_any_bid_on_the_dice_in_play():
    assert offered(start("12 34")) == {f"{q}x{f}" for q in (1, 2, 3, 4) for f in (1, 2, 3, 4, 5, 6)}


def test_there_is_nothing_to_challenge_before_the_first_bid():
    assert refusal(start("12 34"), Action("challenge", PlayerId("p0"))) in ("invalid_action", "action_type_mismatch")


def test_a_bid_raises_the_quantity_with_any_face_or_the_face_at_the_same_quantity():
    assert offered(play("12 34", "2x4")) == {"!", "2x5", "2x6"} | {f"{q}x{f}" for q in (3, 4) for f in range(1, 7)}


@pytest.mark.parametrize("low", ["2x4", "2x3", "2x1", "1x6", "1x5"])
def test_a_bid_that_does_not_raise_is_refused(low):
    assert refusal(play("12 34", "2x4"), bid("p1", low)) == "invalid_action"


def test_more_dice_than_are_in_play_cannot_be_bid():
    match = start("12 34 56")
    assert refusal(match, bid("p0", "7x1")) == "invalid_action"
    do(match, "6x1")


@pytest.mark.parametrize("nonsense", ["0x3", "-1x3", "2x0", "2x7", "2x-1"])
def test_a_bid_names_at_least_one_die_and_a_face_that_dice_have(nonsense):
    assert refusal(start("12 34"), bid("p0", nonsense)) in ("invalid_action", "malformed_action")


def test_after_the_highest_bid_there_is_only_the_challenge():
    assert offered(play("12 34", "4x6")) == {"!"}


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"quantity": 1},
        {"face": 1},
        {"quantity": True, "face": 2},
        {"quantity": 1.0, "face": 2},
        {"quantity": "1", "face": 2},
        {"quantity": None, "face": 2},
        {"quantity": 1, "face": 2, "bluff": True},
        [1, 2],
        "1x2",
    ],
)
def test_a_bid_of_the_wrong_shape_cannot_be_read(payload):
    assert refusal(start("12 34"), Action("bid", PlayerId("p0"), payload)) == "malformed_action"


def test_a_challenge_says_nothing_more():
    match = play("12 34", "1x2")
    assert refusal(match, Action("challenge", PlayerId("p1"), {"bid": 1})) == "malformed_action"
    match.act(Action("challenge", PlayerId("p1"), {}))


# The challenge


@pytest.mark.parametrize(
    "lie, wild_ones", [("6x2", True), ("5x5", True), ("3x1", True), ("4x2", False), ("3x5", False)]
)
def test_a_false_bid_costs_the_bidder_a_die(lie, wild_ones):
    match = play(LIES, f"{lie} !", wild_ones=wild_ones)
    assert dice_left(match) == [4, 5]
    assert match.to_act == ("p0",)


@pytest.mark.parametrize(
    "truth, wild_ones",
    [("5x2", True), ("4x5", True), ("2x1", True), ("3x2", False), ("2x5", False), ("2x1", False), ("1x6", False)],
)
def test_a_true_bid_even_if_it_is_exact_costs_the_challenger_a_die(truth, wild_ones):
    match = play(LIES, f"{truth} !", wild_ones=wild_ones)
    assert dice_left(match) == [5, 4]
    assert match.to_act == ("p1",)


def test_ones_are_wild_unless_the_options_say_otherwise():
    # No three under any cup: the two ones make the bid true, or not.
    assert dice_left(play("14 15", "2x3 !")) == [2, 1]
    assert dice_left(play("14 15", "2x3 !", wild_ones=False)) == [1, 2]


def test_other_faces_do_not_count_as_ones():
    assert dice_left(play("66 61", "2x1 !")) == [1, 2]


def test_dice_of_players_besides_the_two_count():
    # Three fours, one under each cup.
    assert dice_left(play("24 34 46", "3x4 !")) == [2, 1, 2]
    assert dice_left(play("24 34 46", "4x4 !")) == [1, 2, 2]


def test_it_is_the_last_bid_that_is_challenged():
    # p0's two fours were true, p1's five fours are not.
    match = play("44 23 56", "2x4 5x4 !")
    assert dice_left(match) == [2, 1, 2]
    assert match.to_act == ("p1",)


def test_the_loser_of_a_die_starts_the_next_round():
    assert play("44 23 56", "1x4 2x4 !").to_act == ("p2",)  # true: the challenger
    assert play("44 23 56", "1x4 3x4 !").to_act == ("p1",)  # false: the bidder


def test_a_new_round_starts_without_a_bid_and_with_fewer_dice():
    match = play("12 34 / 1 34", "4x6 !")
    assert offered(match) == {f"{q}x{f}" for q in (1, 2, 3) for f in range(1, 7)}


def test_the_loser_rolls_one_die_less():
    match = play("123 456", "6x6 !")
    assert [len(own_dice(match, player)) for player in ("p0", "p1")] == [2, 3]


# Elimination and the end


@pytest.mark.parametrize(
    "moves, gone, starter",
    [
        ("3x6 !", "p0", "p1"),  # p0 lied
        ("1x2 !", "p1", "p2"),  # p0 has the two
        ("1x2 3x6 !", "p1", "p2"),
        ("1x2 1x3 3x6 !", "p2", "p0"),  # past the last seat comes the first
    ],
)
def test_without_dice_a_player_is_out_and_the_next_one_starts(moves, gone, starter):
    match = play("2 3 4", moves)
    assert match.scores == {player: float(player != gone) for player in ("p0", "p1", "p2")}
    assert match.to_act == (starter,)


def test_who_is_out_is_not_asked_again():
    match = play("2 3 4 5 / 2 - 4 5", "1x2 !")
    order = []
    for move in ("1x2", "1x3", "1x4", "1x5"):
        order += match.to_act
        do(match, move)
    assert order == ["p2", "p3", "p0", "p2"]


def test_the_last_one_with_dice_wins():
    match = play("2 3", "2x2 !")
    assert match.is_over
    assert match.scores == {"p0": 0.0, "p1": 1.0}
    assert match.result.ranking == ((("p1",),), (("p0",),))
    assert match.result.reason == "normal"
    assert refusal(match, bid("p1", "1x2")) == "game_not_active"


def test_places_are_in_reverse_order_of_elimination():
    # p1 doubts p0's two, which is there; p2 lies to p3; then p0 lies to p3.
    match = play("2 3 4 5 / 2 - 4 5 / 2 - - 5", "1x2 ! 3x6 ! 1x5 2x6 !")
    assert match.is_over
    assert match.result.ranking == ((("p3",),), (("p0",),), (("p2",),), (("p1",),))
    assert match.scores == {"p0": 0.0, "p1": 0.0, "p2": 0.0, "p3": 1.0}


def test_scores_are_the_dice_left():
    match = start("123 456")
    assert dice_left(match) == [3, 3]
    do(match, "6x6 !")
    assert dice_left(match) == [2, 3]
    do(match, "5x5 !")
    assert dice_left(match) == [1, 3]


def test_five_dice_each_unless_the_options_say_otherwise():
    match = Match.start("liarsdice", 6, seed=1)
    assert dice_left(match) == [5] * 6
    assert all(len(own_dice(match, player.player_id)) == 5 for player in match.state.players)


# What is told


def test_events_of_a_bid_and_of_a_challenge():
    match = start("12 34 / 1 34")
    made = event(do(match, "4x6"), "bid")
    assert made.player_id == "p0"
    assert {"quantity": 4, "face": 6}.items() <= made.payload.items()
    events = do(match, "!")
    assert names(events) == ["challenged", "revealed", "lost_die", "rolled"]
    assert event(events, "challenged").player_id == "p1"
    assert event(events, "lost_die").player_id == "p0"


def test_events_of_an_elimination():
    match = start("2 3 4 / - 3 4")
    events = do(match, "3x6 !")
    assert names(events) == ["challenged", "revealed", "lost_die", "eliminated", "rolled"]
    assert event(events, "eliminated").player_id == "p0"
    events = do(match, "1x3 !")
    assert names(events) == ["challenged", "revealed", "lost_die", "eliminated"]
    assert event(events, "eliminated").player_id == "p2"


@pytest.mark.parametrize("viewer", ["p0", "p1", "p2", None])
def test_a_challenge_reveals_all_dice_to_everybody(viewer):
    match = start("1234 3456 6622")
    revealed = event(do(match, "9x6 !"), "revealed").seen_by(viewer)
    dice = list(lists_in(revealed.payload))
    assert [sorted(cup) for cup in ([1, 2, 3, 4], [3, 4, 5, 6], [6, 6, 2, 2])] == [
        sorted(cup) for cup in dice if len(cup) == 4
    ]


def test_everybody_is_told_their_own_dice_alone():
    cups = {"p0": [1, 2, 3, 4], "p1": [3, 4, 5, 6], "p2": [6, 6, 2, 2]}
    match = start("1234 3456 6622")
    (rolled,) = [event for event in match.events if event.event_type == "game.rolled"]
    for player, dice in cups.items():
        assert sorted(own_dice(match, player)) == sorted(dice)
        told = [sorted(found) for found in lists_in(rolled.seen_by(PlayerId(player)).payload)]
        assert sorted(dice) in told
        assert not [other for other in cups.values() if other is not dice and sorted(other) in told]
    assert not [dice for dice in lists_in(rolled.seen_by(None).payload) if len(dice) == 4]


# Dice under the other cups, and dice of later rounds, in which two matches differ.
@pytest.mark.parametrize("moves", ["", "2x3", "2x3 3x3", "2x3 3x3 4x6"])
@pytest.mark.parametrize(
    "one, other",
    [
        ("123 456 111", "123 222 111"),
        ("123 456 111", "123 456 654"),
        ("123 456 111", "123 333 333"),
        ("123 456 111 / 12 456 111", "123 456 111 / 66 666 666"),
    ],
)
def test_the_dice_of_others_and_of_later_rounds_leave_no_trace(one, other, moves):
    matches = play(one, moves), play(other, moves)
    assert shown(matches[0], "p0") == shown(matches[1], "p0")
    assert shown(matches[0], None) == shown(matches[1], None)


def test_what_was_not_revealed_yet_stays_secret_in_the_next_round():
    matches = [play(f"123 456 111 / 12 {cups}", "9x6 ! 1x2") for cups in ("456 111", "333 222")]
    assert dice_left(matches[0]) == [2, 3, 3]
    for viewer in ("p0", None):
        assert shown(matches[0], viewer) == shown(matches[1], viewer)


def test_a_view_shows_one_s_own_dice():
    one, other = start("1234 3456"), start("1235 3456")
    assert view(one, "p0") != view(other, "p0")
    assert [1, 2, 3, 4] in [sorted(dice) for dice in lists_in(one.view("p0").game_data)]


@pytest.mark.parametrize("viewer", ["p0", "p1", "p2", None])
def test_a_view_shows_the_standing_bid_and_those_before_it(viewer):
    assert view(play("123 456 111", "2x3 4x4"), viewer) != view(play("123 456 111", "2x3 4x5"), viewer)
    assert view(play("123 456 111", "2x3 4x4"), viewer) != view(play("123 456 111", "2x5 4x4"), viewer)
    assert view(play("123 456 111", "2x3 4x4"), viewer) != view(play("123 456 111", "4x4"), viewer)


@pytest.mark.parametrize("viewer", ["p0", "p1", None])
def test_a_view_shows_how_many_dice_everybody_has(viewer):
    # The same bid on the same dice; with wild ones p1 loses a die, without them p0.
    counts = [list(lists_in(play("14 15", "2x3 !", wild_ones=wild).view(viewer).game_data)) for wild in (True, False)]
    assert [2, 1] in counts[0]
    assert [1, 2] in counts[1]


@pytest.mark.parametrize("viewer", ["p0", "p1", "p2", None])
def test_a_view_shows_the_last_reveal(viewer):
    # Both lies cost p0 a die, and the next roll is the same.
    one, other = (play(f"123 456 {cup} / 12 456 111", "9x6 !") for cup in ("233", "234"))
    assert dice_left(one) == dice_left(other) == [2, 3, 3]
    assert view(one, viewer) != view(other, viewer)
    assert [2, 3, 3] in [sorted(dice) for dice in lists_in(one.view(viewer).game_data)]


# Players who leave


def test_of_two_players_the_other_wins():
    match = play("12 34", "1x2")
    match.submit(Forfeit(PlayerId("p0"), "resignation"))
    assert match.is_over
    assert match.result.ranking == ((("p1",),), (("p0",),))
    assert match.result.reason == "resignation"


@pytest.mark.parametrize("moves, leaver, following", [("", "p0", "p1"), ("1x2", "p1", "p2"), ("1x2 1x3", "p2", "p0")])
def test_when_the_player_to_act_leaves_the_next_one_acts(moves, leaver, following):
    match = play("12 34 56", moves)
    match.submit(Forfeit(leaver))
    assert not match.is_over
    assert match.to_act == (following,)


def test_when_another_player_leaves_the_one_to_act_stays():
    for moves, mover in (("", "p0"), ("1x2", "p1")):
        match = play("12 34 56", moves)
        match.submit(Forfeit(PlayerId("p2")))
        assert match.to_act == (mover,)


@pytest.mark.parametrize("leaver", ["p0", "p1", "p2"])
def test_the_dice_of_a_leaver_are_out_of_play(leaver):
    match = start("12 34 56")
    match.submit(Forfeit(leaver))
    assert match.scores == {player: 0.0 if player == leaver else 2.0 for player in ("p0", "p1", "p2")}
    (mover,) = match.to_act
    assert max(int(move[0]) for move in offered(match)) == 4
    assert refusal(match, bid(mover, "5x6")) == "invalid_action"


def test_the_dice_of_a_leaver_no_longer_count():
    # All four sixes were p2's.
    match = start("1234 2345 6666", wild_ones=False)
    match.submit(Forfeit(PlayerId("p2")))
    do(match, "2x6 !")
    assert match.scores == {"p0": 3.0, "p1": 4.0, "p2": 0.0}


def test_a_leaver_is_placed_as_if_eliminated_then():
    # p2 leaves, p0 lies to p1, p3 doubts p1's three, which is there.
    match = start("2 3 4 5 / - 3 - 5")
    match.submit(Forfeit(PlayerId("p2")))
    do(match, "3x6 ! 1x3 !")
    assert match.is_over
    assert match.result.ranking == ((("p1",),), (("p3",),), (("p0",),), (("p2",),))
    assert match.scores == {"p0": 0.0, "p1": 1.0, "p2": 0.0, "p3": 0.0}


# Options, chance, records


@pytest.mark.parametrize(
    "options", [{"dice": 0}, {"dice": 7}, {"wild_ones": 1}, {"dice": 1, "fixed_dice": [[[7], [1]]]}, {"cards": 5}]
)
def test_options_that_make_no_match_are_refused(options):
    with pytest.raises(BadOptions):
        Match.start("liarsdice", 2, options=options)


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players):
    with pytest.raises(BadOptions):
        Match.start("liarsdice", players)


def test_fixed_dice_are_marked_secret():
    fields = msgspec.inspect.type_info(load("liarsdice").options_type).fields  # type: ignore[attr-defined]
    (fixed,) = [field for field in fields if field.name == "fixed_dice"]
    assert fixed.type.extra == {"secret": True}


def test_rounds_beyond_the_fixed_ones_are_rolled():
    rolls = set()
    for seed in range(30):
        options = {"dice": 2, "fixed_dice": [[[1, 2], [3, 4]]]}
        match = Match.start("liarsdice", 2, seed=seed, options=options)
        assert (own_dice(match, "p0"), own_dice(match, "p1")) == ([1, 2], [3, 4])
        do(match, "4x6 !")
        rolls.add((*own_dice(match, "p0"), *own_dice(match, "p1")))
    assert {len(dice) for dice in rolls} == {3}
    assert len(rolls) > 20


def test_every_face_comes_up_about_equally_often():
    rolled = [die for seed in range(200) for die in own_dice(Match.start("liarsdice", 2, seed=seed), "p0")]
    assert len(rolled) == 1000
    # A fair die shows each face 167 times of 1,000, give or take 12.
    assert all(107 < rolled.count(face) < 227 for face in range(1, 7))


def test_in_every_world_one_s_own_dice_are_the_same_and_the_others_vary():
    # p0 has three sixes and doubts a fourth: each of p1's dice is a six or a one in every third world.
    match = play("666 232", "3x6 4x6", wild_ones=True)
    plugin, outcomes = match.plugin, {"p0": 0, "p1": 0}
    for number in range(100):
        world = plugin.determinize(match.state.game_data, PlayerId("p0"), Rng("00" * 16, ("world", number)))
        assert plugin.get_player_view(world, PlayerId("p0")) == match.view("p0").game_data
        result = plugin.apply_action(
            world, Action("challenge", PlayerId("p0"), plugin.action_types["challenge"]()), Rng("11" * 16)
        )
        outcomes["p0" if result.scores[0] == 2 else "p1"] += 1  # type: ignore[index]
    assert 50 < outcomes["p0"] < 90  # 1 - (2/3)^3 = 70 %


@pytest.mark.parametrize("upto", [None, 1, 2])
def test_a_record_that_went_through_json_plays_the_same_match(upto):
    match = play("123 456 111", "2x3 9x6 !")
    again = Match.from_record(json.loads(json.dumps(match.record())), upto)
    if upto is not None:
        do(again, " ".join("2x3 9x6 !".split()[upto:]))
    assert digest(again.state) == digest(match.state)
    assert [digest(event) for event in again.events] == [digest(event) for event in match.events]
