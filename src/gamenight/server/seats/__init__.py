"""Seats: presence, absences and the seats of language models. Most decisions here are pure functions."""
