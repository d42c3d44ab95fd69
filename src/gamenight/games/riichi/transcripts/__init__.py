"""Recorded deals: their format, and how our rules play them again."""
