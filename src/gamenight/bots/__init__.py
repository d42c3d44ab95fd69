"""Players without a person."""

from gamenight.bots.simple import RandomBot, ScriptedBot

__all__ = ["RandomBot", "ScriptedBot"]
