"""Laws of every card game: all beliefs about cards are true."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gamenight.cards import CardGame
from gamenight.cards.knowledge import faces_of
from gamenight.cards.visibility import card_seen_by
from tests.cards.playing import CARD_GAMES, play

every_game = pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.game_id)
SEED = "cards"


@every_game
def test_beliefs_always_allow_the_true_deal(game):
    """The beliefs of a viewer allow the true deal, and contain exactly the unseen cards."""

    def look(match):
        table, piles = match.state.game_data, game.pile_set(len(match.state.players))
        for viewer in (*match.state.clocks, None):
            assert game.contradiction(table, viewer) is None
        for number, beliefs in enumerate(table.beliefs):
            believed = Counter(card for _, faces in beliefs for card in faces_of(faces))
            unseen = Counter(
                card
                for name, cards in table.piles.items()
                for card in cards
                if not card_seen_by(table, name, card, piles) >> number & 1
            )
            assert believed == unseen

    for players in {game.min_players, game.max_players}:
        play(game, players, SEED, _one_deal(game), look)


def _one_deal(game: CardGame[Any]) -> dict[str, Any]:
    return {"deals": 1} if hasattr(game.options_type(), "deals") else {}
