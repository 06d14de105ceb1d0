"""Scripts/first-mac, run with the tools of a Mac as stand-ins: what it does, reports and survives."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from first_mac_fakes import ROOT, FakeMac

SHELL_FILES = [ROOT / "Scripts" / "first-mac", *sorted((ROOT / "Scripts" / "first_mac").glob("*.sh"))]
QUESTIONS = sorted((ROOT / "Scripts" / "first_mac" / "questions").glob("*.swift"))

#: What bash 3.2 or the tools of macOS do not have.
NOT_ON_A_MAC = {
    "mapfile or readarray": r"\b(mapfile|readarray)\b",
    "associative arrays": r"\b(declare|local|typeset)\s+-\w*A",
    "name references": r"\b(declare|local|typeset)\s+-\w*n\b",
    "changes of case in expansions": r"\$\{\w+(\^|,)",
    "transformations in expansions": r"\$\{\w+@",
    "one redirection for both outputs": r"&>>|\|&",
    "a test for a variable": r"\[\[\s+-v\b",
    "wait for any": r"\bwait\s+-n",
    "coprocesses": r"\bcoproc\b",
    "time by printf": r"%\(",
    "sed in place": r"\bsed\s+-i",
    "GNU's sed": r"\bsed\s+(-n\s+)?-r\b",
    "alternatives in a basic expression": r"\bsed\s+(-n\s+|-e\s+)*'[^']*\\[|+?]",
    "GNU's date": r"\bdate\s+(-d|-I|--)",
    "long options of mktemp": r"\bmktemp\s+--",
    "GNU's tools": r"\b(readlink\s+-f|realpath|timeout|nproc|tac|stat\s+-c|grep\s+-P|xargs\s+-r|sort\s+-V)\b",
    "a negative count of lines": r"\b(head|tail)\s+-n\s+-\d",
}


class FirstMacTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.mac = FakeMac(Path(folder.name))

    def report(self) -> str:
        return self.mac.report_file.read_text(encoding="utf-8")

    def test_all_well(self) -> None:
        done = self.mac.run()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stderr, "")
        report = self.report()
        self.assertIn(report.strip(), done.stdout)
        self.assertIn("Result: everything passed:", report)
        self.assertIn("macOS 26.1 (25B78), Darwin arm64", report)
        self.assertIn("Xcode: Xcode 26.1", report)
        self.assertNotIn("FAILED", report)
        self.assertNotIn("What failed", report)
        self.assertIn("maximumRegionMonitoringDistance 0 on macOS", report)
        self.assertIn("Only a phone can answer", report)

    def test_every_product_is_built_for_three_systems(self) -> None:
        self.mac.run("--skip-tests")
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        products = re.findall(r"\.(?:library|executable)\(\s*name:\s*\"([^\"]+)\"", manifest)
        self.assertGreater(len(products), 12)
        for product in products:
            for system in ("iOS", "iOS Simulator", "macOS"):
                wanted = f"xcodebuild -scheme {product} -destination generic/platform={system} -derivedDataPath"
                self.assertEqual(sum(call.startswith(wanted) for call in self.mac.calls), 1, wanted)
        for system in ("iOS", "iOS Simulator"):
            self.assertIn(f"build the example app for {system}\n", self.report())

    def test_a_failing_build_of_one_product(self) -> None:
        self.mac.settings["FAIL"] = r"^xcodebuild -scheme BGeoAdapter .*platform=iOS -"
        done = self.mac.run()
        self.assertEqual(done.returncode, 1)
        report = self.report()
        self.assertRegex(report, r"Result: 1 of \d+ steps FAILED")
        self.assertRegex(report, r"FAILED +\d+ s  build BGeoAdapter for iOS\n")
        self.assertRegex(report, r"passed +\d+ s  build BGeoAdapter for macOS\n")
        self.assertRegex(report, r"passed +\d+ s  tests on this Mac")
        self.assertIn("--- build BGeoAdapter for iOS\n~/Library/somewhere.swift:1:1: error: planted failure", report)

    def test_an_executable_that_does_not_build_for_ios_is_an_answer_and_no_failure(self) -> None:
        self.mac.settings["FAIL"] = r"^xcodebuild -scheme geofence .*platform=iOS -"
        self.assertEqual(self.mac.run("--skip-tests").returncode, 0)
        self.assertIn("the scheme geofence builds an executable for iOS\n            found no\n", self.report())
        self.assertIn("the scheme geofence builds an executable for iOS Simulator\n            found yes\n", self.report())

    def test_a_failing_test(self) -> None:
        self.mac.settings["FAIL"] = r"^swift test$"
        done = self.mac.run()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(self.report(), r"FAILED +\d+ s  tests on this Mac")
        self.assertRegex(self.report(), r"passed +\d+ s  tests on a simulated iPhone")

    def test_the_simulated_iphone_is_chosen_by_its_identifier(self) -> None:
        self.mac.run()
        wanted = "xcodebuild -scheme geofencing-Package -destination id=12345678-1234-1234-1234-1234567890AB "
        self.assertTrue(any(call.startswith(wanted) and call.endswith(" test") for call in self.mac.calls))

    def test_no_simulated_iphone(self) -> None:
        self.mac.settings["SIMULATORS"] = "no"
        self.assertEqual(self.mac.run().returncode, 0)
        self.assertIn("tests on a simulated iPhone: Xcode has no simulated iPhone", self.report())

    def test_no_xcodebuild(self) -> None:
        if shutil.which("xcodebuild", path=os.defpath):
            self.skipTest("this machine has an xcodebuild of its own")
        (self.mac.tools / "xcodebuild").unlink()
        self.assert_not_built("there is no Xcode, or xcode-select points elsewhere")

    def test_xcode_select_points_to_the_command_line_tools(self) -> None:
        self.mac.settings["XCODE"] = "none"
        self.assert_not_built("there is no Xcode, or xcode-select points elsewhere")

    def test_xcode_too_old(self) -> None:
        self.mac.settings["XCODE"] = "16.4"
        self.assert_not_built("Xcode 16 is too old: the package needs Xcode 26 or newer")

    def assert_not_built(self, sentence: str) -> None:
        done = self.mac.run()
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn(f"Result: NOT BUILT: {sentence}", self.report())
        self.assertIn("kern.bootsessionuuid is readable outside a sandbox", self.report())
        self.assertFalse([call for call in self.mac.calls if call.startswith(("swift build", "xcodebuild -scheme"))])

    def test_interrupted(self) -> None:
        for with_signal, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            self.mac.calls_file.write_text("", encoding="utf-8")
            done = self.mac.interrupted(with_signal, "xcodebuild -scheme LocationCore")
            self.assertEqual(done.returncode, code, done.stdout)
            self.assertFalse(self.mac.is_hanging(), "what was interrupted still runs")
            self.assertIn("Result: INTERRUPTED during: build LocationCore for iOS", self.report())
            self.assertRegex(self.report(), r"passed +\d+ s  resolve the package")
            self.assertIn("STOPPED", self.report())

    def test_skip_tests(self) -> None:
        self.assertEqual(self.mac.run("--skip-tests").returncode, 0)
        self.assertNotIn("swift test", self.mac.calls)
        self.assertFalse([call for call in self.mac.calls if call.startswith("python3")])

    def test_output_is_relative_to_where_it_was_started(self) -> None:
        elsewhere = self.mac.home / "else where"
        elsewhere.mkdir()
        done = self.mac.run("--skip-tests", "--output", "mine.txt", folder=elsewhere)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Result: everything passed", (elsewhere / "mine.txt").read_text(encoding="utf-8"))
        self.assertFalse(self.mac.report_file.exists())

    def test_a_second_run_keeps_nothing_of_the_first(self) -> None:
        self.mac.settings["FAIL"] = r"^swift build"
        self.assertEqual(self.mac.run("--skip-tests").returncode, 1)
        del self.mac.settings["FAIL"]
        self.assertEqual(self.mac.run("--skip-tests").returncode, 0)
        self.assertNotIn("planted failure", self.report())

    def test_help_and_wrong_use(self) -> None:
        shown = self.mac.run("--help")
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        for option in ("--skip-tests", "--output FILE", "exit code"):
            self.assertIn(option, shown.stdout)
        for arguments in (["--bogus"], ["--output"], ["--output", ""], ["--output", "none/such/file"], ["--output", "/"]):
            done = self.mac.run(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn("first-mac: ", done.stderr)
        self.assertEqual(self.mac.calls, [])

    def test_no_folder_of_the_person_is_named(self) -> None:
        self.mac.settings["FAIL"] = r"^xcodebuild -scheme"
        self.mac.run("--skip-tests")
        self.assertNotIn(str(self.mac.home), self.report())
        self.assertNotIn(str(self.mac.clone), self.report())

    def test_a_question_with_another_answer_than_thought(self) -> None:
        self.mac.settings["FAIL"] = r"^xcrun .*un-status"
        self.assertEqual(self.mac.run("--skip-tests").returncode, 0)
        self.assertIn(
            "DIFFERENT   UNAuthorizationStatus has the five cases that are used\n            found no, thought yes\n"
            "            error: planted failure\n", self.report())

    def test_a_probe_that_does_not_compile_is_a_failure(self) -> None:
        self.mac.settings["FAIL"] = r"^xcrun .*-o .*/probe "
        self.assertEqual(self.mac.run("--skip-tests").returncode, 1)
        self.assertIn("compile the questions to this Mac", self.report())

    def test_a_probe_that_answers_nothing_is_a_failure(self) -> None:
        self.mac.tool("swift", "#!/bin/bash\nexit 0\n")
        self.assertEqual(self.mac.run("--skip-tests").returncode, 1)
        self.assertIn("ask a test runner: it answered nothing", self.report())


class FirstMacTextTest(unittest.TestCase):
    def test_nothing_that_a_mac_does_not_have(self) -> None:
        for file in SHELL_FILES:
            text = "\n".join(
                line for line in file.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#"))
            for what, pattern in NOT_ON_A_MAC.items():
                self.assertIsNone(re.search(pattern, text), f"{file.name}: {what}")

    def test_the_check_for_a_mac_finds_what_it_is_for(self) -> None:
        planted = [
            "mapfile -t lines", "declare -A map", "local -n ref", 'echo "${name,,}"', 'echo "${name@Q}"', "make &>>log",
            "[[ -v name ]]", "wait -n", "coproc cat", "printf '%(%s)T'", "sed -i s/a/b/ file", "sed -r 's/a/b/'",
            "sed 's/a\\|b/c/'", "date -d now", "mktemp --tmpdir", "readlink -f x", "head -n -1",
        ]
        self.assertEqual(len(planted), len(NOT_ON_A_MAC))
        for text, (what, pattern) in zip(planted, NOT_ON_A_MAC.items()):
            self.assertIsNotNone(re.search(pattern, text), what)

    def test_shellcheck_finds_nothing(self) -> None:
        if shutil.which("shellcheck") is None:
            self.skipTest("shellcheck is not installed")
        done = subprocess.run(
            ["shellcheck", "-x", "Scripts/first-mac"], cwd=ROOT, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_every_question_says_what_it_asks_and_of_whom(self) -> None:
        self.assertGreater(len(QUESTIONS), 20)
        asked = []
        for file in QUESTIONS:
            head = file.read_text(encoding="utf-8").splitlines()[:4]
            names = [re.match(r"// (\w+): (.+)$", line) for line in head]
            self.assertEqual([found and found[1] for found in names], ["question", "thought", "sdk", "target"], file.name)
            question, thought, sdk, target = (found[2] for found in names if found)
            asked.append(question)
            self.assertIn(thought, ("yes", "no", "?"), file.name)
            fits = {"iphoneos": r"ios17\.0$", "iphonesimulator": r"ios17\.0-simulator$", "macosx": r"(macosx14\.0|-macabi)$"}
            self.assertRegex(target, fits[sdk], file.name)
        self.assertEqual(len(asked), len(set(asked)))

    def test_every_question_parses(self) -> None:
        if shutil.which("swiftc") is None:
            self.skipTest("there is no Swift")
        for file in QUESTIONS:
            done = subprocess.run(
                ["swiftc", "-frontend", "-parse", "-parse-as-library", str(file)], capture_output=True, text=True,
                timeout=120)
            self.assertEqual((done.returncode, done.stderr), (0, ""), file.name)


if __name__ == "__main__":
    unittest.main()
