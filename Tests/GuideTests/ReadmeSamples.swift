import BGeoAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// The samples of README.md, word for word between the marks.
@MainActor @Suite struct `README` {
    let place: GuidePlace

    init() throws { place = try GuidePlace() }

    @Test func `the ten lines`() async throws {
        let phone = SimulatedPhone(at: place.atHome)
        try await place.using(phone) {
            // sample: app
            BackgroundGeolocation.onGeofence { event in
                print(event.action.rawValue, event.identifier, event.location.coords)
            }
            try await BackgroundGeolocation.ready(Config(url: "https://example.com/locations"))
            try await BackgroundGeolocation.addGeofence(
                Geofence(
                    identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true,
                    notifyOnDwell: true, loiteringDelay: 300_000))
            try await BackgroundGeolocation.start()
            // end

            await phone.advance(by: 1000)
            #expect(await BackgroundGeolocation.insideNow() == ["home"])
            #expect(phone.requests.contains { $0.request.url == "https://example.com/locations" })
        }
    }

    @Test func `the first transition`() async throws {
        defer { place.remove() }
        try await Self.first()
    }

    private static func first() async throws {
        // sample: first
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let phone = SimulatedPhone(at: 52.2346, 21.0122)
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            BackgroundGeolocation.onGeofence { event in
                print(event.action.rawValue, event.identifier)
            }
            try await BackgroundGeolocation.ready(Config())
            try await BackgroundGeolocation.addGeofence(
                Geofence(
                    identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true,
                    notifyOnExit: true))
            try await BackgroundGeolocation.start()

            await phone.walk(to: 52.2297, 21.0122)
            await phone.drive(to: 52.2500, 21.0500)
            print(await BackgroundGeolocation.explain(identifier: "home").joined(separator: "\n"))
        }
        // end
    }
}
