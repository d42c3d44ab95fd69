"""From taps to offers: what can be tapped next, what is complete, and that players never get stuck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.model import Action, Family, Slot, seat
from gamenight.core.showing.scene import Offer, PickStep
from gamenight.core.showing.taps import chosen, completed, continues, picks, tapped

P0 = seat(0)


def one(*steps: PickStep) -> Offer:
    return Offer(Action("act", P0), "act", steps)


def family(*steps: PickStep, repeat: bool = True) -> Offer:
    slots = tuple(Slot(f"s{n}", step.ids, step.min, step.max, step.each) for n, step in enumerate(steps))
    values = tuple((slot.name, {id: id for id in slot.of}) for slot in slots)
    return Offer(Family("act", slots, repeat=repeat), "act", steps, values)


def pick(ids: str, least: int = 1, most: int = 1, each: int = 1) -> PickStep:
    return PickStep(tuple(ids), least, most, each)


def after(offers: list[Offer], taps: str) -> str:
    """The taps as the page would keep them, one after the other."""
    kept: tuple[str, ...] = ()
    for id in taps:
        kept = tapped(offers, kept, id)
    return "".join(kept)


def highlighted(offers: list[Offer], taps: str) -> str:
    return "".join(sorted(continues(offers, taps)))


# Usual moves at a table

FROM_TO = [one(pick("a"), pick("x")), one(pick("a"), pick("y")), one(pick("b"), pick("x"))]
PASS_TWO = [family(pick("abcd", 2, 2))]
TURNS = [one(pick("a")), one(pick("a")), one(pick("a")), one(pick("b"))]


def test_a_move_is_from_here_to_there():
    assert highlighted(FROM_TO, "") == "ab"
    assert highlighted(FROM_TO, "a") == "xy"
    assert highlighted(FROM_TO, "b") == "x"
    assert completed(FROM_TO, "ay") == (1,)
    assert not continues(FROM_TO, "ay")


def test_cards_are_passed_in_any_order():
    assert highlighted(PASS_TWO, "c") == "abd"
    assert picks(PASS_TWO[0], "ca") == (("c", "a"),)
    assert completed(PASS_TWO, "ca") == completed(PASS_TWO, "ac") == (0,)
    assert completed(PASS_TWO, "c") == ()


def test_a_value_may_be_picked_as_often_as_its_step_says():
    soldiers = [family(pick("ab", 3, 3, each=2))]
    assert highlighted(soldiers, "aa") == "b"
    assert completed(soldiers, "aab") == (0,)


def test_a_player_who_may_stop_or_continue_needs_a_done_button():
    some = [family(pick("abc", 1, 3))]
    assert completed(some, "a") == (0,)
    assert continues(some, "a")
    assert not continues(some, "abc")


def test_a_step_that_needs_nothing_can_be_passed_over():
    maybe = [family(pick("a", 0, 1), pick("x"))]
    assert highlighted(maybe, "") == "ax"
    assert picks(maybe[0], "x") == ((), ("x",))


def test_a_repeated_tap_steps_through_what_is_complete():
    assert [chosen(TURNS, "a" * times) for times in range(1, 6)] == [0, 1, 2, 0, 1]
    assert after(TURNS, "aaa") == "aaa"
    assert chosen(TURNS, "") is None


def test_undoing_a_repeated_tap_steps_back():
    assert chosen(TURNS, after(TURNS, "aaa")[:-1]) == 1


def test_another_place_is_chosen_instead():
    assert after(TURNS, "ab") == "b"
    assert after(TURNS, "aab") == "b"
    assert after(FROM_TO, "axy") == "ay"
    assert after(FROM_TO, "axb") == "b"


def test_a_tap_that_fits_nowhere_changes_nothing():
    assert after(FROM_TO, "y") == ""
    assert after(FROM_TO, "aqx?") == "ax"


def test_a_repeated_tap_continues_an_offer_if_possible():
    once_or_twice = [one(pick("a")), one(pick("a")), family(pick("a", 2, 2, each=2))]
    assert completed(once_or_twice, "a") == (0, 1)
    assert completed(once_or_twice, "aa") == (2,)


def test_an_offer_without_steps_is_only_in_the_list():
    assert continues([one()], ()) == set()
    assert completed([one()], ()) == ()


def test_of_several_ways_the_earlier_step_gets_more():
    assert picks(family(pick("ab", 1, 2), pick("ab", 1, 2)), "aba") == (("a", "b"), ("a",))


def test_taps_that_do_not_make_an_offer_have_no_picks():
    with pytest.raises(ValueError, match="do not make"):
        picks(PASS_TWO[0], "a")


def test_without_repeat_no_id_is_picked_twice():
    two = [family(pick("ab"), pick("ab"), repeat=False)]
    assert highlighted(two, "a") == "b"
    assert highlighted([family(pick("ab"), pick("ab"))], "a") == "ab"


def test_a_tap_that_would_leave_a_later_step_without_ids_is_not_highlighted():
    """b and c are all that the other two steps can get."""
    assert highlighted([family(pick("abc"), pick("bc"), pick("bc"), repeat=False)], "") == "a"


def test_a_choice_that_another_step_can_make_room_for_is_highlighted():
    """Once b is gone, the second step has a alone and the third c."""
    assert highlighted([family(pick("abc"), pick("ab"), pick("bc"), repeat=False)], "") == "abc"
    assert highlighted([family(pick("abc"), pick("ab"), pick("bc"), repeat=False)], "b") == "a"


# Any offers: the definition, written out


steps = st.builds(
    lambda ids, least, more, each: PickStep(tuple(ids), least, least + more, each),
    st.lists(st.sampled_from("abcd"), min_size=1, max_size=4, unique=True),
    st.integers(0, 2),
    st.integers(0, 1),
    st.integers(1, 2),
)
any_offer = st.one_of(
    st.lists(steps, max_size=2).map(lambda each: one(*each)),
    st.lists(steps, min_size=1, max_size=3).map(lambda each: family(*each, repeat=False)),
)
any_offers = st.lists(any_offer, max_size=4)
any_taps = st.lists(st.sampled_from("abcd?"), max_size=8)


def whole_sequences(offer: Offer) -> set[tuple[str, ...]]:
    """Every list of taps that makes the offer, by trying all."""
    found = set()
    for parts in product(*map(selections, offer.steps)):
        used = [id for part in parts for id in set(part)]
        if isinstance(offer.does, Action) or offer.does.repeat or len(used) == len(set(used)):
            found.add(tuple(id for part in parts for id in part))
    return found if offer.steps else set()


def selections(step: PickStep) -> Iterator[tuple[str, ...]]:
    for size in range(step.min, step.max + 1):
        for part in set(permutations(step.ids * step.each, size)):
            if max(Counter(part).values(), default=0) <= step.each:
                yield part


@settings(max_examples=300)
@given(any_offers, any_taps)
def test_what_continues_is_what_some_way_to_complete_an_offer_begins_with(offers, wanted):
    ways = [whole_sequences(offer) for offer in offers]
    taps: tuple[str, ...] = ()
    for id in wanted:
        onward = {
            way[len(taps)] for found in ways for way in found if way[: len(taps)] == taps and len(way) > len(taps)
        }
        assert continues(offers, taps) == onward
        assert completed(offers, taps) == tuple(number for number, found in enumerate(ways) if taps in found)
        if id in onward:
            taps = tapped(offers, taps, id)


@settings(max_examples=300)
@given(any_offers, any_taps, st.randoms(use_true_random=False))
def test_after_any_taps_some_offer_can_still_be_completed(offers, wanted, random):
    taps: tuple[str, ...] = ()
    for id in wanted:
        taps = tapped(offers, taps, id)
    for _ in range(20):
        onward = sorted(continues(offers, taps))
        if not onward:
            break
        taps = tapped(offers, taps, random.choice(onward))
    assert not continues(offers, taps)
    assert completed(offers, taps) or not continues(offers, ())


@settings(max_examples=300)
@given(any_offers, st.randoms(use_true_random=False))
def test_every_offer_is_reached_by_highlighted_taps_in_any_order_inside_a_step(offers, random):
    for number, offer in enumerate(offers):
        ways = sorted(whole_sequences(offer))
        taps: tuple[str, ...] = ()
        for id in random.choice(ways) if ways else ():
            assert id in continues(offers, taps)
            taps = tapped(offers, taps, id)
        assert not ways or number in completed(offers, taps)


@settings(max_examples=200)
@given(any_offer, any_taps)
def test_picks_go_through_the_steps_in_the_order_of_the_taps(offer, wanted):
    if completed([offer], wanted):
        parts = picks(offer, wanted)
        assert tuple(id for part in parts for id in part) == tuple(wanted)[: sum(map(len, parts))]
        for step, part in zip(offer.steps, parts, strict=True):
            assert step.min <= len(part) <= step.max
