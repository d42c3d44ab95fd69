"""Legal actions as a lazy sequence."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from msgspec import Struct

from gamenight.core.errors import ActionRefused, TooManyActions
from gamenight.core.match import Match
from gamenight.core.model import Action, ExpectedAction, Family, Phase, PlayerId, Slot, seat
from gamenight.core.rng import Rng, seed_text
from tests.minigames.nim import Heap, Nim, take
from tests.minigames.skirmish import Allocation, Skirmish

P0, P1 = seat(0), seat(1)


class Cards(Struct, frozen=True):
    cards: tuple[int, ...]


class Passing(Nim):
    """Take some stones, or pass some cards."""

    action_types = {**Nim.action_types, "give": Cards}
    hand = 13
    given = 3
    exact = True

    def phase_of(self, game_data: Heap) -> Phase:
        return Phase("turn", (ExpectedAction(game_data.order[0]),))

    def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> Any:
        family = Family("give", (Slot("cards", tuple(range(self.hand)), self.given, self.given),), exact=self.exact)
        return [take(player_id, 1), family, take(player_id, 2)]

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> Any:
        return super().apply_action(game_data, take(action.player_id), rng)


class OnlyInARow(Passing):
    """The cards that are passed are neighbours; the family does not know it."""

    exact = False

    def validate_action(self, game_data: Heap, action: Action) -> str | None:
        if action.action_type != "give" or max(action.payload.cards) - min(action.payload.cards) == self.given - 1:
            return None
        return "Pass neighbours."


class Billions(Passing):
    hand = 60
    given = 12


def give(*cards: int, player: PlayerId = P0) -> Action:
    return Action("give", player, Cards(cards))


ALL = [take(P0, 1), *(give(*cards) for cards in combinations(range(13), 3)), take(P0, 2)]


def test_the_members_of_families_come_in_their_order_among_the_other_actions():
    legal = Match.start(Passing(), 2, 1).legal_actions("p0")
    assert len(legal) == 288
    assert list(legal) == ALL
    assert [legal[index] for index in range(288)] == ALL
    assert (legal[-1], legal[-288], legal[1:4], legal[::100]) == (ALL[-1], ALL[0], ALL[1:4], ALL[::100])
    with pytest.raises(IndexError):
        legal[288]


def test_an_action_is_in_it_in_whatever_order_it_names_its_choices():
    legal = Match.start(Passing(), 2, 1).legal_actions("p0")
    assert take(P0, 2) in legal
    assert give(3, 1, 2) in legal
    assert Action("give", P0, {"cards": [3, 1, 2]}) in legal
    for other in (take(P0, 3), give(1, 2), give(1, 1, 2), give(1, 2, 3, player=P1), Action("fly", P0), "give"):
        assert other not in legal


@pytest.mark.parametrize("chance", [random.Random(1), Rng(seed_text("legal"))], ids=["random", "Rng"])
def test_choices_are_uniform_with_both_random_sources(chance):
    legal = Match.start(Skirmish(), 2, 1, options={"soldiers": 2}).legal_actions("p0")
    drawn = Counter(legal.choice(chance) for _ in range(6000))
    assert set(drawn) == set(legal)
    assert all(800 < times < 1200 for times in drawn.values())  # six actions, 1,000 each, five deviations and more
    assert chance.choice(legal) in legal


@pytest.mark.parametrize("game", [Nim(), Passing(), Billions(), OnlyInARow()], ids=lambda game: type(game).__name__)
def test_a_sample_has_different_actions(game):
    legal = Match.start(game, 2, 1).legal_actions("p0")
    for chance in (random.Random(1), Rng(seed_text("legal"))):
        if isinstance(game, OnlyInARow):
            continue
        drawn = legal.sample(chance, 3)
        assert len(set(drawn)) == 3
        assert all(action in legal for action in drawn)
        with pytest.raises(ValueError, match="fewer than"):
            legal.sample(chance, len(legal) + 1)


def test_billions_of_actions_can_be_counted_tested_and_drawn_but_not_listed():
    legal = Match.start(Billions(), 2, 1).legal_actions("p0")
    assert len(legal) == 1_399_358_844_975 + 2
    assert give(*range(12)) in legal
    assert legal.choice(random.Random(1)) in legal
    assert legal[-2] == give(*range(48, 60))
    assert len(legal[:100]) == 100
    with pytest.raises(TooManyActions, match="1399358844977"):
        list(legal)
    with pytest.raises(TooManyActions):
        legal[1:20_000]


def test_of_an_inexact_family_only_members_that_the_rules_allow_are_legal():
    match = Match.start(OnlyInARow(), 2, 1)
    legal = match.legal_actions("p0")
    rows = [give(start, start + 1, start + 2) for start in range(11)]
    assert list(legal) == [take(P0, 1), *rows, take(P0, 2)]
    assert (len(legal), legal[1]) == (13, rows[0])
    assert give(5, 4, 3) in legal
    assert give(3, 4, 6) not in legal
    chance = random.Random(1)
    assert all(legal.choice(chance) in legal for _ in range(50))


def test_a_drawn_action_is_taken_and_logged_unchanged():
    match = Match.start(Passing(), 2, 1)
    chosen = match.legal_actions("p0").choice(random.Random(3))
    match.act(chosen)
    assert match.turns[0].input.action is chosen


def test_an_action_of_an_earlier_prompt_is_checked_again():
    match = Match.start(Passing(), 2, 1)
    old = match.legal_actions("p0")[5]
    match.act(take(P0, 1))
    match.legal_actions("p1")[5]
    with pytest.raises(ActionRefused) as refused:
        match.act(old)
    assert refused.value.code == "not_your_turn"


def test_a_commitment_does_not_change_the_actions_of_the_others():
    match = Match.start(Skirmish(), 3, 1)
    waiting = match.legal_actions("p1")
    match.act(match.legal_actions("p0")[0])
    assert match.legal_actions("p1") is waiting
    assert len(match.legal_actions("p0")) == 0
    match.act(Action("allocate", P1, Allocation((0, 0, 1, 2, 2))))
    assert len(match.legal_actions("p2")) == 21
