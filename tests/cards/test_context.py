"""What card games tell agents: facts from the seat's own view, and a recap that does not grow without end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamenight import Match
from gamenight.cards import CardGame
from gamenight.cards.context import RECAP_DEALS, recap_of, unseen
from gamenight.cards.view import Belief, PileView, TableView
from gamenight.core.rng import Rng
from tests.cards.playing import CARD_GAMES, play


def seen(deals: int, said: int = 0, **piles: PileView) -> TableView[Any]:
    """A view after so many deals, of which everybody got as many points as their number."""
    points = tuple((float(number), 1.0) for number in range(1, deals + 1))
    told = tuple(f"line {number}" for number in range(said))
    return TableView(2, deals + 1, 0, "play", None, piles, points=points, recap=told)


def test_a_recap_has_a_line_for_each_finished_deal_and_then_what_was_announced():
    assert recap_of(seen(2, said=1)) == ["Deal 1: p0 1, p1 1", "Deal 2: p0 2, p1 1", "line 0"]


def test_of_a_long_match_the_first_deals_are_one_line():
    recap = recap_of(seen(RECAP_DEALS + 3))
    assert recap[:2] == ["Deals 1 to 3: p0 6, p1 3", "Deal 4: p0 4, p1 1"]
    assert recap[-1] == "Deal 22: p0 22, p1 1"
    assert len(recap) == RECAP_DEALS + 1


def test_a_recap_has_eighty_lines_at_most():
    assert len(recap_of(seen(500, said=60))) == 80


def test_unseen_cards_are_those_of_the_pack_in_no_open_pile_and_not_known_to_be_out_of_play():
    table = msgspec.structs.replace(
        seen(0, hand=PileView(1, ("AC",)), hidden=PileView(2)),
        known=(Belief(("KC",), ("out",)), Belief(("QC",), ("hand/1",))),
    )
    assert unseen(table, ("AC", "KC", "QC", "JC"), ("out",)) == ("QC", "JC")


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.game_id)
def test_facts_are_the_same_in_every_world_that_the_viewer_cannot_tell_from_the_real_one(game: CardGame[Any]):
    def look(match: Match) -> None:
        view = match.view(f"p{match.turns_played % len(match.state.players)}")
        told = game.ai_context(view)
        assert msgspec.json.decode(msgspec.json.encode(told)) == told
        assert len(told["recap"]) <= 80
        world = game.determinize(match.state.game_data, view.viewer_id, Rng(f"world {match.turns_played}"))
        in_world = game.get_player_view(world, view.viewer_id)
        assert game.ai_context(msgspec.structs.replace(view, game_data=in_world)) == told

    play(game, game.min_players, "facts", {}, look)


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.game_id)
def test_a_spectator_is_told_facts_too(game: CardGame[Any]):
    match = Match.start(game, game.min_players, seed="facts")
    assert game.facts(match.view(None))
