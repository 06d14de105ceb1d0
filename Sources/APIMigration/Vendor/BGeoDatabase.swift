import GeofenceEngine
import LocationCore

/// A copy of the database of BGeo's SDK.
struct BGeoDatabase {
    private let database: Database

    init(path: String) throws(StoreError) {
        database = try Database(path: path)
    }

    func installation(named name: String) throws(StoreError) -> Result<BGeoInstallation, VendorFileError> {
        let tables = try names("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        let found = tables.filter { !$0.hasPrefix("sqlite_") }
        let columns = try names("SELECT name FROM pragma_table_info('geofences')")
        guard let layout = Layout(columns) else {
            var described: [String] = []
            for table in found {
                described.append(table == "geofences" ? "geofences (\(columns.joined(separator: ", ")))" : table)
            }
            return .failure(.unknownDatabase(file: name, found: described))
        }
        let entries = try database.query("SELECT \(layout.selection) FROM geofences ORDER BY rowid") {
            (row) throws(StoreError) in try layout.entry(row)
        }
        var untouched = layout.unknown(columns).map { "geofences.\($0) is not known and was left" }
        for table in found where table != "geofences" {
            untouched.append("table \(table) is not public and was left")
        }
        do throws(MigrationError) {
            let fences = try FenceFile.read(json: .array(entries), as: .bgeo)
            return .success(BGeoInstallation(fences: fences, untouched: untouched))
        } catch {
            return .failure(.otherForm(file: name, expected: "database of BGeo's fences: \(error)"))
        }
    }

    private func names(_ sql: String) throws(StoreError) -> [String] {
        try database.query(sql) { (row) throws(StoreError) in try row.text(0) }
    }
}

/// Which column holds which member of a fence.
private struct Layout {
    private static let members = [
        ("identifier", "identifier"), ("latitude", "latitude"), ("longitude", "longitude"), ("radius", "radius"),
        ("notifyOnEntry", "notify_on_entry"), ("notifyOnExit", "notify_on_exit"), ("notifyOnDwell", "notify_on_dwell"),
        ("loiteringDelay", "loitering_delay"), ("extras", "extras"),
    ]
    /// What a fence cannot do without.
    private static let needed = 7

    private var columns: [(member: String, column: String)] = []

    init?(_ present: [String]) {
        for (index, (member, snake)) in Self.members.enumerated() {
            guard let column = [member, snake].first(where: { present.contains($0) }) else {
                if index < Self.needed { return nil }
                continue
            }
            columns.append((member, column))
        }
    }

    var selection: String { columns.map { "\"\($0.column)\"" }.joined(separator: ", ") }

    func unknown(_ present: [String]) -> [String] {
        present.filter { name in !columns.contains { $0.column == name } }
    }

    /// The fence in BGeo's own words. A value of another kind is left out, and its reader says what is missing.
    func entry(_ row: borrowing Row) throws(StoreError) -> JSONValue {
        var members: JSONObject = [:]
        for (index, (member, _)) in columns.enumerated() {
            switch member {
            case "identifier": members[member] = (try? row.textIfAny(index)).flatMap { $0 }.map { .string($0) }
            case "extras":
                let text = (try? row.textIfAny(index)).flatMap { $0 }
                members[member] = text.flatMap { try? JSONValue(json: $0) }
            case "notifyOnEntry", "notifyOnExit", "notifyOnDwell":
                members[member] = (try? row.integerIfAny(index)).flatMap { $0 }.map { .bool($0 != 0) }
            default: members[member] = Self.number(row, index)
            }
        }
        return .object(members)
    }

    private static func number(_ row: borrowing Row, _ index: Int) -> JSONValue? {
        if let real = try? row.real(index) { return .plain(real) }
        return (try? row.integerIfAny(index)).flatMap { $0 }.map { .integer($0) }
    }
}
