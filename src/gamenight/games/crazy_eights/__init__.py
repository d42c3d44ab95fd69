"""Crazy Eights, in which the eights go on everything."""

from gamenight.games.crazy_eights.rules import CrazyEights

GAME = CrazyEights()
