"""The match log: `open_store` gives a store by URL; everything else is what goes into it and comes out."""

from gamenight.store.database import sqlite_file
from gamenight.store.errors import (
    BadEntry,
    DamagedLog,
    DuplicateMatch,
    Gap,
    OtherRules,
    OutcomeUnknown,
    StoreError,
    StoreUnavailable,
    UnknownMatch,
)
from gamenight.store.log import (
    Accepted,
    Answer,
    Append,
    DueMatch,
    Filter,
    Lost,
    MatchStore,
    MatchSummary,
    Opening,
    Page,
    Repeated,
    Snapshot,
    StoredEvent,
    entry_of,
    opening_of,
)
from gamenight.store.opening import open_store
from gamenight.store.rebuild import check_rules, reconstruct, verify
from gamenight.store.recorder import EVERY_TURN, NOW_AND_THEN, Recorder
from gamenight.store.schema import newest_revision, revision, upgrade

__all__ = [
    "EVERY_TURN",
    "NOW_AND_THEN",
    "Accepted",
    "Answer",
    "Append",
    "BadEntry",
    "DamagedLog",
    "DueMatch",
    "DuplicateMatch",
    "Filter",
    "Gap",
    "Lost",
    "MatchStore",
    "MatchSummary",
    "Opening",
    "OtherRules",
    "OutcomeUnknown",
    "Page",
    "Recorder",
    "Repeated",
    "Snapshot",
    "StoreError",
    "StoreUnavailable",
    "StoredEvent",
    "UnknownMatch",
    "check_rules",
    "entry_of",
    "newest_revision",
    "open_store",
    "opening_of",
    "reconstruct",
    "revision",
    "sqlite_file",
    "upgrade",
    "verify",
]
