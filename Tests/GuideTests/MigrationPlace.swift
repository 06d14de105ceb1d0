import APIMigration
import Foundation
import LocationCore

/// What the samples of the guides to moving take for granted.
struct MigrationPlace {
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    let atHome, aStreetAway: Coordinate

    init() throws {
        atHome = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        aStreetAway = try Coordinate(latitude: 52.2333, longitude: 21.0122)
    }

    /// What `geofence migrate` writes of fences in another style.
    func converted(_ fences: JSONValue, _ source: APIStyle, to target: APIStyle) throws -> URL {
        let migration = FenceMigration(try FenceFile.read(json: fences, as: source), to: target)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "fences.json")
        try Data(migration.fences.bytes(pretty: true)).write(to: file)
        return file
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension MigrationPlace {
    static let beekonHome: JSONValue = [
        [
            "id": "home", "latitude": 52.2297, "longitude": 21.0122, "radiusMeters": 150,
            "notification": ["delivery": "local", "onEnter": ["title": "Welcome home", "body": "The kettle is on"]],
        ]
    ]
    static let bgeoHome: JSONValue = [
        [
            "identifier": "home", "latitude": 52.2297, "longitude": 21.0122, "radius": 150, "notifyOnEntry": true,
            "notifyOnExit": true, "notifyOnDwell": true, "loiteringDelay": 300_000, "extras": ["label": "Home"],
        ]
    ]
    static let customerIOHome: JSONValue = [
        "geofences": [
            [
                "id": "home", "name": "Home", "latitude": 52.2297, "longitude": 21.0122, "radius": 150,
                "geoset_ids": [11], "dwell_threshold_seconds": 300, "metadata": ["label": "Home"],
            ]
        ]
    ]
}
