"""Read and write games in the formats of other programs."""
