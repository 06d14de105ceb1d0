"""The workflow, read without a parser of YAML: every command in it exists, and no action of a third party is used."""

from __future__ import annotations

import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import List

ROOT = Path(__file__).resolve().parents[3]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
#: Commands that a runner has, or that the steps before install.
SYSTEM = {"apt-get", "git", "sudo", "swift"}


def commands(text: str) -> List[str]:
    """What stands behind `run:`, on the same line or as an indented block below it."""
    found: List[str] = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        match = re.match(r"( *)(?:- )?run: (.*)$", line)
        if not match:
            continue
        if match[2] != "|":
            found.append(match[2])
            continue
        for below in lines[number + 1:]:
            if below.strip() and len(below) - len(below.lstrip()) <= len(match[1]):
                break
            if below.strip():
                found.append(below.strip())
    return found


class WorkflowTest(unittest.TestCase):
    def test_there_is_a_linux_and_a_mac_job(self) -> None:
        text = "\n".join(file.read_text(encoding="utf-8") for file in WORKFLOWS)
        self.assertRegex(text, r"runs-on: macos-\d+")
        self.assertIn("runs-on: ubuntu-", text)
        self.assertIn(".ci/run", commands(text))
        self.assertGreaterEqual(len(commands(text)), 8)

    def test_only_the_two_actions(self) -> None:
        for file in WORKFLOWS:
            used = re.findall(r"uses: (\S+)", file.read_text(encoding="utf-8"))
            self.assertTrue(used)
            for action in used:
                self.assertRegex(action, r"^actions/(checkout|upload-artifact)@v\d+$", file.name)

    def test_every_command_exists(self) -> None:
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        for file in WORKFLOWS:
            for command in commands(file.read_text(encoding="utf-8")):
                words = command.split()
                if words[0] == "make":
                    self.assertIn(words[1], targets, command)
                elif "/" not in words[0]:
                    self.assertIn(words[0], SYSTEM, command)
                for script in re.findall(r"(?:^|[\s(])((?:Scripts|\.ci)/[\w./-]+)", command):
                    self.assertTrue((ROOT / script).is_file(), command)
                    self.assertTrue((ROOT / script).stat().st_mode & 0o111, f"{script} cannot be executed")

    def test_options_of_the_scripts_exist(self) -> None:
        usage = subprocess.run(
            [str(ROOT / "Scripts" / "first-mac"), "--help"], capture_output=True, text=True, check=True).stdout
        for file in WORKFLOWS:
            for command in commands(file.read_text(encoding="utf-8")):
                if command.startswith("Scripts/first-mac"):
                    for option in re.findall(r"--[\w-]+", command):
                        self.assertIn(option, usage)

    def test_indentation_is_even_and_without_tabs(self) -> None:
        for file in WORKFLOWS:
            for line in file.read_text(encoding="utf-8").splitlines():
                self.assertNotIn("\t", line)
                self.assertEqual((len(line) - len(line.lstrip(" "))) % 2, 0, line)


class NewestXcodeTest(unittest.TestCase):
    def newest(self, *versions: str) -> subprocess.CompletedProcess:
        with tempfile.TemporaryDirectory() as folder:
            tools, apps = Path(folder) / "tools", Path(folder) / "my apps"
            tools.mkdir()
            apps.mkdir()
            plutil = tools / "plutil"
            plutil.write_text('#!/bin/bash\ncat "${@: -1}"\n', encoding="utf-8")
            plutil.chmod(0o755)
            for version in versions:
                contents = apps / f"Xcode_{version}.app" / "Contents"
                (contents / "Developer").mkdir(parents=True)
                (contents / "Info.plist").write_text(version.split("_")[0], encoding="utf-8")
            done = subprocess.run(
                ["bash", str(ROOT / "Scripts" / "newest-xcode"), str(apps)], capture_output=True, text=True,
                timeout=60, env={"PATH": f"{tools}:/usr/bin:/bin"})
            done.stdout = done.stdout.replace(str(apps) + "/", "")
            return done

    def test_versions_are_compared_as_numbers(self) -> None:
        self.assertEqual(self.newest("26.2", "26.10", "16.4").stdout, "Xcode_26.10.app/Contents/Developer\n")
        self.assertEqual(self.newest("26.1", "26.1.1").stdout, "Xcode_26.1.1.app/Contents/Developer\n")

    def test_a_beta_counts_only_where_there_is_nothing_else(self) -> None:
        self.assertEqual(self.newest("27.0_beta", "26.1").stdout, "Xcode_26.1.app/Contents/Developer\n")
        self.assertEqual(self.newest("27.0_beta").stdout, "Xcode_27.0_beta.app/Contents/Developer\n")

    def test_none(self) -> None:
        done = self.newest()
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("there is no Xcode", done.stderr)


if __name__ == "__main__":
    unittest.main()
