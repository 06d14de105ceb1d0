import APIMigration
import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `What BGeo's SDK keeps` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "vendor-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "bgeo.db") }

    /// A database with these tables; it stays open, as that of a running SDK.
    private func make(_ script: String) throws -> Database {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = try Database(path: file.path)
        try database.transaction { () throws(StoreError) in try database.execute(script: script) }
        return database
    }

    private func snapshot() throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(into: [:]) {
            $0[$1] = try Data(contentsOf: folder.appending(path: $1))
        }
    }

    @Test(arguments: [
        ("notify_on_entry, notify_on_exit, notify_on_dwell, loitering_delay"),
        ("notifyOnEntry, notifyOnExit, notifyOnDwell, loiteringDelay"),
    ])
    func `is read from a copy, also what stands in the log alone`(columns: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try make(
            """
            CREATE TABLE geofences (identifier TEXT, latitude REAL, longitude REAL, radius REAL, \(columns), extras TEXT, hash);
            CREATE TABLE locations (body TEXT);
            INSERT INTO geofences VALUES ('home', 52.2297, 21.0122, 150, 1, 0, 1, 60000, '{"floor":3}', 'x');
            INSERT INTO geofences VALUES ('bad', 'north', 21.0122, 150, 1, 0, 0, NULL, NULL, 'y');
            """)
        let before = try snapshot()

        let found = try #require(
            try BGeoInstallation.read(database: file, scratch: folder.appending(path: "scratch")))

        #expect(found.fences.entries.map(\.definition.id.text) == ["home"])
        #expect(found.fences.entries.first?.definition.reports == [.enter, .dwell])
        #expect(found.fences.entries.first?.definition.dwellDelay == 60_000)
        #expect(found.fences.entries.first?.definition.data?["floor"] == 3)
        #expect(found.fences.problems.map(\.id) == ["bad"])
        #expect(
            found.untouched == [
                "geofences.hash is not known and was left", "table locations is not public and was left",
            ])
        try FileManager.default.removeItem(at: folder.appending(path: "scratch"))
        #expect(try snapshot() == before)
        database.close()
    }

    @Test func `of another form is reported with what is in it`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try make("CREATE TABLE geofences (id TEXT, data BLOB); CREATE TABLE queue (row);").close()

        #expect(
            throws: VendorFileError.unknownDatabase(file: "bgeo.db", found: ["geofences (id, data)", "queue"])
        ) {
            try BGeoInstallation.read(database: file, scratch: folder)
        }
        try Data("no database".utf8).write(to: file)
        #expect(throws: VendorFileError.self) { try BGeoInstallation.read(database: file, scratch: folder) }
        try FileManager.default.removeItem(at: file)
        #expect(try BGeoInstallation.read(database: file, scratch: folder) == nil)
    }

    @Test func `or any vendor's list, by its public call`() async throws {
        struct Listing: FenceListing {
            let style = APIStyle.beekon
            func list() async throws -> JSONValue {
                [["id": "home", "latitude": 52.2297, "longitude": 21.0122, "radiusMeters": 150]]
            }
        }

        let file = try await FenceFile.read(from: Listing())

        #expect(file.entries.map(\.definition.id.text) == ["home"])
    }
}
