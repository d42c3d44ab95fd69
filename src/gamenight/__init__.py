"""Turn-based games: rules written once, as pure Python; tables, bots, replays and research from them."""

__version__ = "0.1.0"
