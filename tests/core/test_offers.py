"""Offers: listed actions and families in words, and from picks back to the action."""

from __future__ import annotations

import pytest
from msgspec import Struct

from gamenight.core.match import Match
from gamenight.core.model import Action, Family, PlayerView, Slot, seat
from gamenight.core.showing.offers import BadOffer, BadPicks, check_offers, form, made
from gamenight.core.showing.scene import Offer, PickStep
from gamenight.core.showing.taps import continues
from gamenight.core.text import say
from tests.minigames.nim import Nim, take
from tests.minigames.skirmish import Skirmish

P0 = seat(0)
CARDS = ("2C", "QS", "AH")


class Bid(Struct, frozen=True):
    count: int
    face: int


def offers(match: Match) -> tuple[Offer, ...]:
    return tuple(match.plugin.offers(match.view(P0)))


# A game without a picture


def test_every_listed_action_is_offered_in_its_words():
    match = Match.start(Nim(), 2, 1)
    listed = match.view(P0).valid_actions
    assert [offer.does for offer in offers(match)] == list(listed)
    assert [offer.label for offer in offers(match)] == [
        match.plugin.describe_action(action, match.view(P0)) for action in match.legal_actions(P0)
    ]
    assert all(offer.steps == () for offer in offers(match))


def test_a_family_is_offered_as_a_form():
    match = Match.start(Skirmish(), 2, 1)
    families = [entry for entry in match.view(P0).valid_actions if isinstance(entry, Family)]
    assert families
    assert [form(family) for family in families] == [offer for offer in offers(match) if offer.names]


def test_a_viewer_who_cannot_act_has_no_offers():
    match = Match.start(Nim(), 2, 1)
    assert match.plugin.offers(match.view(None)) == ()


# Taps


class Marbles(Nim):
    """Tap one marble to take one, two in a row to take more; taking three is not offered."""

    def taps(self, action: Action, view: PlayerView) -> str | tuple[str, ...] | None:
        return None if action.action_type == "pass" else ("heap/0", "heap/1")[: action.payload.count]

    def is_repeat(self, action: Action, view: PlayerView) -> bool:
        return action.action_type == "take" and action.payload.count == 3


def test_the_taps_of_an_action_become_its_steps():
    match = Match.start(Marbles(), 2, 1, options={"passes": 1})
    assert [offer.steps for offer in offers(match)] == [
        (PickStep(("heap/0",)),),
        (PickStep(("heap/0",)), PickStep(("heap/1",))),
        (),
    ]


def test_a_single_id_is_one_step():
    class Single(Nim):
        def taps(self, action: Action, view: PlayerView) -> str:
            return f"take/{action.payload.count}"

    steps = [offer.steps for offer in offers(Match.start(Single(), 2, 1))]
    assert steps == [(PickStep((f"take/{count}",)),) for count in (1, 2, 3)]


def test_a_repeat_of_another_action_is_legal_but_not_offered():
    match = Match.start(Marbles(), 2, 1)
    assert [offer.does.payload.count for offer in offers(match)] == [1, 2]
    match.act(take(P0, 3))


# Forms

PASS = form(Family("pass_cards", (Slot("cards", CARDS, 2, 2),)))
SORT = form(Family("sort", (Slot("keep", CARDS, 1, 1), Slot("give", CARDS[1:], 1, 2)), repeat=False))


def test_a_form_names_every_value_of_every_slot():
    assert str(PASS.label) == "pass cards"
    assert PASS.steps == (PickStep(("cards/0", "cards/1", "cards/2"), 2, 2, 1, say("slot-cards")),)
    assert PASS.names == {"cards/0": "2C", "cards/1": "QS", "cards/2": "AH"}


def test_without_repeat_a_value_has_the_same_id_in_all_slots():
    keep, give = SORT.steps
    assert keep.ids == ("value/0", "value/1", "value/2")
    assert give.ids == ("value/1", "value/2")
    assert continues([SORT], ["value/2"]) == {"value/1"}
    assert made(SORT, [["value/2"], ["value/1"]]) == ("sort", {"keep": ["AH"], "give": ["QS"]})


def test_values_of_a_form_need_no_hash_and_equal_ones_have_one_id():
    values = ([1, 2], [1, 2], [3], 3, True, 1)
    offer = form(Family("take", (Slot("some", values, 1, 1), Slot("more", values[2:], 1, 1)), repeat=False))
    assert list(offer.names.values()) == ["[1, 2]", "[3]", "3", "True", "1"]
    assert [step.ids for step in offer.steps] == [tuple(offer.names), tuple(offer.names)[1:]]
    assert made(offer, [["value/0"], ["value/1"]]) == ("take", {"some": [[1, 2]], "more": [[3]]})


# Offers that cannot be shown

PASSING = Action("pass", P0)
UNSHOWABLE = {
    "no label": Offer(PASSING, None),
    "a label that no text format can carry": Offer(PASSING, say("pass", why=object())),
    "a label with half of a character": Offer(PASSING, "\ud83d"),
    "an id that is a number": Offer(PASSING, "pass", (PickStep((1,)),)),  # type: ignore[arg-type]
    "a number that is a text": Offer(PASSING, "pass", (PickStep(("a",), max="2"),)),  # type: ignore[arg-type]
    "a ghost that is no item": Offer(PASSING, "pass", ghosts=("board/1",)),  # type: ignore[arg-type]
    "a key that is a number": Offer(PASSING, "pass", hotkey=1),  # type: ignore[arg-type]
    "a name that is nothing": Offer(PASSING, "pass", names={"a": None}),
}


@pytest.mark.parametrize("offer", UNSHOWABLE.values(), ids=UNSHOWABLE)
def test_an_offer_with_a_part_of_another_type_is_refused(offer):
    check_offers([Offer(PASSING, "pass")])
    with pytest.raises(BadOffer):
        check_offers([Offer(PASSING, "pass"), offer])


# From picks to actions


def test_an_offer_of_one_action_needs_no_picks():
    take = Action("take", P0, Bid(1, 2))
    assert made(Offer(take, "take"), []) == ("take", Bid(1, 2))
    assert made(Offer(take, "take", (PickStep(("heap/1",)),)), []) == ("take", Bid(1, 2))
    assert made(Offer(take, "take", (PickStep(("heap/1",)),)), [["heap/1"]]) == ("take", Bid(1, 2))


def test_picks_fill_the_slots_of_a_family():
    assert made(PASS, [["cards/2", "cards/0"]]) == ("pass_cards", {"cards": ["AH", "2C"]})


def test_two_steps_may_fill_one_slot():
    family = Family("pass_cards", (Slot("cards", CARDS, 2, 2),))
    values = (("cards", {"a": "2C"}), ("cards", {"b": "QS", "c": "AH"}))
    offer = Offer(family, "pass", (PickStep(("a",)), PickStep(("b", "c"))), values)
    assert made(offer, [["a"], ["c"]]) == ("pass_cards", {"cards": ["2C", "AH"]})


BIDS = tuple(Action("bid", P0, Bid(count, face)) for count in (1, 2) for face in (1, 2, 3) if count + face > 2)
RAISE = Offer(
    BIDS,
    "raise",
    (PickStep(("count/1", "count/2")), PickStep(("face/1", "face/2", "face/3"))),
    (("count", {"count/1": 1, "count/2": 2}), ("face", {"face/1": 1, "face/2": 2, "face/3": 3})),
)


def test_picks_choose_one_of_several_actions():
    assert made(RAISE, [["count/2"], ["face/1"]]) == ("bid", Bid(2, 1))


def test_picks_that_match_no_action_are_refused():
    with pytest.raises(BadPicks, match="none of these actions"):
        made(RAISE, [["count/1"], ["face/1"]])


@pytest.mark.parametrize(
    "picks, why",
    [
        ([], "1 steps, not 0"),
        ([["cards/0", "cards/1"], []], "1 steps, not 2"),
        ([["cards/0"]], "takes 2 to 2 picks, not 1"),
        ([["cards/0", "cards/9"]], "offers no 'cards/9'"),
        ([["cards/0", "cards/0"]], "each id at most 1 times"),
    ],
)
def test_picks_that_do_not_fit_the_steps_are_refused(picks, why):
    with pytest.raises(BadPicks, match=why):
        made(PASS, picks)
