"""Riichi mahjong."""

from gamenight.games.riichi.rules import Riichi

GAME = Riichi()
