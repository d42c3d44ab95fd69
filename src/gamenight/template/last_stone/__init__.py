"""Last Stone."""

from .rules import LastStone

GAME = LastStone()
