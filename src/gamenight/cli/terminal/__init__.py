"""The terminal of a player: printing, asking, and the language."""
