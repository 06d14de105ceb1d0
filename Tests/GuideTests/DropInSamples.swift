import BackgroundGeolocation
import BeekonKit
import CioDataPipelines
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// The samples of Documentation/DropIn.md, word for word between the marks.
@MainActor @Suite struct `drop-in guide` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    private let atHome, aStreetAway: Coordinate

    init() throws {
        atHome = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        aStreetAway = try Coordinate(latitude: 52.2333, longitude: 21.0122)
    }

    // sample: clash
    /// What the app itself knows of a crossing, whichever SDK told it.
    struct Visit: Equatable {
        let place: String
        let isArrival: Bool

        init(_ event: BackgroundGeolocation.GeofenceEvent) {
            place = event.identifier
            isArrival = event.action != .exit
        }

        init(_ event: BeekonKit.GeofenceEvent) {
            place = event.geofenceId
            isArrival = event.type == .enter
        }
    }

    func place(of location: BackgroundGeolocation.Location) -> LocationData {
        LocationData(latitude: location.coords.latitude, longitude: location.coords.longitude)
    }

    func place(of location: BeekonKit.Location) -> LocationData {
        LocationData(latitude: location.latitude, longitude: location.longitude)
    }

    let quiet = (BackgroundGeolocation.LogLevel.error, BeekonKit.LogLevel.error, CioLogLevel.error)
    // end

    @Test func `two SDKs in one file, each with its own names`() async throws {
        let phone = SimulatedPhone(at: aStreetAway)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            // sample: both
            var visits: [Visit] = []
            BackgroundGeolocation.onGeofence { event in visits.append(Visit(event)) }
            try await BackgroundGeolocation.ready(Config(geofenceInitialTriggerEntry: false))
            try await BackgroundGeolocation.start()
            try await BackgroundGeolocation.addGeofence(
                Geofence(identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true))
            // end

            await phone.move(to: atHome)

            let event = BeekonKit.GeofenceEvent(
                id: "1", geofenceId: "home", type: .enter, timestamp: Date(timeIntervalSince1970: 0))
            #expect(visits == [Visit(event)])
        }
    }

    @Test func `a position of either SDK is the same place`() throws {
        let beekon = BeekonKit.Location(
            id: "1", latitude: 52.2297, longitude: 21.0122, timestamp: Date(timeIntervalSince1970: 0))
        let bgeo = try #require(
            BackgroundGeolocation.Location(dictionary: [
                "uuid": "1", "timestamp": "1970-01-01T00:00:00.000Z", "odometer": 0,
                "coords": ["latitude": 52.2297, "longitude": 21.0122, "accuracy": 5],
                "activity": ["type": "still", "confidence": 100], "battery": ["level": 1, "is_charging": false],
            ]))

        #expect(place(of: beekon) == place(of: bgeo))
        #expect(quiet.2 == .error)
    }

    @Test func `a name that was imported by itself is the one that is meant`() {
        #expect(MapPin.title == "home")
    }
}
