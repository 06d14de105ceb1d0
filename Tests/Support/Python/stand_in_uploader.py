#!/usr/bin/env python3
"""A tiny program with a SQLite outbox, to test the kill harness with: right by default, wrong in one way on request.

It makes a few records per run, sends what is pending, oldest first, and ends when nothing is left or the server
refuses too often.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sqlite3
import sys
import time
import urllib.request
import uuid

WAYS = (
    "right", "forgets", "sends-first", "new-id-on-retry", "rewrites", "starts-over", "crashes", "never-makes-a-table",
)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", required=True)
    parser.add_argument("--collector", required=True)
    parser.add_argument("--records", type=int, default=8)
    parser.add_argument("--way", choices=WAYS, default="right")
    options = parser.parse_args()
    if options.way == "never-makes-a-table":
        time.sleep(0.05)
        return 0
    if options.way == "starts-over" and os.path.exists(options.store):
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(options.store + suffix):
                os.remove(options.store + suffix)
    database = sqlite3.connect(options.store, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute(
        "CREATE TABLE IF NOT EXISTS locations (id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, event TEXT, body TEXT)")
    failures = 0
    for number in range(options.records):
        make(database, number, options)
        failures += drain(database, options)
    if options.way == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    while failures < 200:
        failed = drain(database, options)
        if failed == 0:
            return 0
        failures += failed
        time.sleep(0.005)
    return 3


def make(database: sqlite3.Connection, number: int, options: argparse.Namespace) -> None:
    """Commits a transition, and with it a plain location that the harness must not count."""
    identifier = str(uuid.uuid4())
    action = "ENTER" if number % 2 == 0 else "EXIT"
    record = {
        "uuid": identifier, "event": "geofence", "timestamp": "2026-03-02T07:15:04.000Z",
        "geofence": {"identifier": "home", "action": action, "timestamp": "2026-03-02T07:15:04.000Z"},
    }
    if options.way == "sends-first":
        send(record, options)
        # The mistake lasts long enough for a kill to meet it.
        time.sleep(0.1)
    plain = {"uuid": str(uuid.uuid4()), "timestamp": "2026-03-02T07:15:04.000Z"}
    database.execute("BEGIN IMMEDIATE")
    for value, event in ((record, "geofence"), (plain, None)):
        database.execute(
            "INSERT INTO locations (uuid, event, body) VALUES (?, ?, ?)", (value["uuid"], event, json.dumps(value)))
    database.execute("COMMIT")


def drain(database: sqlite3.Connection, options: argparse.Namespace) -> int:
    """Sends until the outbox is empty (0) or a request fails (1)."""
    while True:
        row = database.execute("SELECT id, body FROM locations ORDER BY id LIMIT 1").fetchone()
        if row is None:
            return 0
        record = json.loads(row[1])
        if options.way == "forgets":
            # The mistake: the record is only in memory from here on.
            database.execute("DELETE FROM locations WHERE id = ?", (row[0],))
        if options.way == "new-id-on-retry":
            record["uuid"] = str(uuid.uuid4())
        if options.way == "rewrites":
            record["sent_at"] = time.time()
        if not send(record, options):
            return 1
        database.execute("DELETE FROM locations WHERE id = ?", (row[0],))


def send(record: dict, options: argparse.Namespace) -> bool:
    data = json.dumps({"location": record}).encode("utf-8")
    request = urllib.request.Request(options.collector + "/bgeo", data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            response.read()
        return True
    except Exception:  # Whatever it was, the answer that counts has not come.
        return False


if __name__ == "__main__":
    sys.exit(main())
