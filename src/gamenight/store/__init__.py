"""The match log: `open_store` gives a store by URL; everything else is what goes into it and comes out."""
