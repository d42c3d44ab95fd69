"""The match log: the contract of all stores, and the stores in memory and in a database."""
