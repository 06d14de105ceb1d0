"""Small sources that the checker of Apple's declarations must refuse, each for its reason, and others that it must take."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Dict, List

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Scripts"))

import check_apple_api  # noqa: E402
from apple_api import documentation  # noqa: E402
from apple_api.table import Table  # noqa: E402

APPLE = "#if os(iOS) || os(macOS) || APPLE_STANDIN\n"
HEAD = APPLE + "import CoreLocation\nimport LocationCore\nimport UserNotifications\n"
TABLE = Table(ROOT / "Scripts" / "apple_api.json")
OWN = "Sources/AppleLocation/Code.swift"


def check(files: Dict[str, str]) -> check_apple_api.Check:
    table = copy.copy(TABLE)
    table.imports = [item for item in TABLE.imports if item["file"] in files]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "Sources" / "LocationCore").mkdir(parents=True)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        run = check_apple_api.Check(root, table)
        run.run()
    return run


def problems(body: str, head: str = HEAD, name: str = OWN, more: Dict[str, str] = {}) -> List[str]:
    return check({name: head + body + ("\n#endif\n" if head.startswith("#if") else "\n"), **more}).problems


class Refused(unittest.TestCase):
    """One mistake each."""

    def refused(self, body: str, reason: str, **more) -> None:
        found = problems(body, **more)
        self.assertEqual(len(found), 1, found)
        self.assertIn(reason, found[0])

    def test_a_type_that_is_not_listed(self) -> None:
        self.refused("let geocoder = CLGeocoder()", "CLGeocoder is not in the table")

    def test_a_constant_that_is_not_listed(self) -> None:
        self.refused("let filter = kCLHeadingFilterNone", "kCLHeadingFilterNone is not in the table")

    def test_a_member_that_is_not_listed(self) -> None:
        self.refused("func f(_ manager: CLLocationManager) { manager.startUpdatingHeading() }", "startUpdatingHeading")

    def test_a_static_member_that_is_not_listed(self) -> None:
        self.refused("let can = CLLocationManager.headingAvailable()", "CLLocationManager.headingAvailable")

    def test_a_member_behind_a_property(self) -> None:
        self.refused(
            "final class A { private let manager = CLLocationManager()\n func f() { self.manager.dismissHeading() } }",
            "CLLocationManager.dismissHeading")

    def test_a_member_behind_a_chain(self) -> None:
        self.refused(
            "func f(_ manager: CLLocationManager) { print(manager.location?.sourceInformation?.isFake ?? false) }",
            "CLLocationSourceInformation.isFake")

    def test_a_member_of_an_element(self) -> None:
        self.refused(
            "func f(_ manager: CLLocationManager) { for region in manager.monitoredRegions { print(region.center) } }",
            "CLRegion.center")

    def test_a_member_behind_a_cast(self) -> None:
        self.refused("func f(_ error: any Error) { print((error as? CLError)?.nature) }", "CLError.nature")

    def test_a_member_of_what_another_file_declares(self) -> None:
        self.refused(
            "extension A { func f() { manager.dismissHeading() } }", "dismissHeading",
            more={"Sources/AppleLocation/A.swift": HEAD + "final class A { let manager = CLLocationManager() }\n#endif\n"})

    def test_labels_of_an_initialiser(self) -> None:
        self.refused(
            "func f(_ c: CLLocationCoordinate2D) -> CLCircularRegion { CLCircularRegion(centre: c, radius: 1, identifier: \"\") }",
            "init(centre:radius:identifier:)")

    def test_labels_of_a_method(self) -> None:
        self.refused(
            "func f(_ m: CLLocationManager, _ r: CLRegion) { m.startMonitoring(region: r) }", "startMonitoring(region:)")

    def test_newer_than_the_floor(self) -> None:
        found = problems("func f(_ event: CLMonitor.Event) -> Bool { event.conditionLimitExceeded }")
        self.assertEqual(len(found), 2, found)
        self.assertIn("needs iOS 18.0", found[0])
        self.assertIn("needs macOS 15.0", found[1])

    def test_newer_than_the_floor_behind_nothing_that_is_known(self) -> None:
        found = problems("func f() { thing { print($0.conditionLimitExceeded) } }")
        self.assertEqual(len(found), 2, found)

    def test_a_check_that_forgets_macos(self) -> None:
        self.refused(
            "func f(_ event: CLMonitor.Event) { if #available(iOS 18.0, *) { print(event.accuracyLimited) } }",
            "needs macOS 15.0")

    def test_the_other_branch_of_a_check(self) -> None:
        found = problems(
            "func f(_ e: CLMonitor.Event) { if #available(iOS 18.0, macOS 15.0, *) { } else { print(e.accuracyLimited) } }")
        self.assertEqual(len(found), 2, found)

    def test_before_a_guard(self) -> None:
        found = problems(
            "func f(_ e: CLMonitor.Event) { print(e.accuracyLimited)\n guard #available(iOS 18, macOS 15, *) else { return } }")
        self.assertEqual(len(found), 2, found)

    def test_a_case_that_is_newer_than_the_floor(self) -> None:
        found = problems("func f(_ event: CLMonitor.Event) -> Bool { event.state == .unmonitored }")
        self.assertEqual(len(found), 2, found)
        self.assertIn("needs iOS 17.2", found[0])

    def test_not_on_macos(self) -> None:
        self.refused("let session = CLBackgroundActivitySession()", "does not exist on macOS", head=HEAD)

    def test_not_on_macos_by_its_name(self) -> None:
        self.refused("func f() -> Bool { status == .authorizedWhenInUse }", "does not exist on macOS")

    def test_a_module_that_is_not_on_macos(self) -> None:
        self.refused("import UIKit", "UIKit does not exist on macOS")

    def test_a_module_that_is_not_listed(self) -> None:
        self.refused("import CryptoKit", "CryptoKit is compiled on iOS and is not a module of the table")

    def test_a_switch_without_unknown_default(self) -> None:
        self.refused(
            "func f(_ m: CLLocationManager) { switch m.accuracyAuthorization { case .fullAccuracy: break\n"
            " case .reducedAccuracy: break } }", "@unknown default")

    def test_a_switch_with_a_plain_default(self) -> None:
        self.refused(
            "func f(_ s: CLRegionState) { switch s { case .inside: break\n default: break } }", "@unknown default")

    def test_a_switch_known_by_its_cases(self) -> None:
        self.refused(
            "func f() { switch thing() { case .fullAccuracy: break\n case .reducedAccuracy: break } }", "@unknown default")

    def test_a_delegate_method_that_is_misspelt(self) -> None:
        self.refused(
            "func locationManager(_ manager: CLLocationManager, didEnter region: CLRegion) {}", "would never call it")

    def test_a_delegate_method_with_another_type(self) -> None:
        self.refused(
            "func locationManager(_ manager: CLLocationManager, monitoringDidFailFor region: CLRegion,"
            " withError error: any Error) {}", "(CLLocationManager, CLRegion?, any Error)")

    def test_asking_whether_a_module_can_be_imported(self) -> None:
        for module in ("CoreLocation", "UIKit", "UserNotifications"):
            self.refused("let a = 1", f"canImport({module})", head=f"#if canImport({module})\n", name="Sources/Other/A.swift")

    def test_objective_c(self) -> None:
        self.refused("class A { @objc func f() {} }", "@objc needs")
        self.refused("let s = #selector(A.f)", "#selector needs")

    def test_glibc_without_darwin(self) -> None:
        found = problems("let a = 1", head="#if os(Linux)\nimport Glibc\n", name="Sources/Other/A.swift")
        self.assertEqual(len(found), 2, found)
        self.assertIn("no import Darwin for iOS", found[0])

    def test_glibc_everywhere(self) -> None:
        found = problems("import Glibc", head="", name="Sources/Other/A.swift")
        self.assertIn("Glibc does not exist on iOS", "".join(found))

    def test_a_call_of_linux_alone(self) -> None:
        self.refused("let clock = CLOCK_BOOTTIME", "CLOCK_BOOTTIME is Linux's alone", head="", name="Sources/Other/A.swift")
        self.refused('let file = "/proc/self/stat"', "/proc/ is Linux's alone", head="", name="Sources/Other/A.swift")

    def test_a_call_of_linux_without_its_twin(self) -> None:
        self.refused(
            "let clock = CLOCK_BOOTTIME", "CLOCK_BOOTTIME has no twin", head="#if os(Linux)\n", name="Sources/Other/A.swift")

    def test_apples_frameworks_outside(self) -> None:
        self.refused("public import CoreLocation", "imported outside AppleLocation", name="Sources/Other/A.swift", head=APPLE)

    def test_the_stand_in(self) -> None:
        self.refused("import AppleStandIn", "is for tests", name="Sources/Other/A.swift", head="#if os(Linux)\n")

    def test_a_row_that_excuses_nothing(self) -> None:
        name = TABLE.imports[0]["file"]
        found = problems("let a = 1", head="", name=name)
        self.assertIn("excuses an import that is not there", "".join(found))

    def test_newer_than_the_floor_in_the_standard_library(self) -> None:
        self.refused("let lock = Mutex(0)", "Mutex needs iOS 18.0", head="", name="Sources/Other/A.swift")
        self.refused(
            "func f() -> some AsyncSequence<Int, Never> { g() }", "AsyncSequence<…>", head="", name="Sources/Other/A.swift")

    def test_a_name_that_only_apple_systems_meet(self) -> None:
        self.refused(
            "func f() { doWhatNobodyHas() }", "doWhatNobodyHas stands in code that only Apple systems compile",
            head="#if os(iOS)\n", name="Sources/Other/A.swift")

    def test_a_stand_in_that_declares_more(self) -> None:
        standin = {"Tests/Support/CoreLocation/A.swift": "open class CLLocationManager { public func startUpdatingHeading() {} }"}
        self.refused("", "CLLocationManager.startUpdatingHeading() is not in the table", more=standin)
        standin = {"Tests/Support/CoreLocation/A.swift": "public class CLBeacon {}"}
        self.refused("", "CLBeacon is not in the table", more=standin)
        standin = {"Tests/Support/UIKit/A.swift": "public class CLLocation: Sendable {}"}
        self.refused("", "CLLocation is not in the table of UIKit", more=standin)

    def test_a_stand_in_with_other_parameters(self) -> None:
        standin = {
            "Tests/Support/CoreLocation/A.swift":
                "public actor CLMonitor { public func remove(_ identifier: Int) {} }"}
        self.refused("", "CLMonitor.remove(_:) takes (Int); the table: (String)", more=standin)


class Taken(unittest.TestCase):
    """What is right must pass, or nobody reads the rest."""

    def taken(self, body: str, **more) -> None:
        self.assertEqual(problems(body, **more), [])

    def test_a_manager_and_its_delegate(self) -> None:
        self.taken('''
import Foundation
@MainActor final class Manager: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager: CLLocationManager
    override init() {
        manager = CLLocationManager()
        super.init()
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.allowsBackgroundLocationUpdates = true
    }
    func watch(_ region: Region) {
        let center = CLLocationCoordinate2D(latitude: 1, longitude: 2)
        let circle = CLCircularRegion(center: center, radius: min(1, manager.maximumRegionMonitoringDistance), identifier: "a")
        circle.notifyOnEntry = true
        manager.startMonitoring(for: circle)
        for known in manager.monitoredRegions where known.identifier == "b" { manager.stopMonitoring(for: known) }
        if let location = manager.location, location.horizontalAccuracy >= 0 { print(location.coordinate.latitude) }
        guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) else { return }
    }
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        guard let newest = locations.last else { return }
        for location in locations { print(location.timestamp, location.speed, location.floor?.level ?? 0) }
    }
    func locationManager(_ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error) {
        guard let code = (error as? CLError)?.code else { return }
        switch code {
        case .regionMonitoringDenied, .denied: break
        default: break
        }
    }
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        switch manager.authorizationStatus {
        case .notDetermined, .restricted, .denied: break
        case .authorizedAlways: break
        #if os(iOS) || APPLE_STANDIN
            case .authorizedWhenInUse: break
        #endif
        @unknown default: break
        }
    }
}''')

    def test_a_monitor(self) -> None:
        self.taken('''
func run(_ name: String) async throws {
    let monitor = await CLMonitor(name)
    await monitor.add(CLMonitor.CircularGeographicCondition(center: .init(), radius: 1), identifier: "a", assuming: .unsatisfied)
    let known = await monitor.record(for: "a")?.lastEvent.state
    for try await event in await monitor.events {
        if #available(iOS 18.0, macOS 15.0, *), event.conditionLimitExceeded { print(event.identifier) }
        guard #available(iOS 18.0, macOS 15.0, *) else { continue }
        print(event.accuracyLimited)
    }
}
func state(of event: CLMonitor.Event) -> Bool? {
    if #available(iOS 17.2, macOS 14.2, *), event.state == .unmonitored { return nil }
    switch event.state {
    case .satisfied: return true
    case .unsatisfied: return false
    case .unknown: return nil
    @unknown default: return nil
    }
}''')

    def test_a_pattern_may_name_a_case_that_may_not_be_there(self) -> None:
        self.taken('''
func f(_ event: CLMonitor.Event, _ manager: CLLocationManager) {
    if case .unmonitored = event.state { return }
    switch event.state {
    case .unmonitored: break
    @unknown default: break
    }
    switch manager.authorizationStatus {
    case .authorizedAlways, .authorizedWhenInUse: break
    @unknown default: break
    }
}''')

    def test_a_type_behind_an_attribute(self) -> None:
        self.taken('''
#if os(iOS) || APPLE_STANDIN
    @available(iOS 18.0, *)
    struct Session { let session = CLServiceSession(authorization: .always) }
#endif''')
        self.taken('''
@available(iOS 18.0, *) @available(macOS, unavailable)
struct Session { let session = CLServiceSession(authorization: .always) }''')

    def test_notifications(self) -> None:
        self.taken('''
func post() async throws {
    let center = UNUserNotificationCenter.current()
    let content = UNMutableNotificationContent()
    content.title = "a"
    content.sound = .default
    center.add(UNNotificationRequest(identifier: "a", content: content, trigger: nil))
    center.add(UNNotificationRequest(identifier: "a", content: content, trigger: nil)) { error in print(error as Any) }
    center.requestAuthorization(options: [.alert, .sound]) { granted, error in }
    let settings = await center.notificationSettings()
    switch settings.authorizationStatus {
    case .notDetermined: break
    case .authorized, .provisional: break
    case .denied: break
    @unknown default: break
    }
}''')

    def test_an_extension_of_our_own(self) -> None:
        self.taken("extension CLLocation { var isValid: Bool { true } }\nfunc f(_ l: CLLocation) -> Bool { l.isValid }")

    def test_an_enumeration_of_our_own(self) -> None:
        self.taken("enum Side { case inside, outside, unknown }\nfunc f(_ side: Side) { switch side { case .inside: break\n"
                   "case .outside: break\ncase .unknown: break } }")

    def test_names_in_comments_and_texts(self) -> None:
        self.taken('// CLGeocoder, @objc\n/* #selector /* CLHeading */ */\nlet a = "CLGeocoder \\("CLHeading") @objc"')

    def test_a_type_of_the_same_name_on_linux(self) -> None:
        self.taken(
            "#if !(os(iOS) || os(macOS))\n public struct CLLocation { public let weight: Int }\n"
            " func f(_ location: CLLocation) -> Int { location.weight }\n#endif", head="", name="Sources/Other/A.swift")

    def test_twins(self) -> None:
        self.taken(
            "#if canImport(Darwin)\nimport Darwin\nlet clock = CLOCK_MONOTONIC_RAW\n#else\nimport Glibc\n"
            "let clock = CLOCK_BOOTTIME\n#endif", head="", name="Sources/Other/A.swift",
            more={"Sources/Other/B.swift": "let other = CLOCK_MONOTONIC_RAW"})

    def test_a_mutex_behind_a_check(self) -> None:
        self.taken("@available(iOS 18.0, macOS 15.0, *) final class A { let lock = Mutex(0) }", head="", name="Sources/Other/A.swift")

    def test_a_stand_in(self) -> None:
        self.taken("", more={"Tests/Support/CoreLocation/A.swift": '''
public import AppleStandIn
open class CLLocation: NSObject, @unchecked Sendable {
    public let coordinate: CLLocationCoordinate2D
    package let hidden: Int
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {}
    @_spi(StandIn) public func simulate() {}
    func alsoHidden() {}
    override open func isEqual(_ object: Any?) -> Bool { true }
}
public struct CLError: Error {
    public let code: Code
    public init(_ code: Code) { self.code = code }
    public enum Code: Int, Sendable { case locationUnknown = 0, denied, network }
}
public enum CLRegionState: Int, Sendable { case unknown = 0, inside, outside }
public actor CLMonitor {
    final public let events: CLMonitor.Events
    public init(_ name: String) async {}
    public func add(_ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State) {}
    public struct Events: AsyncSequence, Sendable {
        public typealias Element = CLMonitor.Event
        public func makeAsyncIterator() -> Iterator { Iterator() }
        public struct Iterator: AsyncIteratorProtocol { public mutating func next() async throws -> Element? { nil } }
    }
}
extension CLLocationManagerDelegate {
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
}
'''})


class ThisCheckout(unittest.TestCase):
    def test_the_table(self) -> None:
        for entry in TABLE.entries:
            self.assertIn(entry["tag"], ("confirmed", "remembered"), entry)
            self.assertEqual(entry["tag"] == "remembered", "remembered" in entry or entry["source"] == ["REM"], entry)
            self.assertLessEqual(set(entry["source"]), set(documentation.SOURCES), entry)
            self.assertIn(entry["type"], TABLE.types, entry)
            self.assertIn(entry["module"], TABLE.modules, entry)
        rows = [(entry["type"], entry.get("member")) for entry in TABLE.entries]
        self.assertEqual(len(rows), len(set(rows)))

    def test_it_passes(self) -> None:
        done = subprocess.run(
            [sys.executable, str(ROOT / "Scripts" / "check_apple_api.py")], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"\d+ files; \d+ uses of Apple's declarations; ")

    def test_a_stale_document_is_refused(self) -> None:
        run = check({OWN: HEAD + "let a = CLLocationManager()\n#endif\n"})
        text = documentation.document(run.uses, TABLE, "# Apple\n")
        self.assertIn("| `CLLocationManager: override init()` | 2.0 | 10.6 | confirmed | H12 |", text)
        self.assertNotIn("CLVisit", text)


if __name__ == "__main__":
    unittest.main()
