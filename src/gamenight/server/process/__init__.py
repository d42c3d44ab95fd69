"""One server process: settings become a node with sockets, logs and connections, until it is told to stop."""
