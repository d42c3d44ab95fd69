"""How good a position is, and which moves a search tries first."""
