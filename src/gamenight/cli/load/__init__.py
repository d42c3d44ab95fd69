"""Load runs: many players over real sockets, and what they cost the server."""
