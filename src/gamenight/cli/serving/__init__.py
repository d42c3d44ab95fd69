"""The flags of `gamenight serve`, and restarts when a file of a game changes."""
