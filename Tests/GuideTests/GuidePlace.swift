import BGeoAdapter
import Foundation
import LocationCore
import LocationSimulator

/// What the samples take for granted.
@MainActor struct GuidePlace {
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    let atHome, aStreetAway, office: Coordinate
    let home = Geofence(
        identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true, notifyOnDwell: true
    )

    init() throws {
        atHome = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        aStreetAway = try Coordinate(latitude: 52.2333, longitude: 21.0122)
        office = try Coordinate(latitude: 52.241832, longitude: 21.066352)
    }

    func using(_ phone: SimulatedPhone, _ body: @MainActor () async throws -> Void) async throws {
        defer { remove() }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder, body)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
