"""Language models as players: build their prompts, call them, and read their answers."""
