"""Crazy Eights, in which an eight can be played on any card."""

from gamenight.games.crazy_eights.rules import CrazyEights

GAME = CrazyEights()
