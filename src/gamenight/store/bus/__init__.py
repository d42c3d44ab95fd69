"""Hints between nodes that a match or a table has changed."""
