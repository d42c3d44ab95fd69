"""Databases below log, hall and ledger: tables, transactions, and group commit."""
