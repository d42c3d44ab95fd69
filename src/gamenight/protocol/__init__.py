"""The wire format between server and clients: messages, REST bodies, and their compact forms."""
