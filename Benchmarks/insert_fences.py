"""Inserts the fences of an engine's database into a new one, with Python's own sqlite3, and says how long that took.

    python3 insert_fences.py SOURCE.db TARGET.db

The table is the same, with the one index that its UNIQUE clause makes; the rows are the same; the target is as durable
(write-ahead log, synchronous FULL). Reading the rows is not timed: only inserting them, in one transaction, and the commit.
Prints one JSON object.
"""

import json
import sqlite3
import sys
import time


def read(path):
    source = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    (table,) = source.execute("SELECT sql FROM sqlite_master WHERE name = 'geofences'").fetchone()
    rows = source.execute("SELECT * FROM geofences ORDER BY ordinal").fetchall()
    source.close()
    return table, rows


def insert(path, table, rows):
    target = sqlite3.connect(path, isolation_level=None)
    target.execute("PRAGMA journal_mode = WAL")
    target.execute("PRAGMA synchronous = FULL")
    target.execute(table)
    places = ", ".join("?" * len(rows[0]))
    begin = time.perf_counter()
    target.execute("BEGIN IMMEDIATE")
    target.executemany(f"INSERT INTO geofences VALUES ({places})", rows)
    target.execute("COMMIT")
    passed = time.perf_counter() - begin
    (count,) = target.execute("SELECT count(*) FROM geofences").fetchone()
    target.close()
    return passed, count


def main(source, target):
    table, rows = read(source)
    seconds, count = insert(target, table, rows)
    print(json.dumps({"milliseconds": seconds * 1000, "rows": count, "sqlite": sqlite3.sqlite_version}))


if __name__ == "__main__":
    main(*sys.argv[1:])
