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
#: All of the collector's ways that can strike a server which demands no token of the app.
EVERY_FAULT = {
    **FAULTS, "delay": {"ms": 20, "probability": 0.1}, "retry_after": {"value": 1, "probability": 0.1},
    "poison": {"containing": "Geofence Transition", "code": 422, "probability": 0.1},
    "huge": {"bytes": 1_000_000, "probability": 0.1}, "empty": {"probability": 0.1},
}
#: What Customer.io's workspace must hold of the sample trip: one event for each geoset, at the time of detection, for who
#: was identified then.
WORKSPACE = [
    ("06:40:00.000", "enter", "home", "11", "example-person"),
    ("06:42:38.370", "exit", "home", "11", "example-person"),
    ("06:56:31.910", "enter", "campus", "11", "example-person"),
    ("06:56:58.843", "enter", "block", "12", "example-person"),
    ("06:59:20.229", "enter", "office", "11", "example-person"),
    ("06:59:20.229", "enter", "office", "12", "example-person"),
    ("07:04:20.229", "dwell", "office", "11", "example-person"),
    ("07:04:20.229", "dwell", "office", "12", "example-person"),
    ("07:06:31.910", "dwell", "campus", "11", "example-person"),
    ("07:22:05.365", "exit", "office", "11", "example-person"),
    ("07:22:05.365", "exit", "office", "12", "example-person"),
    ("07:24:54.475", "exit", "campus", "11", "example-person"),
    ("07:25:11.365", "exit", "block", "12", "example-person"),
    ("07:27:43.549", "enter", "park", "12", "example-person"),
    ("07:31:12.670", "exit", "park", "12", "example-person"),
    ("07:34:13.861", "enter", "shop", "11", "example-person"),
    ("07:38:04.303", "exit", "shop", "11", "example-person"),
    ("07:41:43.091", "enter", "kiosk", "12", "example-person"),
    ("07:41:48.814", "exit", "kiosk", "12", "example-person"),
    ("07:52:54.752", "enter", "home", "11", "another-person"),
]
SEEDS = (1, 2, 3, 4)
ONE_SEED = 5


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

    def collector(self, seed: int, faults: dict = FAULTS) -> CollectorProcess:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        return CollectorProcess(
            folder, "--fences", str(SAMPLES / "customerio.json"), "--faults", json.dumps({"seed": seed, **faults}))

    def lines(self) -> list:
        return [json.loads(line) for line in self.events.read_text(encoding="utf-8").splitlines()]

    def check_stats(self, collector: CollectorProcess) -> None:
        stats = collector.json("GET", "/stats")
        self.assertGreater(stats["failures"]["total"], 0, "no fault struck, so nothing was tried")
        self.assertEqual(stats["differing"], 0, "a retry must not change what it retries")
        self.assertEqual(stats["refused"], 0)

    def workspace(self, collector: CollectorProcess) -> list:
        """What the collector holds, each pair of transition and geoset once, as `WORKSPACE` says it."""
        rows = collector.json("GET", "/records?vendor=customerio&kind=geofence&limit=1000")["records"]
        found = {}
        for event in (row["record"] for row in rows):
            properties = event["properties"]
            pair = properties["transitionId"], properties.get("geosetId")
            self.assertNotIn(pair, found)
            self.assertEqual(event["timestamp"][:11] + event["timestamp"][23:], "2026-04-14TZ")
            found[pair] = (
                event["timestamp"][11:23], properties["transition"], properties["geofenceId"], pair[1],
                event["userId"])
        return sorted(found.values())

    def travel(self, seed: int, faults: dict) -> dict:
        """Plays the trip and checks what arrived; what the collector counted meanwhile."""
        with self.subTest(seed=seed, faults=sorted(faults)), self.collector(seed, faults) as collector:
            output = run("CIOExample", "--collector", collector.url, "--events", self.events, "--seed", seed)
            self.assertIn(f"{len(WORKSPACE)} expected, {len(WORKSPACE)} received, 0 missing, 0 others", output)
            self.assertEqual(self.workspace(collector), sorted(WORKSPACE))
            stats = collector.json("GET", "/stats")
            self.assertEqual(stats["differing"], 0, "a retry must not change what it retries")
            return stats
        return {"repeats": 0, "failures": {"total": 0}}

    def test_customer_io_arrives_once_over_two_kills_and_an_hour_offline_whatever_the_server_does(self) -> None:
        stats = [self.travel(seed, EVERY_FAULT) for seed in SEEDS]
        self.assertTrue(all(each["failures"]["total"] > 0 for each in stats), "no fault struck, so nothing was tried")
        self.assertTrue(any(each["repeats"] > 0 for each in stats), "nothing was on its way at the second kill")

    def test_customer_io_arrives_once_whichever_way_the_server_fails(self) -> None:
        repeats = 0
        for kind, fault in sorted(EVERY_FAULT.items()):
            stats = self.travel(ONE_SEED, {kind: {**fault, "probability": 0.3}})
            self.assertGreater(stats["failures"]["total"], 0, f"{kind} never struck")
            repeats += stats["repeats"]
        self.assertGreater(repeats, 0, "nothing was on its way at any second kill")

    def finished(self, *arguments: object) -> subprocess.CompletedProcess:
        return subprocess.run(
            [str(PROGRAM.with_name("CIOExample")), *map(str, arguments)], capture_output=True, text=True, timeout=300,
            cwd=ROOT)

    def test_customer_io_tells_a_broken_fence_file_by_its_exit_code(self) -> None:
        for text, word in (("{]", "cannot be read"), ("[]", '"geofences"'), ('{"geofences":[]}', "empty"),
                           ('{"geofences":[{"id":"a"}]}', "entry 1")):
            with self.subTest(text=text):
                file = self.folder / "broken.json"
                file.write_text(text)
                done = self.finished("--fences", file)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertIn(word, done.stderr)

    def test_customer_io_ends_with_1_when_the_way_says_more_than_arrived(self) -> None:
        # Two fences of one name: the way crosses both, and the SDK keeps one.
        fence = {"id": "home", "latitude": 52.2297, "longitude": 21.0122, "radius": 100, "geoset_ids": [1]}
        file = self.folder / "twice.json"
        file.write_text(json.dumps({"geofences": [
            {**fence, "transition_types": ["enter", "exit"]}, {**fence, "transition_types": ["enter"]}]}))

        done = self.finished("--fences", file)

        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("MISSING", done.stdout)

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
