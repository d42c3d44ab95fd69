"""Load tests: many players over real sockets, and their cost for the server."""
