import APIMigration
import BeekonAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// Beekon's side of the guides Documentation/Migrate-*.md, word for word between the marks.
@Suite struct `Moving from and to Beekon` {
    let place: MigrationPlace
    let phone: SimulatedPhone

    init() throws {
        place = try MigrationPlace()
        phone = SimulatedPhone(at: place.aStreetAway)
    }

    @Test func `a typical app`() async throws {
        defer { place.remove() }
        let beekon = Beekon(device: phone.device, folder: place.folder)
        let (told, teller) = AsyncStream.makeStream(of: String.self)
        @Sendable func handle(_ fence: String, _ what: String, _ date: Date) { teller.yield("\(what) \(fence)") }
        // sample: app
        let crossings = await beekon.geofenceEvents
        Task { for await event in crossings { handle(event.geofenceId, event.type.rawValue, event.timestamp) } }
        if let url = URL(string: "https://example.com/locations") {
            try await beekon.configure(.selfManaged(sync: SyncConfig(url: url)))
        }
        try await beekon.addGeofences([
            BeekonGeofence(
                id: "home", latitude: 52.2297, longitude: 21.0122, radiusMeters: 150,
                notification: GeofenceNotification(
                    onEnter: NotificationContent(title: "Welcome home", body: "The kettle is on"), delivery: .local))
        ])
        // end
        await phone.advance(by: 1000)

        await phone.move(to: place.atHome)

        var reader = told.makeAsyncIterator()
        #expect(await reader.next() == "enter home")

        let file = place.folder.appending(path: "saved.json")
        // sample: save
        try JSONEncoder().encode(await beekon.listGeofences()).write(to: file)
        // end
        #expect(
            try FenceFile.read(Data(contentsOf: file), as: .beekon).entries.map { "\($0.definition.id)" } == ["home"])
        await beekon.close()
    }

    @Test(arguments: [APIStyle.bgeo, .customerio])
    func `the converted fences`(source: APIStyle) async throws {
        defer { place.remove() }
        let file = try place.converted(
            source == .bgeo ? MigrationPlace.bgeoHome : MigrationPlace.customerIOHome, source, to: .beekon)
        let beekon = Beekon(device: phone.device, folder: place.folder)
        // sample: file
        let fences = try JSONDecoder().decode([BeekonGeofence].self, from: try Data(contentsOf: file))
        try await beekon.addGeofences(fences)
        // end
        #expect(await beekon.listGeofences() == fences)
        #expect(fences.map(\.id) == ["home"])

        // sample: rollback
        try await beekon.removeGeofences(ids: await beekon.listGeofences().map(\.id))
        // end
        #expect(await beekon.listGeofences().isEmpty)
        await beekon.close()
    }

    // sample: dwell
    /// How long each stay was, told at its end.
    struct Stays: Codable {
        private var entered: [String: Date] = [:]

        mutating func take(_ event: GeofenceEvent) -> TimeInterval? {
            switch event.type {
            case .enter:
                entered[event.geofenceId] = event.timestamp
                return nil
            case .exit:
                return entered.removeValue(forKey: event.geofenceId).map { event.timestamp.timeIntervalSince($0) }
            }
        }
    }
    // end

    @Test func `a dwell from an enter and an exit`() {
        let entered = Date(timeIntervalSince1970: 1_767_225_600)
        var stays = Stays()

        let atEntry = stays.take(GeofenceEvent(id: "1", geofenceId: "home", type: .enter, timestamp: entered))
        let atExit = stays.take(GeofenceEvent(id: "2", geofenceId: "home", type: .exit, timestamp: entered + 400))
        let again = stays.take(GeofenceEvent(id: "3", geofenceId: "home", type: .exit, timestamp: entered + 500))

        #expect(atEntry == nil)
        #expect(atExit == 400)
        #expect(again == nil)
    }
}
