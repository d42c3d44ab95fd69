"""The rules of play for any game: pure functions over frozen data."""
