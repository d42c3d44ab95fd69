"""Seats that the server answers for: bots in worker processes, language models as tasks."""
