import BGeoAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// Calls made from one actor take effect in their order.
@MainActor @Suite(.timeLimit(.minutes(4))) struct `BGeo order of calls` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "order-\(UUID().uuidString)")

    private func fence(_ id: String, _ radius: Double = 150) -> Geofence {
        Geofence(identifier: id, radius: radius, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true)
    }

    @Test func `AMD-09 a fence added and removed in two tasks is gone`() async throws {
        let phone = SimulatedPhone(seed: 1)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            for round in 0..<100 {
                let id = "f\(round)"
                let added = Task { try await BackgroundGeolocation.addGeofence(fence(id)) }
                let removed = Task { await BackgroundGeolocation.removeGeofence(identifier: id) }
                try await added.value
                await removed.value
            }

            #expect(await BackgroundGeolocation.getGeofences().isEmpty)
        }
    }

    @Test func `AMD-09 of two tasks that set options the later one counts, and so does the later of start and stop`()
        async throws
    {
        let phone = SimulatedPhone(seed: 1)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            for round in 0..<30 {
                let one = Task { try await BackgroundGeolocation.setConfig(tokens("early\(round)")) }
                let two = Task { try await BackgroundGeolocation.setConfig(tokens("late\(round)")) }
                let start = Task { try await BackgroundGeolocation.start() }
                let stop = Task { try await BackgroundGeolocation.stop() }
                let known = Task { await BackgroundGeolocation.getAuthState().accessToken }

                #expect(await known.value == "late\(round)")
                #expect(try await stop.value.enabled == false)
                _ = try await (one.value, two.value, start.value)
                #expect(await BackgroundGeolocation.getState().enabled == false)
            }
        }
    }

    private func tokens(_ access: String) -> Config {
        Config(
            authorization: AuthorizationConfig(
                accessToken: access, refreshToken: "r", refreshUrl: "https://example.invalid/refresh"))
    }

    @Test func `a fence without a region is known by the last believed fix`() async throws {
        let place = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 1, at: place)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            try await BackgroundGeolocation.addGeofences((0..<40).map { fence("f\($0)", 200 + Double($0)) })
            try await BackgroundGeolocation.start()
            await phone.deliver(at: place)

            let unwatched = await BackgroundGeolocation.monitored().filter { $0.monitoredRadius == nil }.map(
                \.identifier)

            #expect(unwatched.count >= 20)
            #expect(await BackgroundGeolocation.insideNow().count == 40)
            #expect(await BackgroundGeolocation.state(of: "f39")?.isInside == true)
        }
    }
}
