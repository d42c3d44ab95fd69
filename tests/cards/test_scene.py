"""Scenes of card games: positions of piles, order of hands, and taps."""

from typing import Any

import pytest

from gamenight import Match
from gamenight.cards.deck import FRENCH, without
from gamenight.cards.shown.scene import sorted_cards
from gamenight.core import PlayerView
from gamenight.core.showing.scene import Box, Item, PickStep, Piece


def dealt(game: str, players: int, **options: Any) -> PlayerView:
    return Match.start(game, players, seed="scene", options={"first_dealer": 0, **options}).view("p0")


def items(view: PlayerView) -> dict[str, Item]:
    return {item.id: item for item in plugin(view).scene(view).items}


def plugin(view: PlayerView) -> Any:
    return Match.start(view.game_id, len(view.players), seed="scene").plugin


def cards_in(view: PlayerView, box: str) -> list[str]:
    found = [item for item in items(view).values() if item.container == box and isinstance(item.shows, Piece)]
    return [item.id.removeprefix("card/") for item in sorted(found, key=lambda item: str(item.place).zfill(3))]


@pytest.mark.parametrize(
    ("sort", "shown"),
    [
        ("suit_rank", "4C JC 3D AD QS 2H"),
        ("rank", "2H 3D 4C JC QS AD"),
        ("suit", "JC 4C AD 3D QS 2H"),
        ("none", "AD JC QS 3D 2H 4C"),
    ],
)
def test_cards_are_sorted_for_display(sort, shown):
    assert list(sorted_cards("AD JC QS 3D 2H 4C".split(), sort)) == shown.split()


def test_an_ace_is_low_where_the_game_says_so():
    assert sorted_cards(["KD", "2D", "AD"], "rank", "A2K") == ["AD", "2D", "KD"]


def test_a_pile_with_cards_face_down_is_not_sorted():
    assert sorted_cards(["KD", None, "2D"], "rank") == ["KD", None, "2D"]


def test_a_player_chooses_the_order_of_the_own_hand_at_every_seat_under_the_same_name():
    for seat in (0, 1):
        match = Match.start("hearts", 4, seed="scene")
        own = {item.id: item for item in match.plugin.scene(match.view(f"p{seat}")).items}["hand"]
        assert isinstance(own.shows, Box)
        assert [sort.name.key for sort in own.shows.sorts] == ["sort-suit_rank", "sort-rank"]
        assert sorted(own.shows.sorts[1].ids) == sorted(f"card/{card}" for card in match.state.game_data.hand(seat))


def test_a_hand_that_is_ordered_can_also_be_seen_as_it_was_dealt():
    view = dealt("crazy_eights", 2)
    own = items(view)["hand"].shows
    assert isinstance(own, Box)
    assert [sort.name.key for sort in own.sorts] == ["sort-suit_rank", "sort-rank", "sort-suit", "sort-as_dealt"]
    assert own.sorts[-1].ids == tuple(f"card/{card}" for card in view.game_data.hand(0))


def test_every_player_of_a_trick_has_a_place_from_its_beginning():
    view = dealt("hearts", 4, passing=["none"])
    places = [item.place for item in items(view).values() if item.container == "trick"]
    assert sorted(places) == [0, 1, 2, 3]


def test_either_copy_of_a_card_in_hand_can_be_tapped_also_when_a_third_lies_on_the_pile():
    hand, pile = "7C 7D 9S 9H 7C".split(), "7D"
    others = list(without(FRENCH * 2, [*hand, pile]))
    rounds = [card for own in hand for card in (own, *(others.pop() for _ in range(4)))]
    view = dealt("crazy_eights", 5, first_dealer=4, decks=[" ".join([*rounds, pile, *others])])
    assert cards_in(view, "hand") == ["7C", "7C.1", "7D", "9S", "9H"]
    assert cards_in(view, "pile") == ["7D.1"]
    taps = {
        offer.does.payload.card: offer.steps for offer in plugin(view).offers(view) if offer.does.action_type == "play"
    }
    assert taps == {"7C": (PickStep(("card/7C", "card/7C.1")),), "7D": (PickStep(("card/7D",)),)}


def test_piles_lie_where_they_belong():
    view = dealt("durak", 2)
    where = {id: item.container for id, item in items(view).items()}
    assert where["deck"] == where["trump"] == "beside"
    assert where["attacks"] == "centre"
    assert where["beside"] == where["centre"] == "middle"


def test_the_hand_of_durak_has_its_trumps_last():
    view = dealt("durak", 2)
    own, trump = items(view)["hand"].shows, view.game_data.rules.trump
    assert isinstance(own, Box)
    suits = [id[-1] == trump for id in own.sorts[0].ids]
    assert suits == sorted(suits)
    assert len(suits) == 6
