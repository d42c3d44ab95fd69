"""Timeouts of tests. They are long, as a busy machine is slow, and a successful wait ends early."""

TIMEOUT_S = 120.0
