import CIOAdapter
public import Foundation
public import LocationCore

/// What Customer.io's own SDK keeps on a device, as far as its form is public. (CIO 8.1, 8.2)
///
/// Files are read and never changed. What is there and has no public form is listed in ``untouched``.
public struct CustomerIOInstallation: Hashable, Sendable {
    /// A transition that the SDK had not delivered.
    public struct Waiting: Hashable, Sendable {
        /// Identifies it, through every retry.
        public let transitionID: String
        /// The fence that was crossed.
        public let geofenceID: String
        /// `enter`, `exit` or `dwell`.
        public let transition: String
        /// When.
        public let at: Timestamp
        /// Who was identified then.
        public let person: String
        /// The row as it stood in the file, for ``CustomerIOInstallation/prepareOutbox(in:at:)``.
        let row: TransitionRow
    }

    /// The fences that were downloaded last; convert them with ``FenceMigration``.
    public let fences: FenceFile
    /// What waits to be delivered, oldest first.
    public let waiting: [Waiting]
    /// Who is identified; `nil` for nobody.
    public let person: String?
    /// The host of the API; `nil` for none that is kept.
    public let apiHost: String?
    /// When the fences were downloaded, and from where; `nil` when either is missing.
    public let lastDownload: Download?
    /// What is there and could not be understood, each as a sentence.
    public let untouched: [String]

    /// A download of fences.
    public struct Download: Hashable, Sendable {
        /// When.
        public let at: Timestamp
        /// Where the device was.
        public let anchor: Coordinate
    }

    static let stateFile = "geofenceState.json"
    static let queueFile = "pending_geofence_metrics.json"
    static let contextFile = "delivery_context.json"
    static let locationFile = "lastLocationState.json"

    /// Reads the files in a folder.
    ///
    /// - Returns: `nil` when none of them is there.
    /// - Throws: ``VendorFileError``.
    public static func read(folder: URL) throws(VendorFileError) -> CustomerIOInstallation? {
        let state = try VendorFile(folder, stateFile).json()
        let queue = try VendorFile(folder, queueFile).json()
        let context = try VendorFile(folder, contextFile).json()
        let location = try VendorFile(folder, locationFile).json()
        guard state != nil || queue != nil || context != nil || location != nil else { return nil }
        var untouched: [String] = []
        let fences = try cachedFences(state, &untouched)
        let waiting = try rows(queue, &untouched)
        if location != nil { untouched.append("\(locationFile): the last position is of no use to another style") }
        return CustomerIOInstallation(
            fences: fences, waiting: waiting, person: text(context?["userId"]), apiHost: text(context?["apiHost"]),
            lastDownload: download(state), untouched: untouched)
    }

    private static func text(_ json: JSONValue?) -> String? {
        json?.stringValue.flatMap { $0.isBlank ? nil : $0 }
    }

    private static func cachedFences(
        _ state: JSONValue?, _ untouched: inout [String]
    ) throws(VendorFileError) -> FenceFile {
        guard let state else { return FenceFile([], of: .customerio) }
        guard let members = state.objectValue else { throw .otherForm(file: stateFile, expected: "object") }
        let known: Set<String> = ["cachedGeofences", "lastServerSyncLocation", "lastServerSyncTimestamp"]
        for key in members.keys where !known.contains(key) && members.holds(key) {
            untouched.append("\(stateFile): \(key) has no public form")
        }
        let entries: [JSONValue]
        switch members["cachedGeofences"] {
        case .array(let list): entries = list
        case .object(let byID): entries = byID.map(\.value)
        case nil, .null: entries = []
        default: throw .otherForm(file: stateFile, expected: "object whose cachedGeofences are a list")
        }
        do throws(MigrationError) {
            return try FenceFile.read(json: .array(entries), as: .customerio)
        } catch {
            throw .otherForm(file: stateFile, expected: "state with Customer.io's fences: \(error)")
        }
    }

    /// A bad row costs itself. (CIO 8.4)
    private static func rows(
        _ queue: JSONValue?, _ untouched: inout [String]
    ) throws(VendorFileError) -> [Waiting] {
        guard let queue else { return [] }
        guard let list = queue.arrayValue else { throw .otherForm(file: queueFile, expected: "list") }
        var waiting: [Waiting] = []
        for (index, json) in list.enumerated() {
            guard let row = TransitionRow(json: json) else {
                untouched.append("\(queueFile): row \(index + 1) lacks what every row has")
                continue
            }
            waiting.append(
                Waiting(
                    transitionID: row.transitionId, geofenceID: row.geofenceId, transition: row.transition,
                    at: row.timestamp, person: row.userId, row: row))
        }
        return waiting
    }

    /// One half alone counts as none. (CIO 8.4)
    private static func download(_ state: JSONValue?) -> Download? {
        guard let seconds = state?["lastServerSyncTimestamp"]?.doubleValue,
            let place = state?["lastServerSyncLocation"], let latitude = place["latitude"]?.doubleValue,
            let longitude = place["longitude"]?.doubleValue,
            let anchor = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return Download(at: Timestamp(seconds: seconds), anchor: anchor)
    }
}
