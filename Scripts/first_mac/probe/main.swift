// Questions to a process of this Mac, answered as lines `answer: question = thought = found`. With an argument it says so
// of a process in the sandbox, and asks there what differs.
import CoreLocation
import Darwin
import Foundation

func tell(_ question: String, _ thought: String, _ found: Any) { print("answer: \(question) = \(thought) = \(found)") }

func isBootSessionReadable() -> Bool {
    var size = 0
    guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return false }
    var bytes = [CChar](repeating: 0, count: size)
    return sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0
}

func word(_ isTrue: Bool) -> String { isTrue ? "yes" : "no" }

func askLocation(_ place: String) {
    let manager = CLLocationManager()
    tell("maximumRegionMonitoringDistance \(place)", "?", manager.maximumRegionMonitoringDistance)
    tell(
        "circular regions can be watched \(place)", "?",
        word(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self)))
    tell("regions that are held before any was registered \(place)", "0", manager.monitoredRegions.count)
}

func askConstants() {
    tell("kCLLocationAccuracyBestForNavigation", "-2.0", kCLLocationAccuracyBestForNavigation)
    tell("kCLLocationAccuracyBest", "-1.0", kCLLocationAccuracyBest)
    tell("kCLLocationAccuracyThreeKilometers", "3000.0", kCLLocationAccuracyThreeKilometers)
    tell("kCLLocationAccuracyReduced", "?", kCLLocationAccuracyReduced)
    tell("kCLDistanceFilterNone", "-1.0", kCLDistanceFilterNone)
    tell("latitude of kCLLocationCoordinate2DInvalid", "-180.0", kCLLocationCoordinate2DInvalid.latitude)
    tell("SearchPathDirectory.libraryDirectory", "5", FileManager.SearchPathDirectory.libraryDirectory.rawValue)
    tell("SearchPathDirectory.documentDirectory", "9", FileManager.SearchPathDirectory.documentDirectory.rawValue)
}

func askCasts() {
    let one: Any = 1
    tell("1 as Any as? NSNumber succeeds", "yes", word(one as? NSNumber != nil))
    tell("NSNumber(1) as? Bool succeeds", "yes", word(NSNumber(value: 1) as Any as? Bool != nil))
}

/// The most memory the process had, in the unit of this system.
func peak() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
}

func askMemory() {
    let before = peak()
    let size = 64 << 20
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
    memory.initializeMemory(as: UInt8.self, repeating: 1, count: size)
    let grown = peak() - before
    memory.deallocate()
    tell("unit of ru_maxrss", "bytes", grown > size / 2 ? "bytes" : "kilobytes")
}

func askFiles() throws {
    var folder = FileManager.default.temporaryDirectory.appending(path: "probe-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let wanted = FileProtectionType.completeUntilFirstUserAuthentication
    do {
        try FileManager.default.setAttributes([.protectionKey: wanted], ofItemAtPath: folder.path)
        let kept = try FileManager.default.attributesOfItem(atPath: folder.path)[.protectionKey] as? FileProtectionType
        tell("a folder of a Mac keeps a protection class", "?", word(kept == wanted))
    } catch {
        tell("a folder of a Mac keeps a protection class", "?", "refused")
    }
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try folder.setResourceValues(values)
    folder.removeAllCachedResourceValues()
    let kept = try folder.resourceValues(forKeys: [.isExcludedFromBackupKey]).isExcludedFromBackup
    tell("a folder of a Mac can be kept out of the backup", "yes", word(kept == true))
}

let isSandboxed = CommandLine.arguments.count > 1
if isSandboxed {
    tell("the process is in a sandbox", "yes", word(ProcessInfo.processInfo.environment["APP_SANDBOX_CONTAINER_ID"] != nil))
    tell("kern.bootsessionuuid is readable in the sandbox", "?", word(isBootSessionReadable()))
    askLocation("in the sandbox")
} else {
    tell("kern.bootsessionuuid is readable outside a sandbox", "yes", word(isBootSessionReadable()))
    tell("a tool has a bundle identifier", "no", word(Bundle.main.bundleIdentifier != nil))
    askLocation("on macOS")
    askConstants()
    askCasts()
    askMemory()
    try askFiles()
}
