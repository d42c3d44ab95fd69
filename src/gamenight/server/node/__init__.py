"""Everything that one process does for all its matches: housekeeping, lobby, lists and replays."""
