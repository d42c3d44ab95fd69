"""The kit checks every phase, also rare ones, and reports how often."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.model import Action, ExpectedAction, NoPayload, Phase, PlayerId, TransitionResult, seat
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng
from gamenight.testing import NotConforming, conformance
from gamenight.testing.playing.coverage import ENOUGH, Coverage
from gamenight.testing.playing.playouts import RANDOM, play
from gamenight.testing.playing.tables import Setup

TURNS, DEALS = 40, 3


class Evening(Struct, frozen=True):
    """`turn` counts the turns of the present deal; after the last one, a phase asks about the next deal."""

    deal: int = 0
    turn: int = 0


class Evenings(Game[Evening]):
    """Three deals of forty turns each, with a phase between them that occurs twice, and counting with auto_resolve."""

    game_id = "mini-evenings"
    display_name = "Evenings"
    description = "Several deals with a pause between them."
    max_turns = (TURNS + 2) * DEALS
    state_type = Evening
    view_type = Evening
    action_types = {"wait": NoPayload, "next": NoPayload}
    hides = "nothing"

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(Evening())

    def phase_of(self, game_data: Evening) -> Phase:
        if game_data.turn > TURNS:
            return Phase("counting", auto_resolve=True)
        if game_data.turn == TURNS:
            return Phase("between", (ExpectedAction(seat(0), "next"),))
        return Phase("turn", (ExpectedAction(seat(game_data.turn % 2), "wait"),))

    def get_valid_actions(self, game_data: Evening, player_id: PlayerId) -> list[Action]:
        if game_data.turn == TURNS:
            return [Action("next", player_id)] if player_id == seat(0) else []
        return [Action("wait", player_id)] if player_id == seat(game_data.turn % 2) else []

    def apply_action(self, game_data: Evening, action: Action, rng: Rng) -> TransitionResult:
        if action.action_type != "auto_resolve":
            return TransitionResult(replace(game_data, turn=game_data.turn + 1))
        after = Evening(game_data.deal + 1)
        over = ranked({seat(0): 0.0, seat(1): 0.0}) if after.deal == DEALS else None
        return TransitionResult(after, game_over=over)

    def get_player_view(self, game_data: Evening, player_id: PlayerId | None) -> Evening:
        return game_data


class FailsBetweenDeals(Evenings):
    def evaluate(self, game_data: Evening, scores: Any, player_id: PlayerId) -> float:
        return (0.5,)[game_data.turn == TURNS]


class FailsAfterTheFirstDeal(Evenings):
    """Fails only in the phase before the last deal, once in a match."""

    def ai_context(self, view: Any) -> dict[str, Any]:
        state = view.game_data
        return {"of": ("one", "two")[state.deal + (state.turn == TURNS)]} if state.turn == TURNS else {}


def test_every_phase_is_checked_and_counted():
    report = conformance(Evenings(), only=["phases"])
    counts = {phase.name: phase for phase in report.phases}
    assert list(counts) == ["turn", "between", "game_over", "counting"]
    assert counts["counting"].auto_resolve
    assert not counts["between"].auto_resolve
    assert all(ENOUGH <= phase.looked_at <= phase.met for phase in report.phases)
    assert f"between {counts['between'].looked_at} of {counts['between'].met};" in report.words


@pytest.mark.parametrize("mutant", [FailsBetweenDeals, FailsAfterTheFirstDeal])
def test_a_failure_in_a_rare_phase_is_found(mutant):
    with pytest.raises(NotConforming, match="IndexError"):
        conformance(mutant(), only=["search"])


def test_an_unchecked_phase_is_chosen_even_if_few_positions_are_allowed():
    playout = play(Evenings(), Setup(2, {}, "x"), RANDOM)
    assert playout.passed.count(("counting",)) == DEALS
    names = [{playout.states[at].phase.name for at in Coverage().places(playout, most)} for most in (2, 4, 30)]
    assert names == [{"turn", "between", "game_over"}] * 3


def test_a_new_phase_name_for_every_turn_does_not_add_positions_without_limit():
    class Numbered(Evenings):
        def phase_of(self, game_data: Evening) -> Phase:
            phase = super().phase_of(game_data)
            return replace(phase, name=f"{phase.name} {game_data.turn}")

    playout = play(Numbered(), Setup(2, {}, "x"), RANDOM)
    assert len(Coverage().places(playout, 5)) <= 13
