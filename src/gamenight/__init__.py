"""Turn-based games: rules written once, as pure Python; tables, bots, replays and research from them."""

from gamenight.core.match import Match
from gamenight.core.registry import register as register_game
from gamenight.core.run import run_match

__all__ = ["Match", "register_game", "run_match"]
__version__ = "0.1.0"
