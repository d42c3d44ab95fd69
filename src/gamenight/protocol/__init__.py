"""What goes over the wire between server and clients: messages, REST bodies, and their compact forms."""
