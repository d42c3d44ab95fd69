"""The checks of the conformance kit, grouped by what they look at."""
