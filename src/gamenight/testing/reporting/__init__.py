"""Reports of the kit: describe what is wrong and where in the author's code."""
