"""Many matches between bots: schedules, statistics, ratings, and where they run."""

from gamenight.arena.job import GameJob, GameOutcome, play_game, voided

__all__ = ["GameJob", "GameOutcome", "play_game", "voided"]
