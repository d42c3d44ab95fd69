"""The player at each level, as the game's bots name it."""

from __future__ import annotations

from gamenight.core import Action, PlayerId, Rng
from gamenight.games.riichi.player.deciding import sensible
from gamenight.games.riichi.player.skill import EASY, HARD, MEDIUM
from gamenight.games.riichi.state import RiichiState


def play_easy(table: RiichiState, player_id: PlayerId, rng: Rng) -> Action | None:
    return sensible(table, player_id, rng, EASY)


def play_medium(table: RiichiState, player_id: PlayerId, rng: Rng) -> Action | None:
    return sensible(table, player_id, rng, MEDIUM)


def play_hard(table: RiichiState, player_id: PlayerId, rng: Rng) -> Action | None:
    return sensible(table, player_id, rng, HARD)


HEURISTICS = {"easy": play_easy, "medium": play_medium}
LEVELS = {"easy": "heuristic:name=easy", "medium": "heuristic:name=medium", "hard": "heuristic"}
