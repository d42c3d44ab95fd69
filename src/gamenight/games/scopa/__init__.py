"""Scopa, the Italian game of captures."""

from gamenight.games.scopa.rules import Scopa

GAME = Scopa()
