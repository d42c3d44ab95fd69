"""Random games at every table: cards are conserved after every event, whoever must act can, what is listed is what is
accepted, and the game ends. `tests.soak.card_games` plays a thousand games of each table."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core.registry import load
from gamenight.testing.playing.chance import derived
from tests.cards import soundness
from tests.cards.playing import CARD_GAMES
from tests.cards.soundness import WHOLE, SoundTable, Unsound, count_cards, play_soundly, tables_of
from tests.cards.test_secrecy import TABLES


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.game_id)
def test_a_game_at_every_table_is_sound(game):
    assert all(play_soundly(table, WHOLE + number % 10) for number, table in enumerate(tables_of(game)))


@pytest.mark.parametrize("game, players", TABLES, ids=lambda each: getattr(each, "game_id", str(each)))
def test_a_whole_match_is_sound(game, players):
    assert play_soundly(SoundTable(game, players, {}), 0)


# Planted faults


def _listing(change: Any) -> Any:
    game = load("scopa")

    def get_valid_actions(self: Any, table: Any, player: Any) -> Any:
        return change(table, player, type(game).get_valid_actions(self, table, player))

    return derived(game, {"get_valid_actions": get_valid_actions})


def _all_but_one(table: Any, player: Any, listed: Any) -> Any:
    return listed[:-1] if len(listed) > 2 else listed


def _nothing_at_the_end(table: Any, player: Any, listed: Any) -> Any:
    return listed if table.piles["deck"] else []


def _with_a_card_of_nobody(table: Any, player: Any, listed: Any) -> Any:
    (first, *_), stock = listed, table.piles["deck"]
    return [*listed, type(first)("trail", player, {"card": stock[0]})] if stock else listed


@pytest.mark.parametrize("change", [_all_but_one, _nothing_at_the_end, _with_a_card_of_nobody])
def test_a_listing_that_disagrees_with_the_rules_is_found(change):
    with pytest.raises(Unsound):
        [play_soundly(SoundTable(_listing(change), 2, {}), number) for number in range(WHOLE, WHOLE + 5)]


def test_a_game_that_never_ends_is_found(monkeypatch):
    monkeypatch.setattr(soundness, "MOST_ACTIONS", 400)
    endless = derived(load("scopa"), {"is_match_over": lambda self, table: False})
    with pytest.raises(Unsound, match="the game goes on"):
        play_soundly(SoundTable(endless, 2, {}), 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("pile", ["AS KD", "AS KD KD", "AS KD JH"])
def test_a_card_too_many_or_too_few_is_found(pile):
    with pytest.raises(Unsound, match="too few"):
        count_cards({"hand/0": ("2C",), "deck": tuple(pile.split())}, ("2C", "AS", "KD", "QD"), "an event")
