"""What holds in every card game: cards are conserved, secrets are kept, somebody can always act."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from gamenight import Match
from gamenight.cards import CardGame
from gamenight.cards.applying import DEAL_OVER, card_seen_by
from gamenight.cards.knowledge import faces_of
from gamenight.core.model import seat
from tests.cards.playing import CARD_GAMES, all_cards, faces_in, play, tables

every_game = pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.game_id)
SEED = "cards"


@every_game
def test_cards_are_conserved_at_every_table(game):
    for players, options in tables(game):
        deck = Counter(game.deck(players, msgspec.convert(options, game.options_type)))

        def look(match, deck=deck):
            assert all_cards(match) == deck

        short = {"deals": 1} if hasattr(game.options_type(), "deals") else {}
        assert play(game, players, SEED, options | short, look).result is not None


@every_game
def test_everybody_knows_at_least_what_is_true(game):
    """What a viewer believes allows the true deal, and has just the cards that it does not see."""

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


@every_game
def test_nothing_that_a_seat_receives_names_a_card_it_has_not_seen(game):
    """View, scene, offers and events, over whole deals, against what lay open to that seat."""
    for players in range(game.min_players, game.max_players + 1):
        watch = Watch(game, players)
        play(game, players, SEED, _one_deal(game), watch.look)
        assert watch.looked


class Watch:
    """What each viewer was shown so far in this deal, by where the cards lay; and the bytes that it received."""

    def __init__(self, game: CardGame[Any], players: int) -> None:
        self.game, self.piles = game, game.pile_set(players)
        self.shown: list[set[str]] = [set() for _ in range(players + 1)]
        self.deal = self.looked = self.told = 0

    def look(self, match: Match) -> None:
        table = match.state.game_data
        if table.deal != self.deal:
            self.deal, self.shown = table.deal, [set() for _ in self.shown]
        for number, shown in enumerate(self.shown):
            for name, cards in table.piles.items():
                shown.update(card for card in cards if card_seen_by(table, name, card, self.piles) >> number & 1)
            viewer = None if number == table.players else seat(number)
            told, known = faces_in(self._received(match, viewer)), shown | self._common(match)
            # All that nobody has shown may be named together, as by "they are in the hands, as the stock is gone".
            assert told - known in (set(), self._deck(match) - known), (viewer, told - known)
            self.looked += 1
        self.told = len(match.events)

    def _received(self, match: Match, viewer: Any) -> bytes:
        view = match.view(viewer)
        events = [event.seen_by(viewer) for event in match.events[self.told :]]
        return msgspec.json.encode((view, self.game.scene(view), self.game.offers(view), events))

    def _deck(self, match: Match) -> set[str]:
        return set(self.game.deck(len(match.state.players), match.state.game_data.options))

    def _common(self, match: Match) -> set[str]:
        """Cards that everybody can name, as the table has told where they are: those that a spectator can."""
        located = [faces_of(faces) for piles, faces in match.state.game_data.beliefs[-1] if piles.bit_count() == 1]
        return set().union(*located)


@every_game
def test_a_listed_action_is_never_refused_and_somebody_can_always_act(game):
    def look(match):
        table = match.state.game_data
        if not match.is_over:
            assert table.asked or table.phase == DEAL_OVER
            assert all(match.legal_actions(player) for player in match.to_act)

    for number in range(3):
        play(game, game.max_players, f"{SEED} {number}", _one_deal(game), look)


def _one_deal(game: CardGame[Any]) -> dict[str, Any]:
    return {"deals": 1} if hasattr(game.options_type(), "deals") else {}
