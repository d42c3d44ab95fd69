"""One server process: a node with its sockets, connections and logs, from start to stop."""
