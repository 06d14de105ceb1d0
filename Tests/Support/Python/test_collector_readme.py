"""Runs the commands of the collector's README as they stand there, in order and in one shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import List

from collector_process import PROGRAM, ROOT


def blocks() -> List[str]:
    text = (PROGRAM.parent / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@unittest.skipUnless(shutil.which("curl") and shutil.which("bash"), "the README's commands need bash and curl")
class ReadmeTest(unittest.TestCase):
    def test_every_command_works(self) -> None:
        script = "".join(blocks())
        self.assertIn("kill_test.py", script)
        # A test that is running runs the other one: left out, or the suite would run itself twice.
        script = re.sub(r"^python3 -m unittest .*\n", "", script, flags=re.MULTILINE)
        # "-f" makes curl fail on an error status; "-m" leaves no test hanging.
        script = script.replace("curl -sS", "curl -sS -f -m 30")
        # Whatever fails, the collector that the script started must not stay behind.
        script = "trap 'jobs -p | xargs kill 2>/dev/null || true' EXIT\n" + script
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                ["bash", "-e", "-u", "-c", script], cwd=ROOT, env={**os.environ, "TMPDIR": folder},
                capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn('"key": "a1"', done.stdout)
        self.assertIn('<td class="enter">ENTER</td>', done.stdout)
        self.assertIn('"ok": true, "broken": []', done.stdout)


if __name__ == "__main__":
    unittest.main()
