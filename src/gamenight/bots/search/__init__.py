"""Monte Carlo tree search for any game, with random events and hidden information."""
