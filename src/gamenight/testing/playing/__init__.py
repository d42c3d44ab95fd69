"""The matches and positions that the checks look at."""
