// sample: phone
import BGeoAdapter
import Foundation
import LocationSimulator
import Testing

@MainActor @Suite struct WalkingHome {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    @Test func `five minutes at home are a dwell`() async throws {
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: 52.2346, 21.0122)
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            var told: [String] = []
            BackgroundGeolocation.onGeofence { told.append("\($0.action.rawValue) \($0.identifier)") }
            try await BackgroundGeolocation.ready(Config())
            try await BackgroundGeolocation.addGeofence(
                Geofence(
                    identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true,
                    notifyOnDwell: true, loiteringDelay: 300_000))
            try await BackgroundGeolocation.start()

            await phone.walk(to: 52.2297, 21.0122)
            await phone.advance(by: .seconds(300))

            #expect(told == ["ENTER home", "DWELL home"])
            print(await BackgroundGeolocation.explain(identifier: "home"))
        }
    }
}
// end
