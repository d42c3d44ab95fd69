"""A rule-based player of riichi mahjong, which decides by what its seat can see."""

from gamenight.games.riichi.player.deciding import choose, sensible
from gamenight.games.riichi.player.levels import HEURISTICS, LEVELS, play_hard
from gamenight.games.riichi.player.skill import SKILLS, Skill

__all__ = ["HEURISTICS", "LEVELS", "SKILLS", "Skill", "choose", "play_hard", "sensible"]
