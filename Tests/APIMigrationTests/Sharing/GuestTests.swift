import BGeoAdapter
import BeekonAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// One adapter in an app and in its extension, on one file and one phone.
@MainActor @Suite struct `GUEST an app and its extension` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "guest-\(UUID().uuidString)")
    private static let start = Coordinate(checkedLatitude: 52.2297, longitude: 21.0122)
    private let phone = SimulatedPhone(profile: .iOSClassic, seed: 5, at: start)

    private func openAgain() async {
        await phone.backgroundApp()
        await phone.foregroundApp()
    }

    private func state(of beekon: Beekon) async -> BeekonState? {
        var states = await beekon.state.makeAsyncIterator()
        return await states.next()
    }

    private func geofence(_ id: String, north: Double = 0) -> Geofence {
        Geofence(
            identifier: id, radius: 150, latitude: 52.25 + north, longitude: 21.0122, notifyOnEntry: true,
            notifyOnExit: true)
    }

    @Test func `BGeo's extension adds a geofence, gives options and reads; the app watches and tells`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let told = Locked<[String]>([])
        let inExtension = Locked<[String]>([])
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            let subscription = BackgroundGeolocation.onGeofence { event in
                told.withLock { $0.append("\(event.action.rawValue) \(event.identifier)") }
            }
            defer { subscription.remove() }
            try await BackgroundGeolocation.ready(
                Config(geofenceProximityRadius: 5000, geofenceInitialTriggerEntry: false))
            try await BackgroundGeolocation.addGeofence(geofence("a"))
            try await BackgroundGeolocation.start()
            await phone.settle()
            try await BackgroundGeolocation.isolated(on: phone.device.guest, folder: folder) {
                let other = BackgroundGeolocation.onGeofence { event in
                    inExtension.withLock { $0.append(event.identifier) }
                }
                defer { other.remove() }
                try await BackgroundGeolocation.addGeofence(geofence("b", north: 0.05))
                try await BackgroundGeolocation.setConfig(Config(geofenceProximityRadius: 30_000))
                #expect(await BackgroundGeolocation.getGeofences().map(\.identifier) == ["a", "b"])
                #expect(phone.monitoredRegions.count { $0.id.contains(".f") } == 1)
                await openAgain()
                #expect(phone.monitoredRegions.count { $0.id.contains(".f") } == 2)

                await phone.move(to: Coordinate(checkedLatitude: 52.3, longitude: 21.0122))
                await phone.advance(by: 60_000)
                #expect(await BackgroundGeolocation.insideNow() == ["b"])
            }
            // What the app gives later undoes nothing of it.
            try await BackgroundGeolocation.setConfig(Config(geofenceInitialTriggerEntry: true))
            await phone.move(to: Self.start)
            await phone.advance(by: 60_000)
            #expect(phone.monitoredRegions.count { $0.id.contains(".f") } == 2)
            #expect(await BackgroundGeolocation.insideNow() == [])
        }
        #expect(told.withLock { $0 } == ["ENTER b", "EXIT b"])
        #expect(inExtension.withLock { $0 } == [])
    }

    @Test func `Beekon's extension adds a geofence and ends nothing of the app's`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = Beekon(device: phone.device, folder: folder)
        try await app.open()
        try await app.addGeofences([
            BeekonGeofence(id: "a", latitude: 52.25, longitude: 21.0122, radiusMeters: 150)
        ])
        try await app.start()
        await phone.settle()
        #expect(await state(of: app) == .tracking)
        let other = Beekon(device: phone.device.guest, folder: folder)
        try await other.open()
        try await other.addGeofences([
            BeekonGeofence(id: "b", latitude: 52.3, longitude: 21.0122, radiusMeters: 150)
        ])
        await other.close()
        await openAgain()

        #expect(await state(of: app) == .tracking)
        #expect(await app.listGeofences().map(\.id) == ["a", "b"])
        #expect(phone.monitoredRegions.count { $0.id.contains(".f") } == 2)
        await app.close()
    }
}
