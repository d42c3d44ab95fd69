"""One websocket: the handshake, the frames, and the messages between client and match."""
