"""One websocket: handshake, frames in, and what the client says to its match."""
