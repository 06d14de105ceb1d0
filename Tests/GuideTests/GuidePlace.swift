import BGeoAdapter
import Foundation
import LocationCore
import LocationSimulator

/// What the samples take for granted.
@MainActor struct GuidePlace {
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    let atHome = try! Coordinate(latitude: 52.2297, longitude: 21.0122)
    let office = try! Coordinate(latitude: 52.241832, longitude: 21.066352)
    let home = Geofence(
        identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true, notifyOnDwell: true)

    func using(_ phone: SimulatedPhone, _ body: @MainActor () async throws -> Void) async throws {
        defer { remove() }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder, body)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
