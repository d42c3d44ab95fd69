"""Show views to people: scenes, offers and words."""
