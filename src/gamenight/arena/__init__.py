"""The arena: many matches between bots, with schedules, statistics, ratings and executors."""

from gamenight.arena.contest import Contest, Contestant, plan
from gamenight.arena.job import GameJob, GameOutcome, play_game, voided
from gamenight.arena.report.result import ArenaResult, Figures, Standing
from gamenight.arena.results import ResultsError, read_results
from gamenight.arena.runner import Here, play_contest, run_arena

__all__ = [
    "ArenaResult",
    "Contest",
    "Contestant",
    "Figures",
    "GameJob",
    "GameOutcome",
    "Here",
    "ResultsError",
    "Standing",
    "plan",
    "play_contest",
    "play_game",
    "read_results",
    "run_arena",
    "voided",
]
