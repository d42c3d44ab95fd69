"""A copy of a SQLite database that is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from gamenight.store.errors import StoreError


def copy_sqlite(source: Path, target: Path) -> None:
    """Write a consistent copy to a new file; servers may write to the source meanwhile. StoreError if it cannot be.

    The copy has a name of its own until it is whole, so a crash leaves no file that looks like a backup.
    """
    if target.exists():
        raise StoreError(f"{target} exists already")
    partial = target.with_name(f"{target.name}.partial")
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as original,
            closing(sqlite3.connect(partial)) as copy,
        ):
            original.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        os.replace(partial, target)
    except (sqlite3.Error, OSError) as error:
        partial.unlink(missing_ok=True)
        raise StoreError(f"the backup could not be written: {error}") from None
