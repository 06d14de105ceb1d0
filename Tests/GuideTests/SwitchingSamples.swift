import APIMigration
import BGeoAdapter
import BeekonAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// The samples of Documentation/Switching.md, word for word between the marks.
@MainActor @Suite struct `Guide to switching` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    private let atHome, aStreetAway: Coordinate

    init() throws {
        atHome = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        aStreetAway = try Coordinate(latitude: 52.2333, longitude: 21.0122)
    }

    /// The installed app: at home, and without a network since.
    private func installed(on phone: SimulatedPhone) async throws {
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            try await BackgroundGeolocation.ready(Config(url: "https://example.com/locations"))
            try await BackgroundGeolocation.addGeofence(
                Geofence(
                    identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true,
                    notifyOnExit: true))
            try await BackgroundGeolocation.start()
            await phone.setNetwork(.none)
            await phone.move(to: atHome)
            await phone.advance(by: 60_000)
        }
        await phone.setNetwork(.unmetered)
    }

    private func record(_ report: StoreMigrationReport) { print(report.remarks) }

    @Test func `an app changes its style with someone at home`() async throws {
        let folder = folder
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: aStreetAway)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await installed(on: phone)
        let (device, now) = (phone.device, phone.now.wall)

        // sample: switch
        let old = InstalledStyle(.bgeo, folder: folder)
        let new = InstalledStyle(.beekon, folder: folder)
        let migration = StoreMigration(from: old, to: new)
        if case .switched(let report) = try migration.run(at: now) { record(report) }
        let outbox = RetiringOutbox(old, successor: new, on: device)
        try await outbox.release()
        let beekon = Beekon(device: device, folder: folder)
        try await beekon.open()
        try await outbox.deliver()
        // end
        var events = await beekon.geofenceEvents.makeAsyncIterator()
        await phone.advance(by: 60_000)

        #expect(await beekon.listGeofences().map(\.id) == ["home"])
        #expect(try await outbox.remaining == 0)
        let sent = phone.requests.filter(\.wasReceived).map(\.request.url)
        #expect(Set(sent) == ["https://example.com/locations"])

        await phone.move(to: aStreetAway)
        await phone.advance(by: 60_000)
        let first = await events.next()
        #expect(first?.geofenceId == "home")
        #expect(first?.type == .exit)

        // sample: confirm
        if try await outbox.remaining == 0 {
            await outbox.stop()
            try migration.confirm(at: now)
        }
        // end
        await beekon.close()
        #expect(throws: StoreMigrationError.nothingToRevert) { try migration.revert(at: now) }
    }

    @Test func `and goes back`() async throws {
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: aStreetAway)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await installed(on: phone)
        let now = phone.now.wall
        let migration = StoreMigration(
            from: InstalledStyle(.bgeo, folder: folder), to: InstalledStyle(.beekon, folder: folder))
        _ = try migration.run(at: now)

        await phone.setNetwork(.none)
        // sample: revert
        try migration.revert(at: now)
        // end

        await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            #expect(await BackgroundGeolocation.insideNow() == ["home"])
            #expect(await BackgroundGeolocation.getCount() > 0)
        }
    }

    @Test func `a vendor's installation is read`() async throws {
        let folder = folder
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: aStreetAway)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(#"{"cachedGeofences":[{"id":"shop","latitude":52.2297,"longitude":21.0122,"radius":150}]}"#.utf8)
            .write(to: folder.appending(path: "geofenceState.json"))
        let (support, now) = (folder, phone.now.wall)
        var ids: [String] = []

        // sample: vendor
        if let found = try CustomerIOInstallation.read(folder: folder) {
            let fences = FenceMigration(found.fences, to: .beekon)
            try found.prepareOutbox(in: InstalledStyle(.customerio, support: support), at: now)
            ids = fences.fences.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        }
        // end
        #expect(ids == ["shop"])

        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder.appending(path: "bgeo")) {
            try await BackgroundGeolocation.addGeofence(
                Geofence(identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnExit: true))
            let file = try await FenceFile.read(from: VendorList())
            #expect(FenceMigration(file, to: .customerio).report.counts.written == 1)
        }
    }
}

// sample: list
struct VendorList: FenceListing {
    let style = APIStyle.bgeo

    func list() async throws -> JSONValue {
        let fences = await BackgroundGeolocation.getGeofences().map { $0.toDictionary() }
        return try JSONValue(json: JSONSerialization.data(withJSONObject: fences))
    }
}
// end
