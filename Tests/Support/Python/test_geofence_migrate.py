"""What `geofence migrate` does with its command line, its files and its streams."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any, Optional

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "Examples" / "Samples"
GOLDEN = ROOT / "Tests" / "APIMigrationTests" / "Golden"
#: Where `swift build` puts it, unless the variable says otherwise.
PROGRAM = Path(os.environ.get("GEOFENCE_TOOL") or ROOT / ".build" / "debug" / "geofence")

DONE, LOSSES, USAGE, BAD_INPUT, NO_INPUT, NO_OUTPUT = 0, 1, 64, 65, 66, 74


def run(*arguments: object, stdin: Optional[bytes] = None, **more: Any) -> subprocess.CompletedProcess:
    """The finished process with its output in bytes."""
    if not PROGRAM.exists():
        raise AssertionError("the tool is not built: run swift build first, or name it in GEOFENCE_TOOL")
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([str(PROGRAM), *map(str, arguments)], input=stdin or b"", timeout=60, **more)


class Migrate(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / "fences.json"
        self.report = self.folder / "report.txt"

    def file(self, text: object) -> Path:
        file = self.folder / "input.json"
        file.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        return file

    def refused(self, code: int, *arguments: object, **more: Any) -> str:
        """The complaint of a run that must print one line and leave the folder as it was."""
        before = sorted(self.folder.iterdir())
        done = run("migrate", *arguments, **more)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout or b"", b"")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)
        return done.stderr.decode()

    def test_fences_go_to_standard_output_and_the_report_to_standard_error(self) -> None:
        done = run("migrate", "--from", "bgeo", "--to", "beekon", GOLDEN / "bgeo.json")
        self.assertEqual(done.returncode, LOSSES)
        self.assertEqual(done.stdout, (GOLDEN / "bgeo-to-beekon.json").read_bytes())
        self.assertEqual(done.stderr, (GOLDEN / "bgeo-to-beekon.txt").read_bytes())

    def test_both_go_to_files(self) -> None:
        self.output.write_text("old")
        done = run("migrate", "--from=customerio", "--to=bgeo", "--output", self.output, "--report", self.report,
                   GOLDEN / "customerio.json")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (LOSSES, b"", b""))
        self.assertEqual(self.output.read_bytes(), (GOLDEN / "customerio-to-bgeo.json").read_bytes())
        self.assertEqual(self.report.read_bytes(), (GOLDEN / "customerio-to-bgeo.txt").read_bytes())
        self.assertEqual(sorted(self.folder.iterdir()), [self.output, self.report])

    def test_the_report_for_programs(self) -> None:
        done = run("migrate", "--from", "bgeo", "--to", "customerio", "--json", "--report", "-", "--output",
                   self.output, GOLDEN / "bgeo.json")
        self.assertEqual((done.returncode, done.stderr), (LOSSES, b""))
        self.assertEqual(done.stdout, (GOLDEN / "bgeo-to-customerio.report.json").read_bytes())

    def test_nothing_lost_is_a_success(self) -> None:
        plain = [{"id": "a", "latitude": 1, "longitude": 2, "radiusMeters": 80}]
        for target in ("bgeo", "customerio"):
            done = run("migrate", "--from", "beekon", "--to", target, "-", stdin=json.dumps(plain).encode())
            self.assertEqual(done.returncode, DONE, done.stderr)
        done = run("migrate", "--from", "beekon", "--to", "bgeo", "-", stdin=b"[]")
        self.assertEqual((done.returncode, done.stdout), (DONE, b"[]\n"))

    def test_a_notification_for_fences_that_have_none(self) -> None:
        notification = self.file({"delivery": "local", "onEnter": {"title": "Hello", "body": "World"}})
        done = run("migrate", "--from", "bgeo", "--to", "beekon", "--notification", notification, "--json",
                   SAMPLES / "fences.json")
        fences = {each["id"]: each for each in json.loads(done.stdout)}
        self.assertEqual(fences["office"]["notification"]["onEnter"]["data"]["floor"], "3")
        fields = [field for entry in json.loads(done.stderr)["fences"] for field in entry["fields"]]
        self.assertEqual({each["about"] for each in fields if each["outcome"] == "notCarried"},
                         {"dwell", "dwellDelay", "data"})
        self.assertEqual([each["field"] for each in fields
                          if each["outcome"] == "notCarried" and each["about"] == "data"], ["extras.parent"])
        for text, word in (("{}", "delivery"), ('{"delivery": "cloud"}', "must be local"), ("{", "JSON")):
            file = self.file(text)
            self.assertIn(word, self.refused(BAD_INPUT, "--from", "bgeo", "--to", "beekon", "--notification", file,
                                             SAMPLES / "fences.json"))

    def test_bad_command_lines(self) -> None:
        good = ["--from", "bgeo", "--to", "beekon"]
        for arguments, word in (
            ([], "--from is missing"), (["--from", "bgeo"], "--to is missing"), (good, "FENCES"),
            (["--from", "cio", "--to", "bgeo", "x"], "--from cio"), ([*good, "x", "y"], "y is one word too many"),
            ([*good, "--force", "x"], "--force is no option"), ([*good, "x", "--output"], "--output needs a value"),
            ([*good, "--output=", "x"], "--output needs a value"), ([*good, "--to", "bgeo", "x"], "--to is given twice"),
            ([*good, "--report", "-", "x"], "--report - needs"), ([*good, "--output", "y", "--report", "y", "x"], "one file"),
            ([*good, "--report", "x", "x"], "--report would replace"), ([*good, "--json=yes", "x"], "--json=yes"),
            (["--from", "bgeo", "--to", "customerio", "--notification", "n", "x"], "--notification is for"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(word, self.refused(USAGE, *arguments))
        for arguments in ([], ["move"], ["help", "move"], ["help", "migrate", "more"], ["--from"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(run(*arguments).returncode, USAGE)

    def test_bad_input(self) -> None:
        bgeo = {"identifier": "a", "radius": 1, "latitude": 1, "longitude": 2, "notifyOnExit": True}
        beekon = {"id": "b", "radiusMeters": 1, "latitude": 1, "longitude": 2}
        whole = json.dumps([bgeo, bgeo])
        for text, word in (
            ("", "JSON"), (whole[:-20], "broken off"), ('{"a": 1}', "no list of fences"), ([beekon], "look like Beekon's"),
            ([bgeo, beekon], "several styles"), ('{"geofences": [{"id": 1, "radius": 5}]}', "look like Customer.io's"),
            ('{"cachedGeofences": []}', "keeps on a device"), ("[1, 2", "line 1"), ("\ufeff[]x", "JSON"),
        ):
            with self.subTest(text=text):
                complaint = self.refused(BAD_INPUT, "--from", "bgeo", "--to", "beekon", "--output", self.output,
                                         self.file(text))
                self.assertIn(word, complaint)
        self.assertIn("nowhere.json cannot be read",
                      self.refused(NO_INPUT, "--from", "bgeo", "--to", "beekon", self.folder / "nowhere.json"))
        self.assertIn("cannot be read", self.refused(NO_INPUT, "--from", "bgeo", "--to", "beekon", self.folder))

    def test_a_complaint_for_programs(self) -> None:
        told = json.loads(self.refused(BAD_INPUT, "--json", "--from", "bgeo", "--to", "beekon", self.file("[")))
        self.assertEqual(told["exitCode"], BAD_INPUT)
        told = json.loads(self.refused(USAGE, "--json", "--from", "nobody"))
        self.assertIn("--from nobody", told["error"])

    def test_output_that_cannot_be_written_leaves_nothing_behind(self) -> None:
        fences = GOLDEN / "bgeo.json"
        for arguments in (
            ["--output", self.folder / "none" / "x.json"], ["--report", self.folder / "none" / "x.txt"],
            ["--output", self.output, "--report", self.folder / "none" / "x.txt"], ["--output", self.folder],
        ):
            with self.subTest(arguments=arguments):
                done = run("migrate", "--from", "bgeo", "--to", "beekon", *arguments, fences)
                self.assertEqual(done.returncode, NO_OUTPUT, done.stderr)
                self.assertIn(b"cannot be written", done.stderr)
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_disk_that_is_full(self) -> None:
        self.output.write_text("old")

        def limit() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (256, 256))

        complaint = self.refused(NO_OUTPUT, "--from", "bgeo", "--to", "bgeo", "--report", os.devnull, "--output",
                                 self.output, GOLDEN / "bgeo.json", preexec_fn=limit)
        self.assertIn("cannot be written", complaint)
        self.assertEqual(self.output.read_text(), "old")
        if Path("/dev/full").exists():
            with open("/dev/full", "wb") as full:
                done = run("migrate", "--from", "bgeo", "--to", "beekon", GOLDEN / "bgeo.json", stdout=full)
            self.assertEqual(done.returncode, NO_OUTPUT)
            self.assertIn(b"standard output cannot be written", done.stderr)

    def test_a_link_is_followed(self) -> None:
        self.output.write_text("old")
        link = self.folder / "link.json"
        link.symlink_to(self.output.name)
        run("migrate", "--from", "bgeo", "--to", "beekon", "--output", link, GOLDEN / "bgeo.json")
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.output.read_bytes(), (GOLDEN / "bgeo-to-beekon.json").read_bytes())
        self.assertEqual(sorted(self.folder.iterdir()), [self.output, link])

    def test_a_pipe_is_written_directly(self) -> None:
        os.mkfifo(self.output)
        with subprocess.Popen(["cat", str(self.output)], stdout=subprocess.PIPE) as reader:
            run("migrate", "--from", "bgeo", "--to", "beekon", "--output", self.output, GOLDEN / "bgeo.json")
            told, _ = reader.communicate(timeout=30)
        self.assertEqual(told, (GOLDEN / "bgeo-to-beekon.json").read_bytes())

    def test_a_device_is_written_directly(self) -> None:
        done = run("migrate", "--from", "bgeo", "--to", "beekon", "--output", "/dev/stdout", "--report", os.devnull,
                   GOLDEN / "bgeo.json")
        self.assertEqual(done.returncode, LOSSES, done.stderr)
        self.assertEqual(done.stdout, (GOLDEN / "bgeo-to-beekon.json").read_bytes())

    def test_help_and_version(self) -> None:
        overview, own = run("help"), run("help", "migrate")
        self.assertEqual((overview.returncode, own.returncode), (DONE, DONE))
        for text in (overview.stdout, own.stdout):
            for code in (DONE, LOSSES, USAGE, BAD_INPUT, NO_INPUT, NO_OUTPUT):
                self.assertRegex(text.decode(), rf"(?m)^  {code} +\w")
        self.assertEqual(run("--help").stdout, overview.stdout)
        self.assertEqual(run("migrate", "--help").stdout, own.stdout)
        self.assertRegex(run("--version").stdout.decode(), r"^geofence \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    unittest.main()
