"""The kill harness, tried on a stand-in that keeps its promises and on stand-ins that break one each."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, Tuple

_HERE = Path(__file__).resolve().parent


class KillHarnessTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = Path(folder.name) / "outbox.db"

    def harness(self, way: str, *more: str) -> Tuple[int, Dict[str, Any]]:
        command = [
            sys.executable, str(_HERE / "kill_test.py"), "--store", str(self.store), "--outbox-table", "locations",
            "--id-column", "uuid", "--where", "event = 'geofence'", "--kills", "12", *more,
            "--", sys.executable, str(_HERE / "stand_in_uploader.py"), "--store", str(self.store),
            "--collector", "{collector}", "--way", way,
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        self.assertNotIn("kill_test.py\", line", done.stderr)
        return done.returncode, json.loads(done.stdout.splitlines()[-1])

    def assert_broken(self, way: str, words: str, *more: str) -> Dict[str, Any]:
        code, summary = self.harness(way, *more)
        self.assertEqual((code, summary["ok"]), (1, False), summary)
        self.assertTrue(any(words in line for line in summary["broken"]), summary)
        return summary

    def test_a_program_that_keeps_its_promises_passes(self) -> None:
        code, summary = self.harness("right")
        self.assertEqual((code, summary["ok"], summary["broken"]), (0, True, []), summary)
        self.assertEqual(summary["kills"], 12)
        self.assertGreater(summary["ledger"], 8)
        self.assertGreater(summary["runs_that_committed"], 0)
        self.assertGreater(summary["failures_served"]["total"], 0)
        self.assertEqual(summary["arrived"] - summary["before_ledger"], summary["ledger"])
        with sqlite3.connect(self.store) as database:
            counted = database.execute("SELECT count(*), count(DISTINCT id) FROM harness_ledger").fetchone()
            self.assertEqual(counted, (summary["ledger"], summary["ledger"]))
        database.close()

    def test_a_store_that_exists_already_gets_its_ledger_with_what_is_in_it(self) -> None:
        with sqlite3.connect(self.store) as database:
            database.execute("CREATE TABLE locations (id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, event TEXT, body TEXT)")
            record = {"uuid": "old", "event": "geofence", "geofence": {"identifier": "x", "action": "ENTER"}}
            database.execute(
                "INSERT INTO locations (uuid, event, body) VALUES ('old', 'geofence', ?)", (json.dumps(record),))
        database.close()
        code, summary = self.harness("right", "--kills", "3")
        self.assertEqual(code, 0, summary)
        with sqlite3.connect(self.store) as database:
            self.assertIn(("old",), database.execute("SELECT id FROM harness_ledger").fetchall())
        database.close()

    def test_a_lost_record_is_found(self) -> None:
        # Whenever a request is cut the stand-in has lost its record, whether a kill meets it or not.
        summary = self.assert_broken("forgets", "never arrived", "--faults", '{"cut_before": 3}', "--kills", "3")
        self.assertGreater(summary["missing"], 0)

    def test_a_record_sent_before_it_was_committed_is_found(self) -> None:
        self.assert_broken("sends-first", "were never committed", "--faults", "{}")

    def test_a_retry_under_a_new_id_is_found(self) -> None:
        self.assert_broken("new-id-on-retry", "never arrived", "--kills", "3")

    def test_a_retry_with_another_content_is_found(self) -> None:
        self.assert_broken("rewrites", "repeats differ", "--faults", '{"cut_after": 3}', "--kills", "3")

    def test_a_store_that_was_started_over_is_found(self) -> None:
        self.assert_broken("starts-over", "the ledger is gone", "--kills", "3")

    def test_a_crash_is_found(self) -> None:
        self.assert_broken("crashes", "ended by signal 11", "--faults", "{}", "--kills", "3")

    def test_too_few_records_prove_nothing(self) -> None:
        self.assert_broken("right", "too few", "--at-least", "100000", "--kills", "2")

    def test_a_test_that_cannot_be_made_is_no_verdict(self) -> None:
        for way, more, reason in (
            ("never-makes-a-table", ["--kills", "2"], "no table locations"),
            ("right", ["--collector-argument=--limit=0"], "--limit"), ("right", ["--faults", '{"x": 1}'], "not known"),
            ("right", ["--outbox-table", "none", "--kills", "2"], "no table none"),
            ("right", ["--min-ms", "20000", "--max-ms", "20001", "--kills", "1", "--faults", "{}"], "too fast"),
        ):
            code, summary = self.harness(way, *more)
            self.assertEqual((code, summary["ok"]), (2, False), summary)
            self.assertIn(reason, summary["error"])


if __name__ == "__main__":
    unittest.main()
