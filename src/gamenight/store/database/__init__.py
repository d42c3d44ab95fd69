"""The database layer below log, hall and ledger: tables, transactions and group commit."""
