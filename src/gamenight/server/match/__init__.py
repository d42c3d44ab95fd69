"""A match in memory: loaded from the log or begun, its inputs, and its chat."""
