"""Golden records: a stored match replays the same, unless the rules have another version."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from gamenight.core.model import Action, Event, TransitionResult
from gamenight.core.registry import catalogue
from gamenight.core.rng import Rng
from gamenight.core.text import Words
from gamenight.testing import golden
from tests.testing.highcard import Deal, HighCard, rearranged

FOLDER = Path(__file__).parents[1] / "golden"
BUILTIN = [game for game in catalogue().games.values() if type(game).__module__.startswith("gamenight.")]


@pytest.mark.parametrize("game", BUILTIN, ids=lambda game: game.game_id)
def test_golden_matches_replay_without_changes(game):
    assert golden.problems(game, FOLDER) == []


def test_every_golden_record_belongs_to_an_installed_game():
    assert {path.stem for path in FOLDER.glob("*.json")} <= {game.game_id for game in BUILTIN}


class OtherEvents(HighCard):
    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        return replace(done, events=(*done.events, Event("sighed"))) if game_data.turn == 1 else done


class OtherDeal(HighCard):
    def create_initial_state(self, players, options, rng):
        done = super().create_initial_state(players, options, rng)
        return replace(done, game_data=rearranged(done.game_data, (), rng.stream("once more")))


class NoPeeking(HighCard):
    def validate_action(self, game_data: Deal, action: Action) -> Words | None:
        return "Do not peek." if action.action_type == "peek" else super().validate_action(game_data, action)


class NextVersion(OtherDeal):
    rules_version = 2


def test_unchanged_rules_have_no_problems_with_their_golden_records():
    made = golden.make(HighCard())
    assert golden.compare(HighCard(), golden.decode(golden.encode(made))) == []
    assert golden.encode(made) == golden.encode(golden.make(HighCard()))
    assert {match.record.config.timer.mode.value for match in made.matches} == {"none", "bank"}


@pytest.mark.parametrize(
    "changed, where",
    [
        (OtherEvents, "in turn 1: the events have changed"),
        (OtherDeal, "at the opening: the state has changed"),
        (NoPeeking, "Do not peek."),
    ],
)
def test_a_changed_replay_under_the_same_version_says_where_and_what_to_do(changed, where):
    told = golden.compare(changed(), golden.make(HighCard()))
    assert where in told[0]
    assert "raise rules_version" in told[0]
    assert golden.RENEW in told[0]


def test_records_of_another_version_must_be_renewed():
    assert golden.compare(NextVersion(), golden.make(HighCard()))[0].startswith(
        "the golden records are for mini-highcard/v1, but the rules are mini-highcard/v2"
    )


def test_only_outdated_records_are_renewed(tmp_path):
    assert golden.renew([HighCard()], tmp_path) == ["mini-highcard"]
    assert golden.renew([HighCard()], tmp_path) == []
    assert golden.renew([OtherDeal()], tmp_path) == ["mini-highcard"]
    assert golden.problems(OtherDeal(), tmp_path) == []


def test_golden_records_that_cannot_be_read_are_renewed(tmp_path):
    (tmp_path / "mini-highcard.json").write_bytes(b"[]")
    (problem,) = golden.problems(HighCard(), tmp_path)
    assert "cannot be read" in problem
    assert golden.renew([HighCard()], tmp_path) == ["mini-highcard"]
    assert golden.problems(HighCard(), tmp_path) == []
