import APIMigration
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@Suite struct `What Customer.io's SDK keeps` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "vendor-\(UUID().uuidString)")

    private func write(_ files: [String: String]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    }

    private var state: String {
        """
        {"cachedGeofences":[
            {"id":"shop","latitude":52.2297,"longitude":21.0122,"radius":150,"geosetIds":["11"],
             "transitionTypes":["enter","exit"],"dwellThresholdSeconds":300,"metadata":{"seats":12}},
            {"id":"bad","latitude":91,"longitude":0,"radius":10}],
         "lastServerSyncTimestamp":1783339200.5,"lastServerSyncLocation":{"latitude":52.2,"longitude":21},
         "eventCooldowns":{"a":1},"polygonMembership":null}
        """
    }

    private var queue: String {
        """
        [{"geofence_id":"shop","transition":"enter","timestamp":1783339260.25,"user_id":"u-1","transition_id":"t-1",
          "geoset_id":"11"},
         {"geofence_id":"shop"}]
        """
    }

    @Test func `is read as far as its form is public, and the rest is named`() throws {
        try write([
            "geofenceState.json": state, "pending_geofence_metrics.json": queue,
            "delivery_context.json": #"{"userId":"u-1","apiHost":"cdp.customer.io/v1"}"#,
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = try snapshot()

        let found = try #require(try CustomerIOInstallation.read(folder: folder))

        #expect(found.fences.entries.map(\.definition.id.text) == ["shop"])
        #expect(found.fences.entries.first?.definition.geosets == ["11"])
        #expect(found.fences.entries.first?.definition.dwellDelay == 300_000)
        #expect(found.fences.problems.map(\.id) == ["bad"])
        #expect(found.waiting.map(\.transitionID) == ["t-1"])
        #expect(found.waiting.first?.at == Timestamp(milliseconds: 1_783_339_260_250))
        #expect(found.person == "u-1")
        #expect(found.lastDownload?.at == Timestamp(milliseconds: 1_783_339_200_500))
        #expect(
            found.untouched == [
                "geofenceState.json: eventCooldowns has no public form",
                "pending_geofence_metrics.json: row 2 lacks what every row has",
            ])
        #expect(try snapshot() == before)
    }

    @Test func `what waits goes out in its own shape, whatever the app's style is now`() async throws {
        try write(["pending_geofence_metrics.json": queue])
        defer { try? FileManager.default.removeItem(at: folder) }
        let found = try #require(try CustomerIOInstallation.read(folder: folder))
        let phone = SimulatedPhone(at: try Coordinate(latitude: 52.2297, longitude: 21.0122))
        let style = InstalledStyle(.customerio, folder: folder.appending(path: "ours"), survivesPowerLoss: false)

        #expect(try found.prepareOutbox(in: style, at: phone.now.wall) == 1)
        #expect(try found.prepareOutbox(in: style, at: phone.now.wall) == 0)
        let outbox = RetiringOutbox(
            style, on: phone.device, access: RetiringOutbox.CustomerIOAccess(cdpApiKey: "key"))
        try await outbox.release()
        try await outbox.deliver()
        await phone.advance(by: 60_000)

        #expect(
            Told.all(in: phone.requests).map(\.description) == ["enter shop at 2026-07-06T12:01:00.250Z (Customer.io)"])
        #expect(try await outbox.remaining == 0)
        await outbox.stop()
    }

    @Test func `is nothing where nothing is, and an error where it is something else`() throws {
        try write([:])
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try CustomerIOInstallation.read(folder: folder) == nil)

        try write(["geofenceState.json": "[1,"])
        #expect(throws: VendorFileError.self) { try CustomerIOInstallation.read(folder: folder) }
        try write(["geofenceState.json": #"{"cachedGeofences":7}"#])
        #expect(
            throws: VendorFileError.otherForm(
                file: "geofenceState.json", expected: "object whose cachedGeofences are a list")
        ) {
            try CustomerIOInstallation.read(folder: folder)
        }
    }

    private func snapshot() throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(into: [:]) {
            $0[$1] = try Data(contentsOf: folder.appending(path: $1))
        }
    }
}
