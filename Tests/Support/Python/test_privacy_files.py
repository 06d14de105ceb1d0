"""The privacy files say what the source does: nothing less, and nothing more.

Only calls that the source itself names are found; what a framework does behind a call of another name is not.
"""

from __future__ import annotations

import plistlib
import re
import sys
import unittest
from pathlib import Path
from typing import Dict, List, Set

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Scripts"))

from apple_api.swift_text import APPLE, Source, read  # noqa: E402

#: The calls that need a reason, by category, as far as we know Apple's list. Only the first two clocks are on it by name; the
#: others count the time since the device started as well, so they are declared all the same.
CALLS = {
    "FileTimestamp": {
        "stat", "lstat", "fstat", "fstatat", "getattrlist", "fgetattrlist", "getattrlistbulk", "getattrlistat",
        "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey", "creationDateKey",
        "contentModificationDate", "attributesOfItem"},
    "DiskSpace": {
        "statfs", "statvfs", "fstatfs", "fstatvfs", "volumeAvailableCapacity", "volumeAvailableCapacityKey",
        "volumeAvailableCapacityForImportantUsage", "volumeAvailableCapacityForOpportunisticUsage", "volumeTotalCapacity",
        "systemFreeSize", "systemSize"},
    "SystemBootTime": {
        "systemUptime", "mach_absolute_time", "mach_continuous_time", "clock_gettime", "clock_gettime_nsec_np",
        "CLOCK_MONOTONIC_RAW", "CLOCK_UPTIME_RAW", "KERN_BOOTTIME", "ContinuousClock", "SuspendingClock"},
    "UserDefaults": {"UserDefaults", "CFPreferencesCopyAppValue", "AppStorage"},
    "ActiveKeyboards": {"activeInputModes"},
}
REASONS = {
    "FileTimestamp": {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"},
    "DiskSpace": {"85F4.1", "E174.1", "7D9E.1", "B728.1"},
    "SystemBootTime": {"35F9.1", "8FFB.1", "3D61.1"},
    "UserDefaults": {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"},
    "ActiveKeyboards": {"3EC4.1", "54BD.1"},
}
DATA = {"PreciseLocation", "CoarseLocation", "UserID", "DeviceID", "ProductInteraction", "OtherUsageData", "OtherDiagnosticData"}
PURPOSES = {
    "ThirdPartyAdvertising", "DeveloperAdvertising", "Analytics", "ProductPersonalization", "AppFunctionality", "Other"}
#: What a target sends, as it stands in its source: the target, what it names, the kind of data.
SENT = [
    ("BGeoAdapter", "Wire/BGeoPayload.swift", '"latitude"', "PreciseLocation"),
    ("BeekonAdapter", "Upload/UploadRequest.swift", '"latitude"', "PreciseLocation"),
    ("CIOAdapter", "Delivery/CIORequests.swift", '"latitude"', "PreciseLocation"),
]
TARGETS = sorted(path.name for path in (ROOT / "Sources").iterdir() if any(path.glob("**/*.swift")))


def sources(target: str) -> List[Source]:
    return [
        read(str(path), path.read_text(encoding="utf-8"), {"APPLE_STANDIN"}, set(TARGETS))
        for path in sorted((ROOT / "Sources" / target).glob("**/*.swift"))]


def used(target: str) -> Set[str]:
    """The categories that the target's source needs reasons for where an Apple system compiles it."""
    words = {
        token.text for source in sources(target) for token in source.tokens
        if token.kind == "id" and token.systems & APPLE}
    texts = {
        token.text for source in sources(target) for token in source.tokens
        if token.kind == "str" and token.systems & APPLE}
    found = {category for category, names in CALLS.items() if names & words}
    return found | ({"SystemBootTime"} if any("kern.boottime" in text for text in texts) else set())


def file(target: str) -> Path:
    return ROOT / "Sources" / target / "PrivacyInfo.xcprivacy"


def declared(target: str) -> Dict:
    with file(target).open("rb") as opened:
        return plistlib.load(opened)


def categories(target: str) -> Set[str]:
    prefix = "NSPrivacyAccessedAPICategory"
    return {item["NSPrivacyAccessedAPIType"][len(prefix):] for item in declared(target)["NSPrivacyAccessedAPITypes"]}


def collected(target: str) -> Set[str]:
    prefix = "NSPrivacyCollectedDataType"
    return {item[prefix][len(prefix):] for item in declared(target)["NSPrivacyCollectedDataTypes"]}


class PrivacyTest(unittest.TestCase):
    def test_every_file_parses_and_says_only_what_apple_knows(self) -> None:
        found = [target for target in TARGETS if file(target).exists()]
        self.assertGreaterEqual(len(found), 5)
        for target in found:
            with self.subTest(target):
                text = declared(target)
                self.assertEqual(
                    set(text), {
                        "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
                        "NSPrivacyAccessedAPITypes"})
                self.assertIs(text["NSPrivacyTracking"], False)
                self.assertEqual(text["NSPrivacyTrackingDomains"], [])
                for item in text["NSPrivacyAccessedAPITypes"]:
                    category = item["NSPrivacyAccessedAPIType"].replace("NSPrivacyAccessedAPICategory", "", 1)
                    self.assertIn(category, REASONS)
                    self.assertTrue(item["NSPrivacyAccessedAPITypeReasons"])
                    self.assertLessEqual(set(item["NSPrivacyAccessedAPITypeReasons"]), REASONS[category])
                prefix = "NSPrivacyCollectedDataType"
                for item in text["NSPrivacyCollectedDataTypes"]:
                    self.assertEqual(set(item), {prefix, prefix + "Linked", prefix + "Tracking", prefix + "Purposes"})
                    self.assertIn(item[prefix].replace(prefix, "", 1), DATA)
                    self.assertIs(item[prefix + "Tracking"], False)
                    self.assertIsInstance(item[prefix + "Linked"], bool)
                    self.assertTrue(item[prefix + "Purposes"])
                    for purpose in item[prefix + "Purposes"]:
                        self.assertIn(purpose.replace(prefix + "Purpose", "", 1), PURPOSES)

    def test_calls_that_need_a_reason_have_one_in_the_target_that_makes_them(self) -> None:
        for target in TARGETS:
            with self.subTest(target):
                self.assertLessEqual(used(target), categories(target) if file(target).exists() else set())

    def test_no_reason_is_given_for_what_is_not_called(self) -> None:
        for target in TARGETS:
            if file(target).exists():
                with self.subTest(target):
                    self.assertEqual(categories(target), used(target))

    def test_what_is_sent_is_declared(self) -> None:
        for target, name, words, kind in SENT:
            with self.subTest(target):
                self.assertIn(words, (ROOT / "Sources" / target / name).read_text(encoding="utf-8"))
                self.assertIn(kind, collected(target))
        for target in TARGETS:
            if file(target).exists():
                with self.subTest(target):
                    self.assertEqual(bool(collected(target)), target in {row[0] for row in SENT})

    def test_the_manifest_knows_every_file(self) -> None:
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        self.assertIn('.copy("PrivacyInfo.xcprivacy")', manifest)
        # What has a condition is a dependency, not a declaration.
        declarations = re.findall(
            r'\.(?:target|executableTarget)\(\s*name: (?:"[^"]+"|name),(?!\s*condition).*?swiftSettings', manifest, re.DOTALL)
        for target in TARGETS:
            # A tool may have its folder under another name than its own, and a folder may hold targets of one form.
            own = [
                text for text in declarations
                if f'name: "{target}",' in text or re.search(f'path: "Sources/{target}["/]', text)]
            self.assertEqual(len(own), 1, target)
            self.assertEqual("resources: privacyFile" in own[0], file(target).exists(), target)
            self.assertEqual("exclude: notForLinux" in own[0], file(target).exists(), target)


if __name__ == "__main__":
    unittest.main()
