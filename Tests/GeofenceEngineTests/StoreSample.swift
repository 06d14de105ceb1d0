import Foundation
import GeofenceEngine
import LocationCore
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder of a test's own, removed when the test lets go of it.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var database: String { path + "/sample.db" }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path + "/" + name)) }

    func write(_ bytes: Data, to name: String) throws { try bytes.write(to: URL(filePath: path + "/" + name)) }
}

let noon = Timestamp(milliseconds: 1_783_339_200_000)  // 2026-07-06T12:00:00Z

/// Two versions of a small schema.
enum Sample {
    static let identity: Int32 = 0x4745_4F31

    static let first = StoreSchema(applicationID: identity, steps: [makeFences])
    static let second = StoreSchema(applicationID: identity, steps: [makeFences, addExtras])

    static let makeFences = StoreSchema.Step { (database) throws(StoreError) in
        try database.execute(
            script: """
                CREATE TABLE fences (ordinal INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, radius REAL NOT NULL);
                CREATE TABLE marks (id TEXT PRIMARY KEY, owner TEXT NOT NULL);
                """)
    }

    static let addExtras = StoreSchema.Step { (database) throws(StoreError) in
        try database.execute("ALTER TABLE fences ADD COLUMN extras TEXT")
    }

    static let doNothing = StoreSchema.Step { (_) throws(StoreError) in }

    static let breakOff = StoreSchema.Step { (database) throws(StoreError) in
        try database.execute("DELETE FROM fences")
        try database.execute("UPDATE missing SET x = 1")
    }

    static let dieInside = StoreSchema.Step { (database) throws(StoreError) in
        try database.execute("DELETE FROM fences")
        kill(getpid(), SIGKILL)
    }

    /// Stands for a step that reads a damaged page, which a new store does not have.
    static let meetDamageInFences = StoreSchema.Step { (database) throws(StoreError) in
        guard try ids(database).isEmpty else { throw .corrupt(file: "sample.db", detail: "met") }
    }

    static func open(
        _ folder: ScratchFolder, _ schema: StoreSchema = second, faults: StoreFaults? = nil
    ) throws(StoreError) -> StoreOpener.Opened {
        try StoreOpener(path: folder.database, schema: schema, options: options(faults)).open(at: noon)
    }

    static func options(_ faults: StoreFaults? = nil) -> StoreOpener.Options {
        var options = StoreOpener.Options()
        options.connection.medium = .process
        options.connection.busyTimeoutMilliseconds = 0
        options.connection.faults = faults
        return options
    }

    static func add(_ ids: [String], to database: Database) throws(StoreError) {
        try database.execute("INSERT INTO fences (id, radius) VALUES (?, ?)", each: ids) { [.text($0), .real(150)] }
    }

    static func ids(_ database: Database) throws(StoreError) -> [String] {
        try database.query("SELECT id FROM fences ORDER BY ordinal") { (row) throws(StoreError) in try row.text(0) }
    }
}
