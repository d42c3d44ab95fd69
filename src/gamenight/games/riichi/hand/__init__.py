"""Tiles, the shapes of hands, and what hands are worth."""
