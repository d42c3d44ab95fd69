"""The kit finds faults in a game's catalogue: missing messages, unused messages, events without words."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gamenight.core.plugin import GamePlugin
from gamenight.testing import NotConforming, conformance

CODE = """
from msgspec import Struct
from gamenight.core import Action, Event, Game, NoPayload, Scene, Text, Item, TransitionResult, say, turn


class Count(Struct, frozen=True):
    left: int = 5


class Tally(Game[Count]):
    game_id = "tally"
    display_name = "Tally"
    description = "Count down."
    action_types = {"strike": NoPayload}
    hides = "nothing"

    def phase_of(self, count):
        return turn(count.left % 2)

    def get_valid_actions(self, count, player):
        return [Action("strike", player)]

    def apply_action(self, count, action, rng):
        told = (Event("struck", action.player_id, {"left": count.left - 1}),)
        if count.left > 1:
            return TransitionResult(Count(count.left - 1), told)
        return TransitionResult(Count(0), told, scores=(0, 1), game_over=True)

    def scene(self, view):
        side = "even" if view.game_data.left % 2 == 0 else "odd"
        return Scene((Item("sum", Text(say(f"side-{side}", left=view.game_data.left))), Item("go", Text(say("go")))))

    def taps(self, action, view):
        return "go"


GAME = Tally()
"""
TEXTS = """
game-name = Tally
action-strike = strike one
event-struck = struck one, { left }
left = { $left } are left
side-even = { left }, an even number
side-odd = { left }, an odd number
go = Go
"""
CHECKS = ("look", "texts", "labels")

Made = Callable[..., GamePlugin]


@pytest.fixture
def tally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """A game in a folder, with these catalogues."""

    def made(**catalogues: str) -> GamePlugin:
        (tmp_path / "tally" / "texts").mkdir(parents=True)
        (tmp_path / "tally" / "__init__.py").write_text(CODE)
        for lang, text in catalogues.items():
            (tmp_path / "tally" / "texts" / f"{lang}.ftl").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "tally", raising=False)
        game: GamePlugin = importlib.import_module("tally").GAME
        return game

    return made


def test_a_catalogue_without_unused_messages_passes(tally: Made):
    assert conformance(tally(en=TEXTS, de="go = Los\n"), only=CHECKS)["texts"].cases == 7


def test_a_game_without_a_catalogue_passes(tally: Made):
    assert conformance(tally(), only=CHECKS)["texts"].cases == 0


@pytest.mark.parametrize(
    "wrong, right, check, why",
    [
        ("go = Go", "", "labels", "'go', which texts/en.ftl does not have"),
        ("side-odd", "side-old", "labels", "'side-odd', which texts/en.ftl does not have"),
        ("event-struck", "event-stuck", "labels", "an event is 'event-struck', which texts/en.ftl does not have"),
        ("event-struck", "event-stuck", "texts", "'event-stuck', which is never used"),
        ("action-strike", "action-stroke", "texts", "'action-stroke', which is never used"),
        ("go = Go", "go = Go\nstop = Stop", "texts", "'stop', which is never used"),
        ("go = Go", "go = Go\nactoin-strike = strike", "texts", "'actoin-strike', which is never used"),
        ("$left", "$let", "labels", "let"),
    ],
)
def test_missing_and_unused_messages_are_reported(tally: Made, wrong: str, right: str, check: str, why: str):
    with pytest.raises(NotConforming) as found:
        conformance(tally(en=TEXTS.replace(wrong, right)), only=CHECKS)
    example = found.value.report[check].counter_example
    assert example is not None
    assert why in example.what


def test_another_language_has_no_keys_of_its_own(tally: Made):
    with pytest.raises(NotConforming, match=r"texts/de\.ftl has 'los'"):
        conformance(tally(en=TEXTS, de="los = Los\n"), only=["texts"])
