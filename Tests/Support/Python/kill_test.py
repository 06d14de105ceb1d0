#!/usr/bin/env python3
"""Kills a program again and again while it uploads, and proves that nothing it committed is lost or doubled.

    kill_test.py --store FILE --outbox-table locations --id-column uuid --where "event = 'geofence'" \\
        [--kills 200] [--seed 1] -- PROGRAM ARGUMENT…

In the arguments `{collector}` becomes the collector's address, `{run}` the number of the run (a program that makes its
ids from a seed needs a new one each time) and `{scratch}` a folder for the whole test. The collector is started here,
with faults on. After the kills the program runs once to its end with the faults off. Then every id that its store ever
committed must be at the collector exactly once, and nothing else may be.

The last line printed is a JSON object. Exit codes: 0 proven, 1 a promise was broken, 2 the test could not be made.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Optional, Set

from collector_process import Client, CollectorError, CollectorProcess
from ledger import Ledger, Outbox, Snapshot

#: Faults after which a correct program keeps its records; none that makes it set one aside, such as 422.
DEFAULT_FAULTS = {
    "status": {"codes": [503, 429, 500], "probability": 0.1}, "cut_before": {"probability": 0.05},
    "cut_after": {"probability": 0.1}, "cut_answer": {"probability": 0.05},
    "delay": {"probability": 0.2, "ms": 15},
}
#: Runs per kill wanted, before it is said that the program ends too fast to be killed.
_PATIENCE = 5
_SHOWN = 10


class CannotTest(Exception):
    """The test could not be made, which says nothing about the program."""


class Harness:
    """One test: its runs, and what has been seen of them."""

    def __init__(self, options: argparse.Namespace, collector: Client, scratch: Path):
        self._options = options
        self._collector = collector
        self._scratch = scratch
        self._random = random.Random(options.seed)
        outbox = Outbox(options.outbox_table, options.id_column, options.where)
        self._ledger = Ledger(Path(options.store), outbox, scratch)
        self._installed = False
        #: Ids that reached the collector before there was a ledger: nobody can say whether they were committed.
        self._before: Set[str] = set()
        #: Every id ever seen in the ledger, kept outside the program's file.
        self._committed: Set[str] = set()
        self._longest = 0.0
        self._broken: List[str] = []
        self._counts: Counter = Counter()

    def run(self) -> Dict[str, Any]:
        """Makes the test and returns its summary, in which `ok` is the verdict."""
        options = self._options
        begun = time.monotonic()
        self._collector.json("POST", "/faults", {"seed": options.seed, **options.faults})
        while self._counts["kills"] < options.kills and not self._broken:
            if self._counts["runs"] >= options.kills * _PATIENCE + _PATIENCE:
                raise CannotTest(
                    f"only {self._counts['kills']} kills with a ledger in {self._counts['runs']} runs: the program "
                    f"ends too fast, or makes no table {options.outbox_table} in {options.store}")
            self._run_and_kill()
            self._inspect()
        self._collector.json("DELETE", "/faults")
        pending = self._counts["pending_now"]
        exit_code = self._final_run()
        self._inspect()
        return {**self._verdict(exit_code), "pending_before_final_run": pending, **self._about(begun)}

    def _start(self) -> subprocess.Popen:
        self._counts["runs"] += 1
        values = {
            "{collector}": self._collector.url, "{run}": str(self._counts["runs"]), "{scratch}": str(self._scratch),
        }
        command = []
        for argument in self._options.command:
            for name, value in values.items():
                argument = argument.replace(name, value)
            command.append(argument)
        with open(self._scratch / "program.log", "ab") as log:
            try:
                # A group of its own, so that children of the program die with it.
                return subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
            except OSError as error:
                raise CannotTest(f"{command[0]}: {error.strerror}") from None

    def _run_and_kill(self) -> None:
        options = self._options
        # A program that ends sooner than the longest delay would mostly escape: aim at the time it takes.
        latest = min(options.max_ms, max(options.min_ms + 1, self._longest * 1000)) if self._longest else options.max_ms
        seconds = self._random.uniform(options.min_ms, latest) / 1000
        begun = time.monotonic()
        process = self._start()
        try:
            while not self._installed and process.poll() is None and time.monotonic() - begun < options.max_ms / 1000:
                # The sooner the trigger is there, the less happens without a ledger: this kill is not at random.
                if self._ledger.table_has_appeared():
                    break
                time.sleep(0.005)
            if self._installed:
                process.wait(timeout=max(0.0, seconds - (time.monotonic() - begun)))
        except subprocess.TimeoutExpired:
            pass
        except BaseException:
            _kill(process)
            raise
        if _kill(process):
            # Without a ledger nobody knows what was committed: such a kill is none of those asked for.
            self._counts["kills" if self._installed else "kills_before_ledger"] += 1
            return
        self._longest = max(self._longest, time.monotonic() - begun)
        self._counts["completed"] += 1
        self._judge_exit(process.returncode)

    def _final_run(self) -> int:
        process = self._start()
        try:
            process.wait(timeout=self._options.final_timeout)
        except subprocess.TimeoutExpired:
            _kill(process)
            self._broken.append(f"the final run did not end within {self._options.final_timeout} s")
        if process.returncode != 0:
            self._broken.append(f"the final run ended with exit code {process.returncode}")
        self._judge_exit(process.returncode)
        return process.returncode

    def _judge_exit(self, code: int) -> None:
        # With faults on a program may well end with an error of its own; it may never crash.
        if code < 0 and code != -signal.SIGKILL:
            self._broken.append(f"run {self._counts['runs']} ended by signal {-code} ({signal.strsignal(-code)})")
        elif code > 0:
            self._counts["nonzero_exits"] += 1

    def _inspect(self) -> None:
        """Looks at the store while nothing runs, and installs the ledger as soon as it can be."""
        try:
            snapshot = self._ledger.snapshot()
        except (sqlite3.Error, OSError) as error:
            self._broken.append(f"after run {self._counts['runs']} the store cannot be read: {error}")
            return
        if snapshot is not None and snapshot.integrity != "ok":
            self._broken.append(f"after run {self._counts['runs']} integrity_check says: {snapshot.integrity}")
        if self._installed:
            self._follow(snapshot)
        elif snapshot is not None and snapshot.has_table:
            if not snapshot.has_trigger:
                self._ledger.install()
            self._installed = True
            self._committed |= snapshot.pending | snapshot.ledger
            self._before = set(self._arrived()) - self._committed
        elif self._counts["completed"] > self._counts["nonzero_exits"]:
            raise CannotTest(f"a run has ended and left no table {self._options.outbox_table} in {self._options.store}")

    def _follow(self, snapshot: Optional[Snapshot]) -> None:
        if snapshot is None or not snapshot.has_trigger:
            self._broken.append(f"after run {self._counts['runs']} the store is another file: the ledger is gone")
            return
        gone = self._committed - snapshot.ledger
        if gone:
            self._broken.append(f"after run {self._counts['runs']} committed rows are gone: {_some(gone)}")
        self._counts["runs_that_committed"] += bool(snapshot.ledger - self._committed)
        self._counts["runs_that_left_some_pending"] += bool(snapshot.pending)
        self._counts["pending_now"] = len(snapshot.pending)
        self._committed |= snapshot.ledger

    def _arrived(self) -> Counter:
        options = self._options
        query = f"/records?vendor={options.vendor}&kind={options.kind}"
        return Counter(record["key"] for record in self._collector.json("GET", query)["records"])

    def _verdict(self, exit_code: int) -> Dict[str, Any]:
        arrived = self._arrived()
        missing = self._committed - set(arrived)
        unknown = set(arrived) - self._committed - self._before
        doubled = {key for key, count in arrived.items() if count > 1}
        stats = self._collector.json("GET", "/stats")
        for problem, found in (("never arrived", missing), ("arrived and were never committed", unknown),
                               ("are at the collector more than once", doubled)):
            if found:
                self._broken.append(f"{len(found)} {problem}: {_some(found)}")
        if stats["differing"]:
            self._broken.append(f"{stats['differing']} repeats differ from the record whose id they carry")
        if len(self._committed) < self._options.at_least:
            self._broken.append(f"only {len(self._committed)} records were committed, too few to prove anything")
        return {
            "ok": not self._broken, "broken": self._broken, "ledger": len(self._committed),
            "arrived": len(arrived), "missing": len(missing), "unknown": len(unknown), "doubled": len(doubled),
            "before_ledger": len(self._before), "repeats_dropped": stats["repeats"], "differing": stats["differing"],
            "final_exit_code": exit_code, "failures_served": stats["failures"],
        }

    def _about(self, begun: float) -> Dict[str, Any]:
        names = (
            "kills", "kills_before_ledger", "runs", "completed", "nonzero_exits", "runs_that_committed",
            "runs_that_left_some_pending")
        return {
            **{name: self._counts[name] for name in names}, "seed": self._options.seed,
            "seconds": round(time.monotonic() - begun, 1),
        }


def _kill(process: subprocess.Popen) -> bool:
    """Kills the program's group and says whether the program was still alive to be killed."""
    if process.poll() is not None:
        return False
    # Not waited for yet, so the number is still the program's own and no one else's.
    os.killpg(process.pid, signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def _some(ids: Set[str]) -> str:
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(sorted(ids)[:_SHOWN]) + more


def arguments(given: List[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="kill_test", description="Kills a program while it uploads.")
    add = parser.add_argument
    add("--store", required=True, metavar="FILE", help="the program's SQLite file; it need not exist yet")
    add("--outbox-table", required=True, metavar="TABLE")
    add("--id-column", required=True, action="append", metavar="COLUMN", help="repeat it for an id of several columns")
    add("--where", default="1", metavar="SQL", help="which rows of the table count")
    add("--vendor", default="bgeo", help="whose records to read at the collector")
    add("--kind", default="geofence", help="which kind of record to read at the collector")
    add("--kills", type=int, default=200)
    add("--seed", type=int, default=1)
    add("--min-ms", type=float, default=5, help="the earliest kill after a start")
    add("--max-ms", type=float, default=1500, help="the latest kill after a start")
    add("--final-timeout", type=float, default=120, metavar="SECONDS")
    add("--at-least", type=int, default=1, metavar="N", help="fewer committed records than this prove nothing")
    add("--faults", type=_faults, default=DEFAULT_FAULTS, metavar="JSON", help="as the collector's POST /faults")
    add("--collector-argument", action="append", default=[], metavar="ARGUMENT", help="passed to the collector")
    add("command", nargs="+", help="after --: the program and its arguments")
    options = parser.parse_args(given)
    if options.kills < 1 or not 0 < options.min_ms < options.max_ms:
        parser.error("--kills must be at least 1, and 0 < --min-ms < --max-ms")
    return options


def _faults(text: str) -> Dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def main(given: List[str]) -> int:
    options = arguments(given)
    with tempfile.TemporaryDirectory() as folder:
        summary = _test(options, Path(folder))
        log = Path(folder) / "program.log"
        if not summary["ok"] and log.exists():
            print("the end of the program's output:\n" + log.read_text(errors="replace")[-4000:], file=sys.stderr)
    print(json.dumps(summary), flush=True)
    return 2 if "error" in summary else 0 if summary["ok"] else 1


def _test(options: argparse.Namespace, scratch: Path) -> Dict[str, Any]:
    try:
        with CollectorProcess(scratch, *options.collector_argument) as collector:
            return Harness(options, collector, scratch).run()
    except (CannotTest, CollectorError, sqlite3.Error) as error:
        return {"ok": False, "error": str(error)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
