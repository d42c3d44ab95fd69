"""One module for each subcommand of `gamenight`: its arguments, and what it does."""
