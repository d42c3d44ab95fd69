"""The hall: tables, seats, presence and chat, in a database."""
