"""How a view looks and what can be done in it: scenes, offers and words."""
