"""The migrations of the log's schema, in Alembic's layout."""
