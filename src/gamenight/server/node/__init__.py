"""Everything that one process does across its matches: housekeeping, lobby, lists and replays."""
