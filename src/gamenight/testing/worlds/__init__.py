"""Other worlds: the same match where chance fell differently, and what each viewer can tell of it."""
