"""A person at the terminal: what is printed, what is asked, and in which language."""
