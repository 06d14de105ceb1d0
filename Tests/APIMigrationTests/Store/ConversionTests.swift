import APIMigration
import BGeoAdapter
import BeekonAdapter
import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Stores made by hand, for what a trip seldom meets.
@Suite struct `What a switch carries` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "carry-\(UUID().uuidString)")
    private let now = Timestamp(milliseconds: 1_783_339_200_000)

    private func installed(_ style: APIStyle) -> InstalledStyle {
        InstalledStyle(style, folder: folder.appending(path: style.rawValue), survivesPowerLoss: false)
    }

    private func make(_ style: APIStyle, _ changes: [Change]) throws {
        let store = try EngineStore(at: installed(style).store, now: now)
        defer { store.close() }
        try store.commit(changes, isPrecious: true)
    }

    private func load(_ style: APIStyle) throws -> Durable {
        let store = try EngineStore(at: installed(style).store, now: now)
        defer { store.close() }
        return try store.load().durable
    }

    private func run(_ source: APIStyle, _ target: APIStyle) throws -> StoreMigrationReport {
        let outcome = try migrateStore(from: installed(source), to: installed(target), at: now)
        guard case .switched(let report) = outcome else { throw NoSwitch() }
        return report
    }

    struct NoSwitch: Error {}

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    private func standing(_ side: Side, dwell: Stay.Dwell? = nil) -> Standing {
        var standing = Standing()
        standing.side = side
        standing.asOf = 0
        standing.stay = dwell.flatMap {
            Stay(json: [
                "id": "stay", "enteredAt": .integer(now.milliseconds), "enteredSteady": 0,
                "dwell": .string($0.rawValue),
            ])
        }
        return standing
    }

    private func polygon(_ id: String, at longitude: Double) throws -> Fence {
        let entry: JSONValue = [
            "id": .string(id), "shape": "polygon",
            "geometry": [
                "type": "Polygon",
                "coordinates": [
                    [
                        [.double(longitude), 52], [.double(longitude + 0.002), 52],
                        [.double(longitude + 0.002), 52.002], [.double(longitude), 52.002],
                    ]
                ],
            ],
            "enclosing_circle": [
                "latitude": 52.001, "longitude": .double(longitude + 0.001), "base_radius_m": 200,
            ],
        ]
        var reader = try EntryReader(entry)
        return try reader.fence()
    }

    private func bgeo(_ id: String, dwells: Bool = false) throws -> Fence {
        try #require(
            Fence(
                bgeo: Geofence(
                    identifier: id, radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true,
                    notifyOnExit: true, notifyOnDwell: dwells
                ).storedForm))
    }

    private func put(_ fence: Fence, _ ordinal: Int64) -> Change {
        .putFence(
            set: GeofenceEngine.appSet, StoredFence(fence: fence, ordinal: ordinal, revision: 0, shapeRevision: 0))
    }

    @Test func `inside a polygon is inside the circle round it; outside of it says nothing`() throws {
        defer { remove() }
        try make(
            .customerio,
            [
                put(try polygon("in", at: 21), 1), put(try polygon("out", at: 22), 2),
                .standing(ordinal: 1, standing(.inside)), .standing(ordinal: 2, standing(.outside)),
            ])

        let report = try run(.customerio, .bgeo)

        #expect(report.inside.map(\.text) == ["in"])
        #expect(report.sidesForgotten.map(\.text) == ["out"])
        #expect(try load(.bgeo).standings.map(\.key) == [1])
        #expect(try load(.bgeo).standings.side(of: 1) == .inside)
    }

    @Test func `a dwell that was told is not awaited again`() throws {
        defer { remove() }
        try make(
            .bgeo,
            [
                put(try bgeo("told", dwells: true), 1), put(try bgeo("awaited", dwells: true), 2),
                .standing(ordinal: 1, standing(.inside, dwell: .told)),
                .standing(ordinal: 2, standing(.inside, dwell: .awaited)),
            ])

        let report = try run(.bgeo, .customerio)

        #expect(report.awaitingDwell.map(\.text) == ["awaited"])
        let stays = Dictionary(try load(.customerio).standings.map { ($0.key, $0.value.stay) }) { $1 }.compactMapValues
        { $0 }
        #expect(stays.mapValues(\.dwell) == [1: .told, 2: .awaited])
        #expect(stays[2]?.enteredAt == now)
    }

    @Test func `what the target refuses is left behind, and the report says so`() throws {
        defer { remove() }
        let silent = BeekonGeofence(
            id: "silent", latitude: 52, longitude: 21, radiusMeters: 100, notifyOnEntry: false, notifyOnExit: false)
        try make(.beekon, [put(try silent.fence(), 1), .standing(ordinal: 1, standing(.inside))])

        let report = try run(.beekon, .bgeo)

        #expect(report.fences.counts.refused == 1)
        #expect(report.inside.isEmpty)
        #expect(try load(.bgeo).sets.isEmpty)
    }

    @Test func `a fence in a set that is not watched stays behind`() throws {
        defer { remove() }
        let fence = try BeekonGeofence(id: "own", latitude: 52, longitude: 21, radiusMeters: 100).fence()
        try make(.beekon, [put(fence, 1), .value("engine.activeSet", .string(BeekonPolicy.cloudSet))])

        let report = try run(.beekon, .customerio)

        #expect(report.fences.entries.isEmpty)
        #expect(report.remarks.contains("1 fences of the set app, which was not watched, are left behind"))
    }

    @Test func `a crossing that the app has not heard of is told by the new style, and delivered by the old`()
        async throws
    {
        defer { remove() }
        let fence = try bgeo("home")
        let transition = Transition(
            id: "t-1", kind: .enter, fence: fence, at: now, evidence: .regionCrossing, position: nil, person: nil,
            stay: nil, odometer: 0)
        let record = Record(id: "t-1", kind: .transition, fence: fence.id, transition: "t-1", at: now, body: [:])
        try make(
            .bgeo,
            [
                put(fence, 1), .standing(ordinal: 1, standing(.inside)), .append(record),
                .announce(Announced(id: "t-1", transition: transition, records: [record])),
            ])

        let report = try run(.bgeo, .beekon)

        #expect(report.toldByNew == ["t-1"])
        #expect(report.recordsLeft == 1)
        #expect(try load(.bgeo).announced.isEmpty)
        let phone = SimulatedPhone(wall: now, at: try Coordinate(latitude: 52.2297, longitude: 21.0122))
        let beekon = Beekon(device: phone.device, store: installed(.beekon).store)
        var events = await beekon.geofenceEvents.makeAsyncIterator()
        try await beekon.open()
        let event = await events.next()
        #expect(event?.id == "t-1")
        #expect(event?.type == .enter)
        await beekon.close()
    }
}
