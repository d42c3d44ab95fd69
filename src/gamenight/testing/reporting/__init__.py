"""What the kit found: whose fault it is, where in the author's code, and how it is told."""
