"""The stand-in says of systems, the main actor and Sendable what the table says."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path
from typing import List

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Scripts"))

from apple_api import attributes  # noqa: E402
from apple_api.swift_text import read  # noqa: E402
from apple_api.table import Table  # noqa: E402

TABLE = Table(ROOT / "Scripts" / "apple_api.json")


def problems(text: str, module: str = "CoreLocation") -> List[str]:
    source = read("A.swift", text, {"APPLE_STANDIN"}, {"LocationCore"})
    return [finding.text for finding in attributes.check(source, text, module, TABLE)]


class AttributesTest(unittest.TestCase):
    def test_a_case_that_macos_lacks(self) -> None:
        head, case = "public enum CLAuthorizationStatus: Int32, Sendable {\n", "    case authorizedWhenInUse = 4\n}\n"
        self.assertEqual(problems(head + "    @available(macOS, unavailable)\n" + case), [])
        self.assertEqual(
            problems(head + case),
            ["CLAuthorizationStatus.authorizedWhenInUse says nothing of systems; the table: @available(macOS, unavailable)"])

    def test_a_version_that_is_not_the_tables(self) -> None:
        text = "public enum __CLMonitoringState: UInt, Sendable {\n    @available(iOS 17.2, macOS 14.2, *)\n    case unmonitored = 3\n}\n"
        self.assertEqual(problems(text), [])
        self.assertEqual(len(problems(text.replace("17.2", "17.4"))), 1)

    def test_what_is_older_than_the_package_says_nothing(self) -> None:
        text = "public enum CLAuthorizationStatus: Int32, Sendable {\n    @available(iOS 18.0, macOS 15.0, *)\n    case denied = 2\n}\n"
        self.assertEqual(len(problems(text)), 1)

    def test_the_main_actor(self) -> None:
        text = "@preconcurrency @MainActor open class UIApplication: UIResponder {}\n"
        self.assertEqual(problems(text, "UIKit"), [])
        self.assertEqual(problems(text.replace("@preconcurrency ", ""), "UIKit"),
                         ["UIApplication is imported as @preconcurrency @MainActor"])
        self.assertEqual(len(problems(text.replace("@preconcurrency @MainActor ", ""), "UIKit")), 1)

    def test_what_is_nonisolated(self) -> None:
        text = ("@preconcurrency @MainActor open class UIApplication: UIResponder {\n"
                "    nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}\n}\n")
        self.assertEqual(problems(text, "UIKit"), [])
        self.assertEqual(problems(text.replace("nonisolated ", ""), "UIKit"),
                         ["UIApplication.endBackgroundTask(_:) is nonisolated in the table"])

    def test_sendable(self) -> None:
        text = "open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {}\n"
        self.assertEqual(problems(text), [])
        self.assertEqual(problems(text.replace(", @unchecked Sendable", "")),
                         ["CLLocation and the table do not agree whether it is Sendable"])
        self.assertEqual(problems("open class CLLocationManager: NSObject, @unchecked Sendable {}\n"),
                         ["CLLocationManager and the table do not agree whether it is Sendable"])


if __name__ == "__main__":
    unittest.main()
