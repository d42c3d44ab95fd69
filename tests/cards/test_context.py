"""Facts from the seat's own view, and a recap of limited length."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamenight import Match
from gamenight.cards import CardGame
from gamenight.cards.shown.context import RECAP_DEALS, recap_of, unseen
from gamenight.cards.shown.view import Belief, PileView, TableView
from gamenight.core.match import seated
from gamenight.core.model import Event, GameId, GameStatus, MatchId, Phase, PlayerView, seat
from gamenight.core.rng import Rng
from tests.cards.playing import CARD_GAMES, play


def seen(deals: int, **piles: PileView) -> TableView[Any]:
    """A view after this number of deals; each deal gave every seat as many points as its number."""
    points = tuple((float(number), 1.0) for number in range(1, deals + 1))
    return TableView(2, deals + 1, 0, "play", None, piles, points=points)


def recap(deals: int, *events: str, ends: tuple[str, ...] = ()) -> list[Any]:
    view = PlayerView(
        MatchId("m"), GameId("g"), seat(0), seated(2), GameStatus.ACTIVE, Phase("play"), 0, {}, seen(deals)
    )
    return recap_of([Event(kind) for kind in events], view, ends)


def kinds(*lines: str) -> list[tuple[Event, ...]]:
    return [tuple(Event(kind) for kind in line.split()) for line in lines]


def test_a_recap_has_a_line_for_each_finished_deal_and_then_what_happened_in_this_one():
    told = recap(2, "game.dealt", "game.play", "game.dealt", "game.play", "game.pass")
    assert told[:2] == ["Deal 1 brought Player 1 1, Player 2 1", "Deal 2 brought Player 1 2, Player 2 1"]
    assert told[2:] == kinds("game.dealt", "game.play", "game.pass")


def test_events_that_belong_together_are_one_line():
    told = recap(0, "game.dealt", "game.play", "game.play", "game.trick", "game.play", ends=("game.trick",))
    assert told == kinds("game.dealt", "game.play game.play game.trick", "game.play")


def test_a_history_that_begins_in_the_middle_of_a_deal_is_told_from_there():
    assert recap(0, "game.play", "game.trick", ends=("game.trick",))[1:] == kinds("game.play game.trick")


def test_of_a_long_match_the_first_deals_are_one_line():
    told = recap(RECAP_DEALS + 3)
    assert told[:2] == ["Deals 1 to 3 brought Player 1 6, Player 2 3", "Deal 4 brought Player 1 4, Player 2 1"]
    assert told[RECAP_DEALS] == "Deal 22 brought Player 1 22, Player 2 1"


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
        assert msgspec.json.encode(told)
        world = game.determinize(match.state.game_data, view.viewer_id, Rng(f"world {match.turns_played}"))
        in_world = game.get_player_view(world, view.viewer_id)
        assert game.ai_context(msgspec.structs.replace(view, game_data=in_world)) == told

    play(game, game.min_players, "facts", {}, look)


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.game_id)
def test_a_spectator_gets_facts_too(game: CardGame[Any]):
    match = Match.start(game, game.min_players, seed="facts")
    assert game.facts(match.view(None))
