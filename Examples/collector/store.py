"""The collector's SQLite file: one row per record, repeats counted on it."""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence

from http_values import now_text
from records import Record

#: Marks a file as ours (PRAGMA application_id): "GFcl".
_APPLICATION_ID = 0x4746636C
_SCHEMA = """
CREATE TABLE batches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    vendor TEXT NOT NULL, path TEXT NOT NULL, received_at TEXT NOT NULL,
    stored INTEGER NOT NULL, repeats INTEGER NOT NULL);
CREATE TABLE records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    vendor TEXT NOT NULL, scope TEXT NOT NULL, key TEXT, kind TEXT NOT NULL,
    fence TEXT, action TEXT, record_time TEXT, received_at TEXT NOT NULL,
    batch INTEGER NOT NULL REFERENCES batches (id), last_batch INTEGER NOT NULL REFERENCES batches (id),
    repeats INTEGER NOT NULL DEFAULT 0, differing INTEGER NOT NULL DEFAULT 0,
    digest TEXT NOT NULL, body TEXT NOT NULL,
    UNIQUE (vendor, scope, key));
"""
#: What a reader may select by, and the SQL that does it.
FILTERS = {
    "vendor": "vendor = ?", "kind": "kind = ?", "fence": "fence = ?", "action": "action = ?", "key": "key = ?",
    "batch": "batch = ?", "after": "id > ?",
}


class StoreError(Exception):
    """The file cannot be used as the collector's database."""


@dataclass(frozen=True)
class Stored:
    """What became of one upload."""

    batch: int
    stored: int
    repeats: int

    def as_json(self) -> Dict[str, Any]:
        return {"ok": True, "batch": self.batch, "stored": self.stored, "repeats": self.repeats}


class Store:
    """Keeps records; safe to call from any thread, one call at a time reaches the file."""

    def __init__(self, path: str):
        self._lock = threading.Lock()
        try:
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._db.row_factory = sqlite3.Row
            self._open(path)
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {error}") from None

    def _open(self, path: str) -> None:
        mark = self._db.execute("PRAGMA application_id").fetchone()[0]
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if mark != _APPLICATION_ID and tables > 0:
            raise StoreError(f"{path}: a database of another program")
        self._db.execute("PRAGMA journal_mode = WAL")
        # With FULL a commit is on the disk before it returns: a 2xx is a promise, also to a power cut.
        self._db.execute("PRAGMA synchronous = FULL")
        if mark != _APPLICATION_ID:
            self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA application_id = {_APPLICATION_ID}; COMMIT;")

    def add(self, vendor: str, path: str, records: Sequence[Record]) -> Stored:
        """Stores an upload in one transaction, which is committed when this returns."""
        now = now_text()
        stored = 0
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                batch = self._db.execute(
                    "INSERT INTO batches (vendor, path, received_at, stored, repeats) VALUES (?, ?, ?, 0, 0)",
                    (vendor, path, now)).lastrowid or 0
                for record in records:
                    stored += self._insert(record, batch, now)
                repeats = len(records) - stored
                self._db.execute(
                    "UPDATE batches SET stored = ?, repeats = ? WHERE id = ?", (stored, repeats, batch))
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        return Stored(batch, stored, repeats)

    def _insert(self, record: Record, batch: int, now: str) -> int:
        """Stores one record, or counts it as a repeat; how many rows are new: 1 or 0."""
        digest = record.digest()
        # A key of NULL conflicts with nothing: such a record is always new.
        added = self._db.execute(
            """
            INSERT INTO records (vendor, scope, key, kind, fence, action, record_time, received_at,
                                 batch, last_batch, digest, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (vendor, scope, key) DO NOTHING
            """,
            (record.vendor, record.scope, record.key, record.kind, record.fence, record.action, record.time, now,
             batch, batch, digest, json.dumps(record.body))).rowcount
        if added == 0:
            self._db.execute(
                """
                UPDATE records SET repeats = repeats + 1, last_batch = ?, differing = differing + (digest != ?)
                WHERE vendor = ? AND scope = ? AND key = ?
                """,
                (batch, digest, record.vendor, record.scope, record.key))
        return added

    def records(
        self, filters: Mapping[str, str], limit: Optional[int] = None, newest_first: bool = False
    ) -> List[Dict[str, Any]]:
        """The records that pass every filter (names as in `FILTERS`), in order of arrival unless `newest_first`."""
        wanted = sorted(filters.items())
        where = " AND ".join(FILTERS[name] for name, _ in wanted) or "1"
        # "batch" and "after" are compared with integers; SQLite's column affinity converts the text.
        sql = f"SELECT * FROM records WHERE {where} ORDER BY id {'DESC' if newest_first else 'ASC'} LIMIT ?"
        with self._lock:
            rows = self._db.execute(sql, [value for _, value in wanted] + [-1 if limit is None else limit]).fetchall()
        return [_as_json(row) for row in rows]

    def totals(self) -> Dict[str, Any]:
        """Counts over everything stored, overall and per vendor."""
        sql = """
            SELECT vendor, kind, count(*) AS found, sum(repeats) AS repeats, sum(differing) AS differing
            FROM records GROUP BY vendor, kind ORDER BY vendor, kind"""
        with self._lock:
            rows = self._db.execute(sql).fetchall()
            batches = self._db.execute("SELECT count(*) FROM batches").fetchone()[0]
        vendors: Dict[str, Any] = {}
        for row in rows:
            vendor = vendors.setdefault(row["vendor"], {"unique": 0, "repeats": 0, "differing": 0, "kinds": {}})
            vendor["unique"] += row["found"]
            vendor["repeats"] += row["repeats"]
            vendor["differing"] += row["differing"]
            vendor["kinds"][row["kind"]] = row["found"]
        names = ("unique", "repeats", "differing")
        overall = {name: sum(vendor[name] for vendor in vendors.values()) for name in names}
        return {**overall, "batches": batches, "vendors": vendors}

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _as_json(row: sqlite3.Row) -> Dict[str, Any]:
    value = {name: row[name] for name in row.keys() if name not in ("digest", "body")}
    value["record"] = json.loads(row["body"])
    return value
