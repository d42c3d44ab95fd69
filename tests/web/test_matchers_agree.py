"""The page's matcher and the one in Python agree on all offers and taps, though they are written independently."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.model import Action, Family, Slot, seat
from gamenight.core.showing import taps as python
from gamenight.core.showing.scene import Offer, PickStep
from gamenight.looks.renderer import call
from gamenight.server.presentation.scenes import shown_offer

IDS = ("a", "b", "c", "d", "e")

# Few ids, so that offers start alike; random numbers of them, so that some offers can never be completed.
ids = st.lists(st.sampled_from(IDS), min_size=1, max_size=5, unique=True).map(tuple)
steps = st.lists(
    st.builds(
        lambda ids, least, most, each: PickStep(ids, least, most, each),
        ids,
        st.sampled_from((0, 1, 1, 1, 2, 3)),
        st.sampled_from((1, 1, 2, 3)),
        st.sampled_from((1, 1, 1, 2, 3)),
    ),
    max_size=4,
).map(tuple)


def one(steps: tuple[PickStep, ...]) -> Offer:
    return Offer(Action("act", seat(0)), "act", steps)


def family(steps: tuple[PickStep, ...], repeat: bool) -> Offer:
    slots = tuple(Slot(f"s{n}", step.ids, step.min, step.max, step.each) for n, step in enumerate(steps))
    return Offer(Family("act", slots, repeat), "act", steps, tuple((slot.name, {}) for slot in slots))


any_offers = st.lists(st.one_of(steps.map(one), st.builds(family, steps, st.booleans())), max_size=5)
any_taps = st.lists(st.sampled_from((*IDS, "no such id")), max_size=9)


class PageMatcher:
    """The page's matcher for these offers."""

    def __init__(self, offers: list[Offer]) -> None:
        self.offers = msgspec.json.encode([shown_offer(offer) for offer in offers]).decode()

    def ask(self, function: str, taps: tuple[str, ...], *more: str) -> Any:
        return msgspec.json.decode(call(f"matcher_{function}", self.offers, list(taps), *more))


def assert_agree(offers: list[Offer], page: PageMatcher, taps: tuple[str, ...]) -> None:
    found = page.ask("situation", taps)
    assert page.ask("continues", taps) == sorted(python.continues(offers, taps))
    assert found["complete"] == list(python.completed(offers, taps))
    assert found["extendable"] == bool(python.continues(offers, taps))
    assert found["choice"] == python.chosen(offers, taps)
    for number in found["complete"]:
        assert found["picks"][str(number)] == [list(part) for part in python.picks(offers[number], taps)]


@settings(max_examples=max(300, settings.default.max_examples))
@given(any_offers, any_taps)
def test_after_every_tap_both_highlight_complete_and_choose_the_same(offers, wanted):
    page = PageMatcher(offers)
    taps: tuple[str, ...] = ()
    assert_agree(offers, page, taps)
    for id in wanted:
        after = python.tapped(offers, taps, id)
        assert page.ask("tapped", taps, id) == list(after)
        if after != taps:
            assert_agree(offers, page, after)
        taps = after


@given(any_offers, any_taps.map(tuple))
def test_both_agree_on_impossible_taps(offers, taps):
    assert_agree(offers, PageMatcher(offers), taps)
