"""Matches as the commands need them: set up, recorded, read from a file or a database, checked against others."""
