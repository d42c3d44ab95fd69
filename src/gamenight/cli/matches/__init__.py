"""The matches of commands: set up, recorded, read from a file or a database, compared with other engines."""
