"""The kit's treatment of pictures, forms and folders; their faults are among the mutants."""

from __future__ import annotations

import importlib
import sys

import pytest
from msgspec import Struct

from gamenight.core.model import Family, Slot
from gamenight.core.rng import Rng, seed_text
from gamenight.core.showing.offers import made
from gamenight.core.showing.scene import Offer, PickStep
from gamenight.testing import NotConforming, conformance
from gamenight.testing.contract import RULES
from gamenight.testing.playing.picking import picks_for, some_picks
from tests.testing.coinbid import CoinBid
from tests.testing.piles import Piles, mutants

OF_SCENES = ("scene_pure", "scenes_alike", "scene_sound", "scene_fits", "labels", "offers_complete", "offers_reachable")


def test_a_game_without_a_picture_is_played_from_the_list():
    report = conformance(CoinBid(), only=OF_SCENES)
    assert report["offers_reachable"].cases > 200
    assert report["scene_sound"].cases == 0


def test_values_without_items_can_be_picked_in_a_form():
    assert conformance(mutants.named_in_a_form(), only=["labels", "offers_complete", "offers_reachable"]).passed


def test_every_check_of_scenes_has_cases_in_a_game_with_a_picture():
    report = conformance(Piles(), only=[*OF_SCENES, "look"])
    assert all(verdict.cases for verdict in report.verdicts)
    assert report.verdicts[0].cases == 23, "one picture and 22 texts"
    assert RULES.keys() >= {*OF_SCENES, "look"}


GOOD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>'


@pytest.mark.parametrize(
    "path, text, why",
    [
        ("art/pile.svg", GOOD.replace("circle", "script"), "script"),
        ("art/pile.svg", GOOD.replace("viewBox", "view"), "viewBox"),
        ("texts/en.ftl", "stop = { $", "texts/en.ftl, line 1"),
    ],
)
def test_invalid_pictures_and_texts_are_reported(tmp_path, monkeypatch, path, text, why):
    folder = tmp_path / "spoilt"
    (folder / path).parent.mkdir(parents=True)
    (folder / path).write_text(text)
    (folder / "__init__.py").write_text(
        "from tests.testing.piles import Piles\n\n\nclass Spoilt(Piles):\n    display_name = 'Spoilt'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "spoilt", raising=False)
    with pytest.raises(NotConforming, match=why):
        conformance(importlib.import_module("spoilt").Spoilt(), only=["look"])


def test_a_game_typed_in_at_a_prompt_has_no_folder():
    typed_in = type("TypedIn", (Piles,), {"__module__": "__main__", "scene": lambda self, view: None})
    assert conformance(typed_in(), only=["look"])["look"].cases == 0


# Picks for an action

CARDS = ("2C", "QS", "QS", "AH")


class Pass(Struct, frozen=True):
    cards: tuple[str, ...]


def test_picks_are_found_among_equal_cards():
    ids = {f"hand/{number}": card for number, card in enumerate(CARDS)}
    offer = Offer(
        Family("pass", (Slot("cards", CARDS, 2, 2, 2),)), "pass", (PickStep(tuple(ids), 2, 2),), (("cards", ids),)
    )
    assert picks_for(offer, Pass(("QS", "AH"))) == (("hand/1", "hand/3"),)
    assert picks_for(offer, Pass(("QS", "QS"))) == (("hand/1", "hand/2"),)
    assert picks_for(offer, Pass(("AH", "AH"))) is None


def test_picks_are_found_if_two_steps_fill_one_slot():
    """The first step could also take the queen, but then there would be no card for the second."""
    first, second = {"a": "2C", "b": "QS"}, {"c": "QS"}
    steps = (PickStep(("a", "b"), 0, 2), PickStep(("c",)))
    offer = Offer(Family("pass", (Slot("cards", CARDS, 1, 2),)), "pass", steps, (("cards", first), ("cards", second)))
    assert picks_for(offer, Pass(("2C", "QS"))) == (("a",), ("c",))
    assert picks_for(offer, Pass(("2C",))) is None


def test_random_picks_complete_all_steps():
    family = Family("pass", (Slot("cards", CARDS, 1, 3),), exact=False)
    offer = Offer(family, "pass", (PickStep(("a", "b", "c"), 1, 3),), (("cards", {"a": "2C", "b": "QS", "c": "AH"}),))
    rng = Rng(seed_text("picks"))
    picked = [some_picks(offer, rng) for _ in range(60)]
    assert {len(each[0]) for each in picked} == {1, 2, 3}
    assert all(made(offer, each)[0] == "pass" for each in picked)
