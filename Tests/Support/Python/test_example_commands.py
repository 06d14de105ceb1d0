"""What the example does with its command line, its files and its server."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

from collector_process import CollectorProcess
from example_process import SAMPLES, events, payloads, run

TRIP, FENCES = SAMPLES / "trip.gpx", SAMPLES / "fences.json"


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def refused(self, *arguments: object) -> str:
        """The message of a run that must end with code 2 and print nothing else."""
        done = run(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_bad_command_lines(self) -> None:
        for arguments, word in (
            (["--fence", "x"], "--fence is no option"), (["--seed"], "needs a value"), (["--seed", "-1"], "--seed -1"),
            (["--seed", "1.5"], "whole number"), (["--radius", "nan"], "metres above 0"),
            (["--radius", "0"], "metres above 0"), (["--profile", "symbian"], "ios, android or software"),
            (["--collector", "localhost:80"], "an address"), (["--track", TRIP], "needs --fences"),
            (["--fences-along-track", 3], "need a --radius"), (["--fences-along-track", 0], "from 1 to"),
            (["--fences", FENCES, "--cities", "x.csv"], "only one of"), (["--start", "noon"], "a time such as"),
            (["--step-ms", 5], "go together"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(word, self.refused(*arguments))

    def test_bad_files(self) -> None:
        empty = self.folder / "empty.gpx"
        empty.write_text("")
        for arguments, word in (
            (["--track", "nowhere.gpx", "--fences", FENCES], "nowhere.gpx"),
            (["--track", empty, "--fences", FENCES], "the file is empty"),
            (["--fences", "nowhere.json"], "nowhere.json cannot be read"),
            (["--cities", "nowhere.csv", "--radius", 5], "nowhere.csv cannot be read"),
            (["--cities", FENCES, "--radius", 5], "no columns"),
            (["--events", self.folder / "none" / "x.jsonl"], "cannot be written"),
            (["--state", TRIP], "cannot be made"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(word, self.refused(*arguments))

    def test_bad_fences_are_named(self) -> None:
        good = {"identifier": "a", "radius": 5, "latitude": 1, "longitude": 2, "notifyOnExit": True}
        for change, word in (
            ({"radius": 0}, "entry 2 (a): the radius"), ({"radius": "5"}, "entry 2 (a): a fence has"),
            ({"identifier": ""}, "entry 2 (): the identifier"), ({"identifier": 7}, "entry 2: a fence has"),
            ({"latitude": 91}, "entry 2 (a): the latitude"), ({"notifyOnExit": False}, "entry 2 (a): at least one"),
        ):
            with self.subTest(change=change):
                file = self.folder / "fences.json"
                file.write_text(json.dumps([good, {**good, **change}]))
                self.assertIn(word, self.refused("--fences", file))
        file = self.folder / "object.json"
        file.write_text("{}")
        self.assertIn("no list of fences", self.refused("--fences", file))
        file.write_text("[{]")
        self.assertIn("object.json cannot be read", self.refused("--fences", file))

    def test_the_same_seed_gives_the_same_payloads(self) -> None:
        files = [self.folder / name for name in ("one", "two", "three")]
        for file, seed in zip(files, (5, 5, 6)):
            self.assertEqual(run("--events", file, "--seed", seed).returncode, 0)
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())
        self.assertNotEqual(files[0].read_bytes(), files[2].read_bytes())
        self.assertEqual(events(files[0]), events(files[2]))

    def test_payloads_have_the_vendor_s_shape(self) -> None:
        file = self.folder / "events.jsonl"
        self.assertEqual(run("--events", file).returncode, 0)
        extras = {each["identifier"]: each["extras"] for each in json.loads(FENCES.read_text(encoding="utf-8"))}
        for payload in payloads(file):
            self.assertEqual(set(payload), {"identifier", "action", "location", "extras"})
            self.assertEqual(payload["extras"], extras[payload["identifier"]])
            self.assertEqual(payload["location"]["event"], "geofence")
            self.assertEqual(payload["location"]["geofence"]["action"], payload["action"])

    def test_everything_reaches_a_server_that_fails(self) -> None:
        events_file = self.folder / "events.jsonl"
        faults = {"status": {"codes": [503], "every": 4}, "cut_after": {"every": 7}, "seed": 3}
        with CollectorProcess(self.folder) as collector:
            collector.json("POST", "/faults", faults)
            done = run("--collector", collector.url + "/", "--events", events_file)
            records = collector.json("GET", "/records?vendor=bgeo&kind=geofence")["records"]
            repeats = collector.json("GET", "/stats")["repeats"]
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the server holds 13 transitions", done.stdout)
        self.assertIn("the queue holds 0 records", done.stdout)
        self.assertEqual([each["key"] for each in records], [each["location"]["uuid"] for each in payloads(events_file)])
        self.assertGreater(repeats, 0)

    def test_a_server_that_is_not_there(self) -> None:
        with CollectorProcess(self.folder) as collector:
            url = collector.url
        done = run("--collector", url)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("13 transitions", done.stdout)
        self.assertIn("the server does not say what it holds", done.stdout)

    def test_a_kept_folder_makes_one_trip_after_another(self) -> None:
        state, file = self.folder / "state", self.folder / "events.jsonl"
        uuids = set()
        for trip in range(3):
            done = run("--state", state, "--events", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            uuids |= {each["location"]["uuid"] for each in payloads(file)}
            # The device stays at home over night, so from the second trip on there is nothing to enter there first.
            self.assertEqual(len(events(file)), 13 if trip == 0 else 12)
        self.assertEqual(len(uuids), 13 + 12 + 12)
        self.assertEqual(json.loads((state / "progress.json").read_text()), {"run": 3, "trip": 3})

    def test_a_progress_file_that_is_none(self) -> None:
        (self.folder / "progress.json").write_text("?")
        self.assertIn("progress.json in the --state folder", self.refused("--state", self.folder))

    def test_silent_fences_say_why(self) -> None:
        done = run()
        silent = done.stdout.split("silent:")[1].splitlines()
        self.assertRegex(silent[1], r"^  school +it reports enter, exit; it has a region of 100 m; the device is outside")
        self.assertRegex(silent[2], r"^  airport +it reports enter, exit; it has no region: too far away")


if __name__ == "__main__":
    unittest.main()
