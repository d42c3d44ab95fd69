"""The match log: what every store promises, in memory and in a database."""
