"""Hints between nodes that a match has moved."""
