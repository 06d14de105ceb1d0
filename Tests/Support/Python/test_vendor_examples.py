"""Customer.io's and Beekon's examples over real HTTP, against a collector that misbehaves in five ways."""

from __future__ import annotations

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from collector_process import CollectorProcess
from example_process import PROGRAM, ROOT, SAMPLES

#: Each strikes one request in ten, for itself.
FAULTS = {
    "status": {"codes": [503, 429, 500], "probability": 0.1}, "cut_before": {"probability": 0.1},
    "cut_after": {"probability": 0.1}, "cut_answer": {"probability": 0.1}, "garbage": {"probability": 0.1},
}
SEEDS = (1, 2, 3, 4)


def run(name: str, *arguments: object) -> str:
    """The output of an example that must end well."""
    program = PROGRAM.with_name(name)
    if not program.exists():
        raise AssertionError(f"{name} is not built: run swift build first")
    done = subprocess.run(
        [str(program), *map(str, arguments)], capture_output=True, text=True, timeout=300, cwd=ROOT)
    if done.returncode != 0:
        raise AssertionError(f"{name} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


class VendorExamples(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.events = self.folder / "events.jsonl"

    def collector(self, seed: int) -> CollectorProcess:
        folder = self.folder / str(seed)
        folder.mkdir()
        return CollectorProcess(
            folder, "--fences", str(SAMPLES / "customerio.json"), "--faults", json.dumps({"seed": seed, **FAULTS}))

    def lines(self) -> list:
        return [json.loads(line) for line in self.events.read_text(encoding="utf-8").splitlines()]

    def check_stats(self, collector: CollectorProcess) -> None:
        stats = collector.json("GET", "/stats")
        self.assertGreater(stats["failures"]["total"], 0, "no fault struck, so nothing was tried")
        self.assertEqual(stats["differing"], 0, "a retry must not change what it retries")
        self.assertEqual(stats["refused"], 0)

    def test_customer_io_arrives_once_whatever_the_server_does(self) -> None:
        for seed in SEEDS:
            with self.subTest(seed=seed), self.collector(seed) as collector:
                output = run("CIOExample", "--collector", collector.url, "--events", self.events)
                self.assertRegex(output, r"(\d+) expected, \1 received, 0 missing, 0 others")
                told = [
                    (each["properties"]["transitionId"], each["properties"].get("geosetId"), each["timestamp"])
                    for each in self.lines()]
                kept = [
                    (each["properties"]["transitionId"], each["properties"].get("geosetId"), each["timestamp"])
                    for each in (
                        row["record"] for row in
                        collector.json("GET", "/records?vendor=customerio&kind=geofence&limit=1000")["records"])]
                self.assertEqual(len(told), 20)
                self.assertEqual(sorted(told, key=str), sorted(kept, key=str))
                self.check_stats(collector)

    def test_beekon_arrives_once_and_each_crossing_with_its_position(self) -> None:
        for seed in SEEDS:
            with self.subTest(seed=seed), self.collector(seed) as collector:
                run("BeekonExample", "--collector", collector.url, "--events", self.events)
                told = [each for each in self.lines() if "geofenceId" in each]
                beside = {each["id"] for each in self.lines() if "geofenceId" not in each}
                rows = collector.json("GET", "/records?vendor=beekon&limit=1000")["records"]
                crossings = {row["key"]: row for row in rows if row["kind"] == "geofence"}
                places = {row["key"]: row for row in rows if row["kind"] == "location"}
                self.assertEqual(len(told), 10)
                self.assertEqual({each["id"] for each in told}, set(crossings))
                self.assertLessEqual(beside, set(places))
                for row in crossings.values():
                    companions = [
                        place for place in places.values()
                        if place["batch"] == row["batch"] and place["record"]["trigger"] == "geofence"
                        and place["record_time"] == row["record_time"]]
                    self.assertEqual(len(companions), 1, row)
                self.check_stats(collector)


if __name__ == "__main__":
    unittest.main()
