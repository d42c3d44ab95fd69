"""Liar's dice."""

from gamenight.games.liarsdice.rules import LiarsDice

GAME = LiarsDice()
