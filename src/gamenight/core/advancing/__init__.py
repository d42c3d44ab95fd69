"""From a state and an input to the next state: prompts, answers, clocks, and players who leave."""
