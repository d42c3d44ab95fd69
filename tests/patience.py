"""How long tests wait for what must come: a wait that succeeds costs nothing, and a busy machine is slow."""

PATIENCE_S = 120.0
