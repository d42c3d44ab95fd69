"""Tree search for any game: decisions, chance, hidden worlds and rollouts."""
