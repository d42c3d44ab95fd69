"""The table in scenes and in words."""
