"""The fuzzer's inputs, among them each that once broke something, run once through what they are for."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "Tests" / "Fuzz" / "corpus"
#: Where `swift build` puts it, unless the variable says otherwise.
PROGRAM = Path(os.environ.get("GEOFENCE_FUZZ_TOOL") or ROOT / ".build" / "debug" / "geofence-fuzz")


@unittest.skipUnless(sys.platform == "linux", "the fuzz targets are built on Linux alone")
class CorpusTest(unittest.TestCase):
    def targets(self) -> list:
        return subprocess.run([str(PROGRAM)], capture_output=True, text=True, timeout=60, check=True).stdout.split()

    def test_every_target_has_inputs_and_every_input_a_target(self) -> None:
        self.assertEqual(sorted(path.name for path in CORPUS.iterdir()), self.targets())

    def test_all_are_survived(self) -> None:
        for target in self.targets():
            files = sorted((CORPUS / target).iterdir())
            self.assertGreaterEqual(len(files), 2, target)
            done = subprocess.run([str(PROGRAM), target, *map(str, files)], capture_output=True, text=True, timeout=120)
            self.assertEqual((done.returncode, done.stdout), (0, f"{target}: {len(files)} files\n"), done.stderr[-2000:])

    def test_a_target_that_is_not_there(self) -> None:
        done = subprocess.run([str(PROGRAM), "nothing"], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (64, "geofence-fuzz: unknown target nothing\n"))


if __name__ == "__main__":
    unittest.main()
