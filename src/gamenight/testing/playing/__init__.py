"""The matches and positions that the checks look at, and how a long failure is made short."""
