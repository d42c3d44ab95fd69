"""Findings are helpful: they say which value was returned, which method is missing, and where; each mistake once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from gamenight.core.model import Action, ConcurrentMode, ExpectedAction, Phase, TransitionResult
from gamenight.core.phases import everybody, turn
from gamenight.core.plugin import Game
from gamenight.core.showing.scene import Piece, Scene
from gamenight.testing import NotConforming, conformance, examine
from gamenight.testing.reporting.kinds import mismatch

HERE = Path(__file__).read_text().splitlines()


class Take(Struct, frozen=True):
    count: int


class Heap(Struct, frozen=True):
    stones: int = 5
    mover: int = 0
    taken: tuple[int, ...] = ()


class Stones(Game[Heap]):
    """A correct game: take one or two stones; the player who takes the last one wins."""

    game_id = "mini-stones"
    display_name = "Stones"
    description = "Take one or two."
    action_types = {"take": Take}
    hides = "nothing"

    def phase_of(self, heap: Heap) -> Any:
        return turn(heap.mover)

    def get_valid_actions(self, heap: Heap, player: Any) -> Any:
        return [Action("take", player, Take(count)) for count in (1, 2) if count <= heap.stones]

    def apply_action(self, heap: Heap, action: Action, rng: Any) -> Any:
        count = action.payload.count
        after = Heap(heap.stones - count, 1 - heap.mover, (*heap.taken, count))
        if after.stones:
            return after
        return TransitionResult(after, scores=(1 - heap.mover, heap.mover), game_over=True)


class ForgetsToReturn(Stones):
    def apply_action(self, heap: Heap, action: Action, rng: Any) -> Any:
        super().apply_action(heap, action, rng)


class ListsNumbers(Stones):
    def get_valid_actions(self, heap: Heap, player: Any) -> Any:
        return [1, 2]


class ListsNothingAtAll(Stones):
    def get_valid_actions(self, heap: Heap, player: Any) -> Any:
        return None


class ListsBarePayloads(Stones):
    def get_valid_actions(self, heap: Heap, player: Any) -> Any:
        return [Action("take", player, 1)]


class ListsAnUnknownType(Stones):
    def get_valid_actions(self, heap: Heap, player: Any) -> Any:
        return [Action("grab", player, Take(1))]


class SaysTheModeAsText(Stones):
    def phase_of(self, heap: Heap) -> Any:
        return Phase("turn", (ExpectedAction(f"p{heap.mover}"),), mode="concurrent")  # type: ignore[arg-type]


class AsksANumber(Stones):
    def phase_of(self, heap: Heap) -> Any:
        return Phase("turn", (ExpectedAction(heap.mover),))  # type: ignore[arg-type]


class KeepsAList(Stones):
    def apply_action(self, heap: Heap, action: Action, rng: Any) -> Any:
        done = super().apply_action(heap, action, rng)
        return done if isinstance(done, TransitionResult) else Heap(done.stones, done.mover, list(done.taken))  # type: ignore[arg-type]


class ValuesNothing(Stones):
    def evaluate(self, heap: Heap, scores: Any, player: Any) -> Any:
        return None


class DrawsAListOfPieces(Stones):
    def scene(self, view: Any) -> Any:
        return Scene((Piece("disc"),))  # type: ignore[arg-type]


WRONG_TYPES = [
    (ForgetsToReturn, "apply_action", "returned None, not a Heap or a TransitionResult"),
    (ListsNumbers, "get_valid_actions", "returned a list where [0] is 1, an int, not an Action or a Family"),
    (ListsNothingAtAll, "get_valid_actions", "returned None, not a Sequence"),
    (ListsBarePayloads, "get_valid_actions", "[0].payload is 1, an int, not a Take"),
    (ListsAnUnknownType, "get_valid_actions", "[0] is of type 'grab', which is not in action_types"),
    (SaysTheModeAsText, "phase_of", ".mode is 'concurrent', a str, not a ConcurrentMode: write ConcurrentMode.CONC"),
    (AsksANumber, "phase_of", ".expected_actions[0].player_id is 0, an int, not a str or None"),
    (KeepsAList, "apply_action", ".taken is [1], a list, not a tuple"),
    (ValuesNothing, "evaluate", "returned None, not a float"),
    (DrawsAListOfPieces, "scene", ".items[0] is a Piece, not an Item"),
]


@pytest.mark.parametrize("game, method, what", WRONG_TYPES, ids=lambda each: getattr(each, "__name__", ""))
def test_a_wrong_return_type_is_reported_once_with_its_line(game, method, what):
    report = report_on(game())
    assert report.failed == ("types",)
    told = report["types"].counter_example.what
    assert what in told
    assert method in told
    assert told.endswith(f"({place_of(game, method)})")


def report_on(game: Game[Any]) -> Any:
    with pytest.raises(NotConforming) as caught:
        conformance(game)
    return caught.value.report


def place_of(game: type, method: str) -> str:
    """The file and line of the method of this class."""
    line = next(at for at, text in enumerate(HERE) if text.startswith(f"class {game.__name__}("))
    while not HERE[line].startswith(f"    def {method}("):
        line += 1
    here = Path(__file__)
    return f"{here.relative_to(Path.cwd()) if here.is_relative_to(Path.cwd()) else here}:{line + 1}"


class FailsInTheMiddle(Stones):
    def apply_action(self, heap: Heap, action: Action, rng: Any) -> Any:
        return (super().apply_action(heap, action, rng), None)[: 1 if heap.stones > 3 else 0][0]


class CannotSay(Stones):
    def describe_action(self, action: Action, view: Any) -> Any:
        return "take " + action.payload.count


@pytest.mark.parametrize(
    "game, check, method", [(FailsInTheMiddle, "plays", "apply_action"), (CannotSay, "words", "describe_action")]
)
def test_an_exception_is_reported_once_with_its_line(game, check, method):
    report = report_on(game())
    assert report.failed == (check,)
    what = report[check].counter_example.what
    file, _, line = place_of(game, method).rpartition(":")
    assert f"{file}:{int(line) + 1}, in {method}" in what


def test_a_check_that_fails_from_a_reported_cause_says_so():
    report = report_on(FailsInTheMiddle())
    assert report["listed"].note == "stopped by the fault that plays found"
    assert report["listed"].cases == 0


class OnlyAnswers(Game[Heap]):
    """It expects answers but has no method that resolves them."""

    game_id = "mini-answers"
    display_name = "Answers"
    description = "Nobody resolves them."
    action_types = {"take": Take}
    hides = "nothing"
    get_valid_actions = Stones.get_valid_actions
    apply_action = Stones.apply_action

    def phase_of(self, heap: Heap) -> Any:
        return everybody((0, 1), "both")


def without(method: str) -> Game[Any]:
    unwritten = {method: getattr(Game, method)}
    unfinished: Game[Any] = type("Unfinished", (Stones,), unwritten)()
    return unfinished


@pytest.mark.parametrize("method", ["phase_of", "get_valid_actions", "apply_action"])
def test_a_missing_method_is_reported(method):
    report = report_on(without(method))
    assert report.failed == ("metadata",)
    assert f"the game has no method {method}" in report.words


def test_a_game_that_hides_hands_needs_a_view():
    class Silent(Stones):
        hides = "hands"  # type: ignore[assignment]

    assert "the game has no method get_player_view, and hides is 'hands'" in report_on(Silent()).words


def test_a_missing_resolve_concurrent_actions_is_reported_once():
    report = report_on(OnlyAnswers())
    assert len(report.failed) == 1
    assert "no resolve_concurrent_actions" in report.words


class LeavesHidesAlone(Stones):
    hides = "hands"  # type: ignore[assignment]

    def get_player_view(self, heap: Heap, player: Any) -> Heap:
        return heap


def test_the_default_of_hides_is_a_fault_if_nothing_is_hidden():
    report = report_on(LeavesHidesAlone())
    assert report.failed == ("hides",)
    assert "set hides = 'nothing'" in report.words


class ConfusesHides(Stones):
    hides = "none"  # type: ignore[assignment]


def test_hides_must_be_one_of_three_values():
    assert "hides is 'none', not one of 'nothing', 'future', 'hands'" in report_on(ConfusesHides()).words


def test_the_honest_game_passes():
    assert list(examine(Stones()))[-1].report.passed


@pytest.mark.parametrize(
    "value, kind, path",
    [
        ((1, 2), tuple[int, ...], None),
        ((1, "2"), tuple[int, ...], "[1]"),
        ({"a": 1.5}, dict[str, float], None),
        ({"a": "b"}, dict[str, float], "['a']"),
        (True, int, ""),
        (1, float, None),
        ("abc", ConcurrentMode | None, ""),
        (None, ConcurrentMode | None, None),
        (Take(1), Take | Heap, None),
        (Heap(taken=("x",)), Take | Heap, ".taken[0]"),  # type: ignore[arg-type]
    ],
)
def test_the_parts_of_a_value_are_checked(value, kind, path):
    found = mismatch(value, kind)
    assert (found and found.path) == path
