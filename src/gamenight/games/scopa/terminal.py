"""Scopa in a terminal."""

from gamenight.cards.terminal import text

__all__ = ["text"]
