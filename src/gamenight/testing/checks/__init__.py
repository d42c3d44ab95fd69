"""The checks of the conformance kit, grouped by subject."""
