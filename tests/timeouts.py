"""How long tests wait for what must come: a wait that succeeds costs nothing, and a busy machine is slow."""

TIMEOUT_S = 120.0
