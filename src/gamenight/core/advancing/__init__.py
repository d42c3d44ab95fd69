"""Make the next state from a state and an input: prompts, answers, clocks, and players who leave."""
