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

    @Test func `a test of an app`() async throws {
        let (aStreetAway, atHome, home, folder) = (place.aStreetAway, place.atHome, place.home, place.folder)
        defer { place.remove() }
        // sample: phone
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: aStreetAway)
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            var told: [String] = []
            BackgroundGeolocation.onGeofence { told.append("\($0.action.rawValue) \($0.identifier)") }
            try await BackgroundGeolocation.ready(Config())
            try await BackgroundGeolocation.addGeofence(home)
            try await BackgroundGeolocation.start()

            await phone.move(to: atHome)
            await phone.advance(by: 300_000)

            #expect(told == ["ENTER home", "DWELL home"])
            print(await BackgroundGeolocation.explain(identifier: "home"))
        }
        // end
    }
}
