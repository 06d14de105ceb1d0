import Foundation
import GeofenceEngine
import LocationCore

/// What lies on the disk.
extension FuzzTarget {
    /// One value of one row of a sound store is replaced: bytes 0 to 3 choose it, the rest is its content. Every start is
    /// survived, and what was not touched is still there.
    static let rows = FuzzTarget(name: "rows") { bytes in
        guard bytes.count >= 4 else { return }
        let sample = StoreSample.shared
        let path = sample.copy()
        defer { sample.remove(path) }
        let cell = sample.cells[(Int(bytes[0]) << 8 | Int(bytes[1])) % sample.cells.count]
        let content = Array(bytes.dropFirst(4))
        sample.replace(cell, in: path, by: content, as: bytes[2])
        do throws(StoreError) {
            let store = try EngineStore(at: StoreLocation(path: path, survivesPowerLoss: false), now: sample.noon)
            defer { store.close() }
            let loaded = try store.load()
            if cell.table != "geofences" {
                promise(loaded.durable.sets["app"]?.count == StoreSample.fenceCount, "fences were lost with \(cell)")
            }
            _ = try store.journal(about: nil, limit: 100)
        } catch {
            switch error {
            case .corrupt, .badValue, .misuse: break
            default: promise(false, "\(error) for \(cell)")
            }
        }
    }

    /// A snapshot whose bytes are changed, or which is nothing but these bytes: the fences are those of the rows.
    static let snapshot = FuzzTarget(name: "snapshot") { bytes in
        guard bytes.count >= 4 else { return }
        let sample = StoreSample.shared
        let path = sample.copy()
        defer { sample.remove(path) }
        var content = sample.snapshot
        if bytes[0] == 0 {
            content = Array(bytes.dropFirst(4))
        } else {
            let start = (Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])) % max(1, content.count)
            for (offset, byte) in bytes.dropFirst(4).enumerated() where start + offset < content.count {
                content[start + offset] = byte
            }
        }
        sample.writeSnapshot(content, beside: path)
        do throws(StoreError) {
            let store = try EngineStore(at: StoreLocation(path: path, survivesPowerLoss: false), now: sample.noon)
            defer { store.close() }
            let loaded = try store.load(usingSnapshot: true)
            let set = loaded.durable.sets["app"]
            promise(set?.count == StoreSample.fenceCount, "fences were lost")
            let ids = set?.fences.map(\.fence.id.text).sorted() ?? []
            promise(set?.isDamaged == true || ids == sample.ids, "other fences")
        } catch {
            promise(false, "\(error)")
        }
    }
}

/// A sound store with a snapshot, of which copies are damaged.
final class StoreSample: Sendable {
    static let shared = StoreSample()
    static let fenceCount = 24

    /// A value in a row.
    struct Cell: Hashable, Sendable {
        let table: String
        let column: String
        let row: Int64
    }

    let noon = Timestamp(milliseconds: 1_772_366_400_000)
    let cells: [Cell]
    let snapshot: [UInt8]
    let ids: [String]
    private let folder: URL
    private let database: [UInt8]
    private let count = Locked(0)

    private init() {
        do {
            folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let path = folder.appending(path: "sound.db").path
            let store = try EngineStore(at: StoreLocation(path: path, survivesPowerLoss: false), now: noon)
            let fences = try (0..<Self.fenceCount).map { number in
                let center = try Coordinate(latitude: 50 + Double(number) / 1000, longitude: 20)
                return StoredFence(
                    fence: Fence(
                        id: FenceID("fence \(number)"), shape: .circle(try Circle(center: center, radius: 100)),
                        reports: [.enter, .exit, .dwell], attributes: ["n": .integer(Int64(number))]),
                    ordinal: Int64(number) + 1, revision: 0, shapeRevision: 0)
            }
            try store.commit(
                fences.map { .putFence(set: "app", $0) } + [.value("a key", ["a": [1, 2.5, "x"]])], isPrecious: true)
            _ = try store.writeSnapshot(
                of: ["app": try store.load().durable.sets["app"] ?? FenceSet()], lineage: "fuzz", seed: 7)
            ids = fences.map(\.fence.id.text).sorted()
            store.close()
            snapshot = Array(try Data(contentsOf: URL(filePath: path + "-fences")))
            cells = try Self.cells(path)
            database = Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            preconditionFailure("the sample cannot be made: \(error)")
        }
    }

    private static func cells(_ path: String) throws -> [Cell] {
        let database = try Database(path: path)
        defer { database.close() }
        let tables = try database.query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") {
            (row) throws(StoreError) in try row.text(0)
        }
        var cells: [Cell] = []
        for table in tables where !table.hasPrefix("sqlite_") {
            let columns = try database.query("SELECT name FROM pragma_table_info('\(table)')") {
                (row) throws(StoreError) in try row.text(0)
            }
            let rows = try database.query("SELECT rowid FROM \(table) LIMIT 4") {
                (row) throws(StoreError) in try row.integer(0)
            }
            for row in rows { cells += columns.map { Cell(table: table, column: $0, row: row) } }
        }
        return cells
    }

    func copy() -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let file = folder.appending(path: "\(number).db")
        write(database, to: file)
        return file.path
    }

    func writeSnapshot(_ bytes: [UInt8], beside path: String) { write(bytes, to: URL(filePath: path + "-fences")) }

    private func write(_ bytes: [UInt8], to file: URL) {
        do { try Data(bytes).write(to: file) } catch { preconditionFailure("\(error)") }
    }

    /// The byte says of which kind the new value is. A constraint may refuse it, which leaves the old one.
    func replace(_ cell: Cell, in path: String, by content: [UInt8], as kind: UInt8) {
        let number = content.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let (sql, value): (String, SQLValue) =
            switch kind % 4 {
            case 0: ("CAST(? AS TEXT)", .blob(content))
            case 1: ("?", .integer(number))
            case 2:
                (
                    "?",
                    .real(
                        Double(bitPattern: UInt64(bitPattern: number)).isNaN
                            ? 0 : Double(bitPattern: UInt64(bitPattern: number)))
                )
            default: ("?", .null)
            }
        guard let database = try? Database(path: path) else { return }
        defer { database.close() }
        _ = try? database.execute(
            "UPDATE \(cell.table) SET \(cell.column) = \(sql) WHERE rowid = ?", [value, .integer(cell.row)])
    }

    func remove(_ path: String) {
        for ending in ["", "-wal", "-shm", "-fences", "-fences-new"] { unlink(path + ending) }
        // What was set aside bears the name of its file in front.
        let name = URL(filePath: path).lastPathComponent
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where file.hasPrefix(name)
        {
            unlink(folder.appending(path: file).path)
        }
    }
}
