"""The server: matches over REST and WebSocket, on one machine or on many."""
