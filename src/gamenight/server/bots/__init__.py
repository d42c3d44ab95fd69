"""Seats that the server answers for: bots in worker processes, language models in tasks of the event loop."""
