"""The ledger: what language models decided, and what it cost."""
