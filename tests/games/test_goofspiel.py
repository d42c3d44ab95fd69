"""Goofspiel through Match: a round is written as one card for each seat, so 31 is a three against a one."""

import json
from typing import Any

import msgspec
import pytest

from gamenight.core.advancing import transitions
from gamenight.core.errors import ActionRefused, BadOptions
from gamenight.core.listing.actions import expand
from gamenight.core.match import Match
from gamenight.core.model import Action, Event, PlayerId, digest, seat
from gamenight.core.registry import load
from gamenight.core.rng import Rng


def start(prizes: str = "", players: int = 2, **options: Any) -> Match:
    """A match over these prizes in this order; without any, the options say which."""
    if prizes:
        options = {"cards": len(prizes), "prizes": [int(prize) for prize in prizes], **options}
    return Match.start("goofspiel", players, seed="goofspiel", options=options)


def bid(player: str, card: Any) -> Action:
    return Action("bid", PlayerId(player), {"card": card})


def bid_round(match: Match, cards: str) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    for index, card in enumerate(cards):
        events += match.act(bid(f"p{index}", int(card)))
    return events


def play(prizes: str, rounds: str, **options: Any) -> Match:
    match = start(prizes, len(rounds.split()[0]), **options)
    for cards in rounds.split():
        bid_round(match, cards)
    return match


def points(match: Match) -> list[float]:
    return [match.scores[player.player_id] for player in match.state.players]


def hand(match: Match, player: str) -> list[int]:
    return sorted(action.payload.card for action in match.legal_actions(player))


def shown(match: Match, viewer: str | None) -> str:
    """All that this viewer has seen and sees: its events and its view, as on the wire."""
    events = [seen for event in match.events if (seen := event.seen_by(PlayerId(viewer))) is not None]
    return msgspec.json.encode([events, match.view(viewer)], order="deterministic").decode()


def refusal(match: Match, action: Action) -> str:
    """The code of a refusal, which must have left no trace."""
    before = digest(match.state)
    with pytest.raises(ActionRefused) as refused:
        match.act(action)
    assert digest(match.state) == before
    return refused.value.code


def test_everybody_starts_with_one_card_of_each_value():
    match = Match.start("goofspiel", 5, seed=1)
    assert match.state.phase.name == "bid"
    for player in ("p0", "p1", "p2", "p3", "p4"):
        assert hand(match, player) == list(range(1, 14))


def test_all_bid_at_once():
    match = start("213", players=3)
    assert match.to_act == ("p0", "p1", "p2")
    match.act(bid("p1", 1))
    assert match.to_act == ("p0", "p2")


@pytest.mark.parametrize(
    "players, cards, expected",
    [
        (2, "31", [3, 0]),
        (2, "12", [0, 3]),
        (3, "132", [0, 3, 0]),
        (4, "1123", [0, 0, 0, 3]),
        (5, "21111", [3, 0, 0, 0, 0]),
    ],
)
def test_the_single_highest_bid_takes_the_prize(players, cards, expected):
    match = start("312", players)
    bid_round(match, cards)
    assert points(match) == expected


@pytest.mark.parametrize("cards", ["33", "332", "3313", "12323"])
def test_a_tie_for_the_highest_bid_takes_nothing_even_for_the_next_highest(cards):
    match = start("312", len(cards))
    bid_round(match, cards)
    assert points(match) == [0] * len(cards)


def test_a_tied_prize_is_gone_and_not_added_to_the_next():
    match = play("3124", "44 31")
    assert points(match) == [1, 0]


def test_a_card_is_bid_only_once():
    match = play("4123", "42")
    assert hand(match, "p0") == [1, 2, 3]
    assert hand(match, "p1") == [1, 3, 4]
    assert refusal(match, bid("p0", 4)) == "invalid_action"
    assert refusal(match, bid("p1", 2)) == "invalid_action"


def test_prizes_won_add_up():
    # Prizes 4 and 1 to p0, 2 to p1, then the cards left, 2 against 2, leave the 3 to nobody.
    match = play("4213", "43 14 31")
    assert points(match) == [5, 2]


def test_the_last_cards_play_themselves():
    match = start("231")
    bid_round(match, "13")
    bid_round(match, "31")
    assert match.is_over
    assert points(match) == [3, 2]
    assert match.result.ranking == ((("p0",),), (("p1",),))


def test_the_last_prize_goes_to_the_higher_of_the_last_cards():
    match = play("12", "21")
    assert match.is_over
    assert points(match) == [1, 2]


def test_a_match_of_n_cards_asks_n_minus_one_times():
    match = Match.start("goofspiel", 2, seed=3, options={"cards": 13})
    asked = 0
    while not match.is_over:
        asked += 1
        for player in match.to_act:
            match.act(bid(player, hand(match, player)[0]))
    assert asked == 12


def test_players_with_the_same_score_share_a_place():
    assert play("12", "11").result.ranking == ((("p0",), ("p1",)),)
    # The 1 to p0; of the cards left, 1, 2 and 2, none is the single highest.
    match = play("12", "211")
    assert points(match) == [1, 0, 0]
    assert match.result.ranking == ((("p0",),), (("p1",), ("p2",)))


def test_the_highest_score_is_first():
    # The 4 to p2, the 2 to p1, the 3 to p1, and the 1 to p0, whose last card is a 4.
    match = play("4231", "124 231 342")
    assert points(match) == [1, 5, 4]
    assert match.result.ranking == ((("p1",),), (("p2",),), (("p0",),))


def test_ascending_prizes_come_from_the_lowest():
    match = start(cards=3, prize_order="ascending")
    bid_round(match, "31")
    assert points(match) == [1, 0]
    bid_round(match, "23")
    assert points(match) == [1, 5]  # the 2, and the last prize by itself: 2 against 1


def test_descending_prizes_come_from_the_highest():
    match = start(cards=3, prize_order="descending")
    bid_round(match, "31")
    assert points(match) == [3, 0]
    bid_round(match, "23")
    assert points(match) == [3, 3]


def test_every_prize_from_one_to_n_is_given_once():
    for seed in range(5):
        match = Match.start("goofspiel", 2, seed=seed)
        for card in range(1, 13):
            match.act(bid("p0", card))
            match.act(bid("p1", card + 1))
        # No bid was tied, so all prizes were won: 1 + ... + 13.
        assert match.is_over
        assert sum(points(match)) == 91


def test_random_orders_differ_from_match_to_match():
    first = set()
    for seed in range(40):
        match = Match.start("goofspiel", 2, seed=seed, options={"cards": 3})
        bid_round(match, "31")
        first.add(points(match)[0])
    assert first == {1, 2, 3}


def test_the_prize_is_shown_before_the_bids_but_no_later_one():
    for viewer in ("p0", "p1", None):
        first, other_first, other_later = (
            msgspec.to_builtins(start(prizes).view(viewer).game_data) for prizes in ("1234", "2134", "1243")
        )
        assert first != other_first
        assert first == other_later
        assert shown(start("1234"), viewer) == shown(start("1423"), viewer)


def test_a_commitment_is_told_to_its_author_alone():
    match = start("213", players=3)
    before = {viewer: digest(match.view(viewer)) for viewer in ("p1", "p2", None)}
    (event,) = match.act(bid("p0", 3))
    assert (event.event_type, event.player_id) == ("engine.committed", "p0")
    assert event.seen_by(seat(0)) is not None
    assert [event.seen_by(PlayerId(viewer)) for viewer in ("p1", "p2", None)] == [None, None, None]
    assert {viewer: digest(match.view(viewer)) for viewer in ("p1", "p2", None)} == before


def test_a_commitment_stands():
    match = start("213")
    match.act(bid("p0", 3))
    assert match.view("p0").committed.payload.card == 3
    assert refusal(match, bid("p0", 2)) == "already_committed"
    assert refusal(match, bid("p0", 3)) == "already_committed"


def test_the_order_of_the_bids_does_not_matter():
    one, other = start("3124", players=3), start("3124", players=3)
    cards = {"p0": 1, "p1": 3, "p2": 4}
    for match, order in ((one, ("p0", "p1", "p2")), (other, ("p2", "p0", "p1"))):
        for player in order:
            match.act(bid(player, cards[player]))
    assert digest(one.state.game_data) == digest(other.state.game_data)
    assert one.scores == other.scores


def test_open_bids_are_revealed_to_everybody_together():
    match = start("213", players=3)
    events = bid_round(match, "132")
    (revealed,) = [event for event in events if event.event_type == "engine.revealed"]
    for viewer in ("p0", "p1", "p2", None):
        actions = revealed.seen_by(PlayerId(viewer)).payload["actions"]
        assert {player: action["payload"]["card"] for player, action in actions.items()} == {"p0": 1, "p1": 3, "p2": 2}


# Two matches in which the same players win the same prizes; p1 and p2 bid their first two cards the other way round.
ONE, OTHER = "412 321 234", "421 312 234"


def test_hidden_bids_are_not_revealed():
    match = play("3124", ONE, hidden_bids=True)
    assert match.is_over
    assert not [event for event in match.events if event.event_type == "engine.revealed"]


@pytest.mark.parametrize(
    "order, rounds, announced",
    [("ascending", 2, (2,)), ("descending", 3, (5, 4)), ("ascending", None, (2, 3, 4, 5, 6))],
)
def test_of_a_known_order_only_prizes_that_will_be_played_for_are_announced(order, rounds, announced):
    match = Match.start("goofspiel", 2, 1, options={"cards": 6, "prize_order": order, "rounds": rounds})
    assert match.view(None).game_data.prizes_left == announced


def test_of_a_random_order_every_prize_left_may_still_come():
    match = Match.start("goofspiel", 2, 1, options={"cards": 4, "prizes": [3, 1, 4, 2], "rounds": 2})
    assert match.view(None).game_data.prizes_left == (1, 2, 4)


@pytest.mark.parametrize("viewer", ["p0", None])
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_hidden_bids_leave_no_trace_in_what_others_see(viewer, rounds):
    one, other = (play("3124", " ".join(cards.split()[:rounds]), hidden_bids=True) for cards in (ONE, OTHER))
    assert one.scores == other.scores
    assert shown(one, viewer) == shown(other, viewer)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_hidden_bid_of_one_opponent_says_nothing_to_another_bidder(rounds):
    # p0 and p1 lose both ways; only p0 changes its cards.
    one, other = (
        play("3124", " ".join(cards.split()[:rounds]), hidden_bids=True) for cards in ("124 213 341", "224 113 341")
    )
    assert one.scores == other.scores
    for viewer in ("p1", "p2", None):
        assert shown(one, viewer) == shown(other, viewer)


def test_a_bidder_knows_its_own_hidden_bid():
    one, other = (play("3124", cards.split()[0], hidden_bids=True) for cards in (ONE, OTHER))
    assert hand(one, "p1") == [2, 3, 4]
    assert hand(other, "p1") == [1, 3, 4]
    for player in ("p1", "p2"):
        assert digest(one.view(player).game_data) != digest(other.view(player).game_data)


def test_the_winner_of_hidden_bids_or_the_tie_is_announced():
    won, tied = start("3124", hidden_bids=True), start("3124", hidden_bids=True)
    told = [told_to_spectators(bid_round(won, "42")), told_to_spectators(bid_round(tied, "44"))]
    assert points(won) == [3, 0]
    assert points(tied) == [0, 0]
    assert '"p0"' in told[0]
    assert told[0] != told[1]


def told_to_spectators(events: tuple[Event, ...]) -> str:
    """What the game itself tells the public."""
    public = [seen for event in events if (seen := event.seen_by(None)) and event.event_type.startswith("game.")]
    return msgspec.json.encode(public).decode()


def worlds(match: Match, viewer: str | None, count: int = 80) -> list[Any]:
    return [
        match.plugin.determinize(match.state.game_data, PlayerId(viewer), Rng("00" * 16, ("worlds", n)))
        for n in range(count)
    ]


def hands_in(match: Match, sampled: list[Any], player: str) -> set[tuple[int, ...]]:
    """The hands that a player holds in these worlds."""
    plugin = match.plugin
    listings = [
        expand(plugin.get_valid_actions(world, PlayerId(player)), PlayerId(player), plugin.action_types)
        for world in sampled
    ]
    return {tuple(sorted(action.payload.card for action in listing)) for listing in listings}


def test_worlds_look_the_same_to_their_viewer():
    for options in ({}, {"hidden_bids": True}):
        match = play("31245", "523 142", **options)
        for viewer in ("p0", "p1", "p2", None):
            true = match.plugin.get_player_view(match.state.game_data, PlayerId(viewer))
            for world in worlds(match, viewer, 20):
                assert match.plugin.get_player_view(world, PlayerId(viewer)) == true
                assert match.plugin.phase_of(world) == match.state.phase


def test_worlds_agree_with_the_hidden_bids_as_announced():
    # p0 won with a 3, so p1 bid a 1 or a 2.
    match = play("3124", "31", hidden_bids=True)
    assert hands_in(match, worlds(match, "p0"), "p1") == {(2, 3, 4), (1, 3, 4)}
    assert hands_in(match, worlds(match, "p0"), "p0") == {(1, 2, 4)}
    # p1 lost with a 1 and learns that p0 bid more.
    assert hands_in(match, worlds(match, "p1"), "p0") == {(1, 3, 4), (1, 2, 4), (1, 2, 3)}


def test_a_tie_tells_two_bidders_each_other_s_hidden_card():
    match = play("3124", "33", hidden_bids=True)
    assert hands_in(match, worlds(match, "p0"), "p1") == {(1, 2, 4)}
    assert hands_in(match, worlds(match, None), "p1") == {(2, 3, 4), (1, 3, 4), (1, 2, 4), (1, 2, 3)}


def test_later_prizes_differ_from_world_to_world():
    match = start("1234")
    second = set()
    for n, world in enumerate(worlds(match, "p0")):
        rng = Rng("11" * 16, ("future", n))
        after, first_points = after_bids(match, world, rng, p0=4, p1=1)
        assert first_points == 1  # the prize on the table is known
        second.add(after_bids(match, after, rng, p0=3, p1=2)[1] - first_points)
    assert second == {2, 3, 4}


def after_bids(match: Match, game_data: Any, rng: Rng, **cards: int) -> tuple[Any, float]:
    """The game's state when these bids have been resolved, and what p0 has won by then."""
    plugin = match.plugin
    actions = {
        player: Action("bid", PlayerId(player), plugin.action_types["bid"](card)) for player, card in cards.items()
    }
    done = transitions.resolve(plugin, game_data, actions, rng, match.scores)  # type: ignore[arg-type]
    while plugin.phase_of(done.game_data).auto_resolve:
        done = transitions.apply(plugin, done.game_data, Action("auto_resolve", PlayerId("system")), rng, done.scores)
    return done.game_data, done.scores[seat(0)]


@pytest.mark.parametrize("card", [0, 4, -1, 13, 10**30])
def test_a_card_that_was_never_held_cannot_be_bid(card):
    assert refusal(start("213"), bid("p0", card)) in ("invalid_action", "malformed_action")


@pytest.mark.parametrize(
    "payload",
    [{}, {"card": True}, {"card": 1.0}, {"card": "1"}, {"card": None}, {"card": [1]}, {"card": 1, "prize": 2}, [1], 1],
)
def test_a_payload_of_the_wrong_shape_cannot_be_read(payload):
    assert refusal(start("213"), Action("bid", seat(0), payload)) == "malformed_action"


def test_a_stranger_cannot_bid():
    assert refusal(start("213"), bid("p2", 1)) == "not_your_turn"


def test_nobody_bids_after_the_end():
    match = play("12", "21")
    assert refusal(match, bid("p0", 1)) == "game_not_active"


@pytest.mark.parametrize(
    "options",
    [
        {"cards": 1},
        {"cards": 14},
        {"cards": 3, "prizes": [1, 1, 2]},
        {"cards": 3, "prizes": [1, 2, 4]},
        {"cards": 3, "prizes": [1, 2, 3, 4]},
        {"prize_order": "shuffled"},
        {"hidden_bids": "yes"},
        {"dice": 2},
    ],
)
def test_options_that_make_no_match_are_refused(options):
    with pytest.raises(BadOptions):
        Match.start("goofspiel", 2, options=options)


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players):
    with pytest.raises(BadOptions):
        Match.start("goofspiel", players)


@pytest.mark.parametrize("hidden_bids", [False, True])
def test_a_record_that_went_through_json_plays_the_same_match(hidden_bids):
    match = play("3124", ONE, hidden_bids=hidden_bids)
    again = Match.from_record(json.loads(json.dumps(match.record())))
    assert digest(again.state) == digest(match.state)
    assert [digest(event) for event in again.events] == [digest(event) for event in match.events]


def test_the_fixed_order_of_prizes_is_marked_secret():
    fields = msgspec.inspect.type_info(load("goofspiel").options_type).fields  # type: ignore[attr-defined]
    (prizes,) = [field for field in fields if field.name == "prizes"]
    assert prizes.type.extra == {"secret": True}
