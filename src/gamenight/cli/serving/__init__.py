"""What `gamenight serve` needs besides the server: its flags, and restarts when an author's file changes."""
