"""The lane stops with a sentence where it cannot check, and never passes by checking nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Scripts"))

from apple_lane import manifest, mistakes, modules, stubs, toolchain  # noqa: E402
from apple_lane.checks import Check, Package, run  # noqa: E402
from apple_lane.kept import Kept  # noqa: E402
from apple_lane.lane import SYSTEMS, Lane  # noqa: E402
from apple_lane.problem import LaneError  # noqa: E402

IOS = SYSTEMS[0]


class ToolchainTest(unittest.TestCase):
    """On a copy of the toolchain's texts, so that they can differ."""

    def setUp(self) -> None:
        self.real = toolchain.find()
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for module in (*toolchain.FIRST, *toolchain.SECOND):
            source = self.real.interface(module)
            copy = self.folder / source.relative_to(self.real.usr)
            copy.parent.mkdir(parents=True)
            shutil.copy(source, copy)
        self.chain = toolchain.Toolchain("swift", "swift-frontend", self.folder, "6.3.1 (test)")

    def change(self, module: str, old: str, new: str) -> None:
        path = self.chain.interface(module)
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new), encoding="utf-8")

    def test_the_texts_are_for_the_other_target(self) -> None:
        text = self.chain.text("Swift", IOS.triple)
        self.assertIn("-target arm64-apple-ios17.0", text)
        self.assertNotIn("x86_64-unknown-linux-gnu", text[:3000])
        self.assertNotIn("@backDeployed", text)

    def test_a_missing_interface(self) -> None:
        self.chain.interface("Observation").unlink()
        with self.assertRaisesRegex(LaneError, "no interface of Observation"):
            self.chain.text("Observation", IOS.triple)

    def test_an_interface_that_begins_otherwise(self) -> None:
        self.change("_Concurrency", "// swift-module-flags:", "// module-flags:")
        with self.assertRaisesRegex(LaneError, "_Concurrency does not begin"):
            self.chain.text("_Concurrency", IOS.triple)

    def test_an_interface_that_lacks_what_is_replaced(self) -> None:
        self.change("Synchronization", "import Glibc\n", "")
        with self.assertRaisesRegex(LaneError, "Synchronization differs"):
            self.chain.text("Synchronization", IOS.triple)

    def test_exit_tests_that_are_declared_otherwise(self) -> None:
        self.change("Testing", "public macro require(processExitsWith", "public macro demand(exitsWith")
        with self.assertRaisesRegex(LaneError, "Testing declares 1 macros for exit tests"):
            self.chain.text("Testing", IOS.triple)

    def test_exit_tests_are_missing_on_ios_alone(self) -> None:
        for triple, count in (("arm64-apple-ios17.0", 2), ("arm64-apple-macosx14.0", 0)):
            self.assertEqual(self.chain.text("Testing", triple).count("Exit tests are not available"), count)

    def test_another_version_of_swift(self) -> None:
        program = self.folder / "bin" / "swift-frontend"
        program.parent.mkdir()
        program.write_text("#!/bin/sh\necho 'Swift version 6.4 (swift-6.4-RELEASE)'\n")
        program.chmod(0o755)
        shutil.copy(program, program.parent / "swift")
        with self.assertRaisesRegex(LaneError, "interfaces of Swift 6.3, and this is Swift 6.4"):
            toolchain.find(str(program.parent / "swift"))

    def test_no_swift_at_all(self) -> None:
        with self.assertRaisesRegex(LaneError, "there is no swift-that-is-not"):
            toolchain.find("swift-that-is-not")

    def test_two_systems_prepare_one_resource_folder_at_once(self) -> None:
        for round in range(200):
            folder = self.folder / "resources" / str(round)
            start = threading.Barrier(4)

            def prepare() -> None:
                start.wait()
                toolchain.resources(self.real, folder)

            with ThreadPoolExecutor(4) as pool:
                for done in [pool.submit(prepare) for _ in range(4)]:
                    done.result()
            self.assertEqual((folder / "shims").resolve(), self.real.usr / "lib" / "swift" / "shims")

    def test_resources_of_another_toolchain(self) -> None:
        folder = self.folder / "resources"
        folder.mkdir()
        (folder / "shims").symlink_to(self.folder)
        with self.assertRaisesRegex(LaneError, "leads to another toolchain"):
            toolchain.resources(self.real, folder)

    def test_other_texts_are_kept_elsewhere(self) -> None:
        before = modules.Modules(self.chain, self.folder / "cache", IOS)
        self.change("Swift", "public func min<T>", "public func least<T>")
        after = modules.Modules(self.chain, self.folder / "cache", IOS)
        self.assertNotEqual(before.search[0], after.search[0])
        self.assertNotEqual(before.search[1], after.search[1])


class CacheTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.modules = modules.Modules(toolchain.find(), self.folder, IOS)
        self.name, self.key, self.texts = self.modules.stages[0]
        self.stage = self.modules.stage_folder(self.name, self.key)
        self.stage.mkdir(parents=True)
        (self.stage / "identity").write_text(self.key, encoding="utf-8")
        for module, _ in self.texts:
            (self.stage / f"{module}.swiftmodule").touch()

    def test_a_whole_one_is_taken(self) -> None:
        self.modules.verify(self.stage, self.key, self.texts)

    def test_one_of_another_version(self) -> None:
        (self.stage / "identity").write_text("another", encoding="utf-8")
        with self.assertRaisesRegex(LaneError, "made from other texts or by another toolchain; delete it"):
            self.modules.prepare(lambda _: None)

    def test_one_that_lacks_a_module(self) -> None:
        (self.stage / "Testing.swiftmodule").unlink()
        with self.assertRaisesRegex(LaneError, "lacks Testing; delete it"):
            self.modules.prepare(lambda _: None)


class KeptTest(unittest.TestCase):
    """Which checks are not made again."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.source, self.script = self.folder / "a.swift", self.folder / "lane.py"
        self.source.write_text("let a = 1\n")
        self.script.write_text("pass\n")

    def kept(self, seed: str = "6.3.1") -> Kept:
        return Kept(self.folder / "right", seed, [self.script])

    def key(self, kept: Kept, *more: str, run: str = "run-1") -> str:
        return kept.key(["swift-frontend", f"-I/x/{run}/modules", *more], Path("/x") / run, [self.source])

    def test_the_folder_of_a_run_is_no_difference(self) -> None:
        self.kept().add(self.key(self.kept()))
        self.assertTrue(self.kept().has(self.key(self.kept(), run="run-2")))

    def test_everything_that_is_read_is_one(self) -> None:
        before = self.key(self.kept())
        self.assertNotEqual(self.key(self.kept(), "-DX"), before)
        self.assertNotEqual(self.key(self.kept("6.3.2")), before)
        self.script.write_text("import os\n")
        self.assertNotEqual(self.key(self.kept()), before)
        self.script.write_text("pass\n")
        self.source.write_text("let a = 2\n")
        self.assertNotEqual(self.key(self.kept()), before)
        self.source.write_text("let a = 1\n")
        self.assertEqual(self.key(self.kept()), before)

    def test_what_a_whole_run_did_not_use_is_forgotten(self) -> None:
        kept = self.kept()
        for key in ("old", "new"):
            kept.add(key)
        later = self.kept()
        self.assertTrue(later.has("new"))
        later.forget_others()
        self.assertEqual([path.name for path in (self.folder / "right").iterdir()], ["new"])

    def check(self, frontend: str) -> Check:
        """A target's check by a compiler that is a script."""
        program = self.folder / "swift-frontend"
        program.write_text(f"#!/bin/sh\n{frontend}\n")
        program.chmod(0o755)
        chain = toolchain.find()
        mac = manifest.read(ROOT, chain.swift, is_mac=True)
        built = modules.Modules(toolchain.Toolchain("swift", str(program), chain.usr, chain.version), self.folder / "cache", IOS)
        package = Package(mac, built, Path(tempfile.mkdtemp(dir=self.folder)), kept=self.kept(), below=["LocationCore"])
        return package.check(mac.targets["LocationCore"], IOS)

    def test_only_what_was_right_is_kept(self) -> None:
        wrong = self.check("echo 'a.swift:1:1: error: no'; exit 1")
        self.assertFalse(wrong.is_right)
        self.assertFalse(self.check("exit 1").is_right)
        first, second = self.check("exit 0"), self.check("exit 1")
        self.assertEqual((first.is_right, first.is_kept), (True, False))
        self.assertEqual((second.is_right, second.is_kept, second.files), (True, True, first.files))


class ManifestTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.swift = toolchain.find().swift
        cls.mac = manifest.read(ROOT, cls.swift, is_mac=True)
        cls.linux = manifest.read(ROOT, cls.swift, is_mac=False)

    def test_a_mac_has_no_stand_in(self) -> None:
        missing = set(self.linux.targets) - set(self.mac.targets)
        self.assertLessEqual({"CoreLocation", "UserNotifications", "UIKit", "AppleStandIn", "AppleLocationTests"}, missing)
        self.assertNotIn("CSQLite", self.mac.targets["GeofenceEngine"].needs("ios"))
        self.assertIn("AppleLocation", self.mac.targets["BGeoAdapter"].needs("macos"))

    def test_every_source_belongs_to_a_target(self) -> None:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.swift"], cwd=ROOT, capture_output=True,
            text=True, check=True).stdout.split("\n")
        wanted = {name for name in listed if name.split("/")[0] in ("Sources", "Tests", "Benchmarks", "Examples")
                  and not name.endswith("Package.swift") and "/App/" not in name and (ROOT / name).exists()}
        found = [path.relative_to(ROOT).as_posix() for target in self.linux.targets.values() for path in target.files
                 if path.suffix == ".swift"]
        self.assertGreater(len(found), 800)
        self.assertEqual(set(found), wanted)
        self.assertEqual(len(found), len(set(found)))

    def test_settings(self) -> None:
        flags = self.mac.targets["AppleLocation"].flags("ios")
        self.assertIn("-warnings-as-errors", flags)
        self.assertNotIn("APPLE_STANDIN", flags)
        self.assertFalse(self.mac.targets["DropInTests"].has_package_access)
        self.assertEqual(self.mac.targets["CIOAdapterTests"].flags("ios")[-2:], ["-Wwarning", "DeprecatedDeclaration"])

    def test_a_setting_that_is_not_known(self) -> None:
        with self.assertRaisesRegex(LaneError, "has the setting unsafeFlags, which the lane does not know"):
            manifest.flag({"unsafeFlags": {"_0": ["-Ounchecked"]}}, "X")

    def test_a_manifest_that_asks_for_another_system(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "Package.swift").write_text("// swift-tools-version: 6.2\n#if os(macOS)\n#endif\n")
            with self.assertRaisesRegex(LaneError, "the lane answers for os\\(Linux\\) only"):
                manifest.read(Path(folder), self.swift, is_mac=True)


class OutcomeTest(unittest.TestCase):
    def setUp(self) -> None:
        self.said: list = []
        self.lane = Lane(ROOT, ROOT / ".build-lane", 1, self.said.append)
        self.lane.chain = toolchain.find()

    def test_checking_nothing_is_no_success(self) -> None:
        with self.assertRaisesRegex(LaneError, "0 checks were not made"):
            self.lane.conclude([IOS], set(), [], [], 0)

    def test_a_check_that_was_not_made(self) -> None:
        with self.assertRaisesRegex(LaneError, "1 checks were not made"):
            self.lane.conclude([IOS], {("A", IOS.name)}, [], [], 0)

    def test_one_that_could_not_be_made(self) -> None:
        self.assertFalse(self.lane.conclude([IOS], {("A", IOS.name)}, [], ["A, iOS 17.0"], 0))
        self.assertIn("not checked", self.said[0])

    def test_what_is_wrong_is_not_counted(self) -> None:
        results = [Check("A", IOS.name, 3, True, ""), Check("B", IOS.name, 5, False, "error")]
        self.assertFalse(self.lane.conclude([IOS], {("A", IOS.name), ("B", IOS.name)}, results, [], 0))
        self.assertEqual(self.said[0], "iOS 17.0: 3 files of 1 targets are right")

    def test_what_imports_something_wrong_is_not_run(self) -> None:
        ran = []

        def work(name: str, is_right: bool):
            def inner() -> bool:
                ran.append(name)
                return is_right
            return inner

        jobs = [("a", set(), work("a", False)), ("b", {"a"}, work("b", True)), ("c", {"b"}, work("c", True)),
                ("d", set(), work("d", True))]
        self.assertEqual(run(jobs, 2), ["b", "c"])
        self.assertEqual(sorted(ran), ["a", "d"])


class MistakesTest(unittest.TestCase):
    def test_the_table(self) -> None:
        rows = mistakes.rows()
        self.assertGreaterEqual(len(rows), 40)
        for row in rows:
            text = (ROOT / row.file).read_text(encoding="utf-8")
            self.assertNotEqual(row.text(text), text, row.name)

    def test_one_in_another_file_or_with_another_message_is_not_it(self) -> None:
        row = mistakes.Mistake("x", "T", IOS.name, "F.swift", "cannot find 'a'", add="a")
        copy = Path("/x/F.swift")

        def found(output: str, is_right: bool = False) -> bool:
            return mistakes.is_found(row, Check("T", IOS.name, 1, is_right, output), copy)

        self.assertTrue(found("/x/F.swift:3:1: error: cannot find 'a' in scope\n"))
        self.assertFalse(found("/x/G.swift:3:1: error: cannot find 'a' in scope\n"))
        self.assertFalse(found("/x/F.swift:3:1: error: cannot find 'b' in scope\n"))
        self.assertFalse(found("", is_right=True))

    def test_a_place_that_is_gone(self) -> None:
        row = mistakes.Mistake("x", "T", IOS.name, "F.swift", "", old="gone", new="here")
        with self.assertRaisesRegex(LaneError, "no longer has 'gone'"):
            row.text("nothing")


class StubsTest(unittest.TestCase):
    def test_no_module_is_declared_twice(self) -> None:
        linux = set(manifest.read(ROOT, toolchain.find().swift, is_mac=False).targets)
        self.assertEqual(set(stubs.names("ios")) & linux, set())


if __name__ == "__main__":
    unittest.main()
