"""What a program committed to its outbox, recorded by SQLite itself and read without disturbing the program's files.

A trigger copies the id of each new outbox row into a table of its own, in the same transaction: the ledger has exactly
what was committed, whatever the program does with the row afterwards. Reading happens on a copy of the file, because
opening the original would recover and shorten its log, which is the next process's own work under test.
"""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional, Set

TABLE = "harness_ledger"
_TRIGGER = "harness_ledger_insert"


@dataclass(frozen=True)
class Outbox:
    """Which rows of which table count: those that meet `condition`, an SQL expression over the table's columns."""

    table: str
    id_columns: List[str]
    condition: str

    def ids(self, rows: str) -> str:
        """SQL for the ids of the rows chosen by the SQL expression `rows`; several columns are joined by a slash."""
        text = " || '/' || ".join(f"coalesce({_quoted(column)}, '')" for column in self.id_columns)
        return f"SELECT {text} AS id FROM {_quoted(self.table)} WHERE ({rows}) AND ({self.condition})"


@dataclass(frozen=True)
class Snapshot:
    """The state of a store file between two runs."""

    has_table: bool
    has_trigger: bool
    #: The first lines of `PRAGMA integrity_check`; "ok" when it found nothing.
    integrity: str
    ledger: Set[str]
    pending: Set[str]


class Ledger:
    """The ledger in one store file."""

    def __init__(self, store: Path, outbox: Outbox, scratch: Path):
        self._store = store
        self._outbox = outbox
        self._copy = scratch / "copy-of-store"

    def snapshot(self) -> Optional[Snapshot]:
        """What the file holds, or None when there is no file or nothing in it yet."""
        for suffix in ("", "-wal", "-journal"):
            target = Path(f"{self._copy}{suffix}")
            target.unlink(missing_ok=True)
            source = Path(f"{self._store}{suffix}")
            if source.exists() and source.stat().st_size > 0:
                shutil.copyfile(source, target)
        if not self._copy.exists():
            return None
        database = sqlite3.connect(self._copy)
        try:
            names = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
            rows = database.execute("PRAGMA integrity_check(5)").fetchall()
            has_table = self._outbox.table in names
            ledger = database.execute(f"SELECT id FROM {TABLE}").fetchall() if TABLE in names else []
            pending = database.execute(self._outbox.ids("1")).fetchall() if has_table else []
            return Snapshot(
                has_table=has_table, has_trigger=_TRIGGER in names, integrity="; ".join(row[0] for row in rows),
                ledger={row[0] for row in ledger}, pending={row[0] for row in pending})
        finally:
            database.close()

    def table_has_appeared(self) -> bool:
        """Whether the outbox table is there, asked while the program runs; a copy torn by its writing says no."""
        try:
            snapshot = self.snapshot()
        except (sqlite3.Error, OSError):
            return False
        return snapshot is not None and snapshot.has_table

    def install(self) -> None:
        """Makes the table and the trigger, and enters the rows that are there. The program must not be running."""
        columns = " AND ".join(f"{_quoted(column)} IS NEW.{_quoted(column)}" for column in self._outbox.id_columns)
        new = self._outbox.ids(columns)
        database = sqlite3.connect(self._store, isolation_level=None)
        try:
            database.executescript(f"""
                BEGIN IMMEDIATE;
                CREATE TABLE {TABLE} (ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL);
                CREATE INDEX {TABLE}_id ON {TABLE} (id);
                INSERT INTO {TABLE} (id) {self._outbox.ids("1")};
                CREATE TRIGGER {_TRIGGER} AFTER INSERT ON {_quoted(self._outbox.table)} BEGIN
                    -- No constraint that could fail: the program's own statement must succeed as it would without us.
                    INSERT INTO {TABLE} (id)
                    SELECT id FROM ({new}) WHERE id NOT IN (SELECT id FROM {TABLE});
                END;
                COMMIT;
            """)
        finally:
            database.close()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
