import BGeoAdapter
import BeekonAdapter
import CIOAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// Two adapters on one phone of 20 regions, each with 500 fences, while others in the app hold 0 to 20 of them.
@MainActor @Suite struct `SHARE two adapters on one phone` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "share-\(UUID().uuidString)")
    private static let start = Coordinate(checkedLatitude: 52.2297, longitude: 21.0122)

    struct Place: Sendable {
        let id: String
        let latitude, longitude: Double
        let point: SurfacePoint
    }

    /// 500 circles of 100 m, over some 20 km.
    private static func fences(_ prefix: String, seed: UInt64) -> [Place] {
        var state = seed
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) * 0x1p-53
        }
        return (0..<500).map { number in
            let latitude = start.latitude + (next() - 0.5) * 0.18
            let longitude = start.longitude + (next() - 0.5) * 0.3
            return Place(
                id: "\(prefix)\(number)", latitude: latitude, longitude: longitude,
                point: SurfacePoint(Coordinate(checkedLatitude: latitude, longitude: longitude)))
        }
    }

    private func using(
        foreign: Int, _ body: @MainActor (SimulatedPhone, SharedDevice) async throws -> Void
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 11, at: Self.start)
        for number in 0..<foreign { await phone.occupy(slots: 1, owner: "other\(number)") }
        try await body(phone, SharedDevice(phone.device))
    }

    private func startBGeo(_ fences: [Place]) async throws {
        try await BackgroundGeolocation.ready(Config(geofenceProximityRadius: 50_000))
        try await BackgroundGeolocation.addGeofences(
            fences.map {
                Geofence(
                    identifier: $0.id, radius: 100, latitude: $0.latitude, longitude: $0.longitude,
                    notifyOnEntry: true)
            })
        try await BackgroundGeolocation.start()
    }

    private func startBeekon(_ beekon: Beekon, _ fences: [Place]) async throws {
        try await beekon.open()
        try await beekon.addGeofences(
            fences.map {
                BeekonGeofence(id: $0.id, latitude: $0.latitude, longitude: $0.longitude, radiusMeters: 100)
            })
    }

    private func startCustomerIO(_ phone: SimulatedPhone, _ fences: [Place]) async {
        let list = fences.map {
            #"{"id":"\#($0.id)","latitude":\#($0.latitude),"longitude":\#($0.longitude),"radius":100,"geoset_ids":[1]}"#
        }
        let body = Array(#"{"geofences":[\#(list.joined(separator: ","))]}"#.utf8)
        phone.serve { .status(200, body: $0.url.hasSuffix("/nearest") ? body : []) }
        CustomerIO.initialize(
            withConfig: SDKConfigBuilder(cdpApiKey: "key")
                .addModule(LocationModule(config: LocationConfig(mode: .off))).addModule(GeofenceModule()).build())
        CustomerIO.shared.identify(userId: "someone")
        await CustomerIO.settled()
    }

    /// The fences of an adapter whose regions the system lists.
    private func watched(_ name: String, _ fences: [Place], _ phone: SimulatedPhone) -> Set<String> {
        let centres = Set(phone.monitoredRegions.filter { $0.id.hasPrefix(name) }.map(\.circle.center))
        return Set(
            fences.filter { centres.contains(Coordinate(checkedLatitude: $0.latitude, longitude: $0.longitude)) }
                .map(\.id))
    }

    /// Nobody has more than there is, nobody touched what is not theirs, and each watches its nearest.
    private func check(
        _ phone: SimulatedPhone, _ shared: SharedDevice, foreign: Int, at position: Coordinate,
        _ fences: [(name: String, all: [Place])]
    ) {
        let regions = phone.monitoredRegions
        #expect(regions.count { $0.owner != .app } == foreign)
        #expect(regions.count == 20)
        let here = SurfacePoint(position)
        let shares = Dictionary(uniqueKeysWithValues: shared.shares().map { ($0.name, $0.places) })
        #expect(shares.values.reduce(0, +) == 20 - foreign)
        for (name, all) in fences {
            let share = shares[name] ?? 0
            let ids = watched(name, all, phone)
            let nearest = all.map { ($0.point.distance(to: here), $0.id) }.sorted { $0 < $1 }.prefix(ids.count)
            #expect(ids == Set(nearest.map(\.1)), "\(name) with \(foreign) foreign regions")
            #expect(share >= (20 - foreign) / 2, "\(name) with \(foreign) foreign regions")
            // One place of each share is for the adapter's own region.
            #expect(ids.count == max(0, share - 1), "\(name) with \(foreign) foreign regions")
        }
    }

    /// Every instant of the log, as if each call were carried out at once.
    private func checkLog(_ phone: SimulatedPhone) {
        var held: Set<String> = []
        for call in phone.registrationLog {
            switch call.kind {
            case .register: held.insert(call.id)
            case .unregister: held.remove(call.id)
            }
            if held.count > 20 { Issue.record("\(held.count) regions at \(call.elapsed) ms") }
            let isOurs = ["bgeo.", "beekon.", "cio.", "cio_"].contains { call.id.hasPrefix($0) }
            #expect(isOurs == (call.owner == .app))
        }
        #expect(phone.peakRegionCount == 20)
        #expect(!phone.transcript.contains("overLimit"))
    }

    /// Kilometres apart, so that each ranks anew: Beekon does so at the end of its own region (BKN 9). Two minutes are long
    /// enough for BGeo not to take it for a jump.
    private func position(_ step: Int) -> Coordinate {
        Coordinate(
            checkedLatitude: Self.start.latitude + Double([0, 1, 2, 1][step % 4]) * 0.03,
            longitude: Self.start.longitude)
    }

    @Test func `SHARE-050 BGeo and Beekon, foreign regions from 20 down to 0`() async throws {
        let (first, second) = (Self.fences("g", seed: 1), Self.fences("k", seed: 2))
        try await using(foreign: 20) { phone, shared in
            let beekon = Beekon(device: shared.device(for: .beekon), folder: folder)
            try await BackgroundGeolocation.isolated(on: shared.device(for: .bgeo), folder: folder) {
                try await startBGeo(first)
                try await startBeekon(beekon, second)
                for foreign in (0...20).reversed() {
                    if foreign < 20 { await phone.vacate(owner: "other\(foreign)") }
                    await phone.move(to: position(20 - foreign))
                    await phone.advance(by: 120_000)
                    check(
                        phone, shared, foreign: foreign, at: position(20 - foreign),
                        [("bgeo", first), ("beekon", second)])
                }
                let absence = await BackgroundGeolocation.monitored().compactMap(\.absence).first
                #expect(absence?.hasSuffix("; 10 of 20 places are for this adapter, beekon has 10") == true)
                await beekon.close()
            }
            checkLog(phone)
        }
    }

    @Test func `SHARE-051 BGeo and Customer.io, foreign regions from 20 down to 0`() async throws {
        let (first, second) = (Self.fences("g", seed: 3), Self.fences("c", seed: 4))
        try await using(foreign: 20) { phone, shared in
            try await CustomerIO.isolated(on: shared.device(for: .cio), folder: folder) {
                await startCustomerIO(phone, second)
                try await BackgroundGeolocation.isolated(on: shared.device(for: .bgeo), folder: folder) {
                    try await startBGeo(first)
                    for foreign in (0...20).reversed() {
                        if foreign < 20 { await phone.vacate(owner: "other\(foreign)") }
                        await phone.move(to: position(20 - foreign))
                        await phone.advance(by: 120_000)
                        CustomerIO.geofence.refreshFromCurrentLocation()
                        await CustomerIO.settled()
                        await phone.advance(by: 30_000)
                        check(
                            phone, shared, foreign: foreign, at: position(20 - foreign),
                            [("bgeo", first), ("cio", second)])
                    }
                }
            }
            checkLog(phone)
        }
    }

    @Test(arguments: [0, 7, 17])
    func `SHARE-052 one that comes second gets its share, and gives it back when it needs it no more`(
        _ foreign: Int
    ) async throws {
        let (first, second) = (Self.fences("g", seed: 5), Self.fences("k", seed: 6))
        try await using(foreign: foreign) { phone, shared in
            let beekon = Beekon(device: shared.device(for: .beekon), folder: folder)
            try await BackgroundGeolocation.isolated(on: shared.device(for: .bgeo), folder: folder) {
                try await startBGeo(first)
                await phone.advance(by: 30_000)
                #expect(watched("bgeo", first, phone).count == 19 - foreign)

                try await startBeekon(beekon, second)
                await phone.advance(by: 30_000)
                check(phone, shared, foreign: foreign, at: Self.start, [("bgeo", first), ("beekon", second)])

                try await beekon.removeGeofences(ids: second.map(\.id))
                await phone.advance(by: 30_000)
                #expect(watched("bgeo", first, phone).count == 19 - foreign)
                await beekon.close()
            }
            checkLog(phone)
        }
    }
}
