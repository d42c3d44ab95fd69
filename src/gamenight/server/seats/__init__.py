"""Who sits where: presence, absences, and the seats of language models. Decisions here are pure functions."""
