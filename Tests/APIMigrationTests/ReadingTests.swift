import APIMigration
import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

/// What a file is, and what is wrong with it.
@Suite struct `Reading a file of fences` {
    private static let bgeo: JSONValue = [
        "identifier": "a", "radius": 1, "latitude": 1, "longitude": 2, "notifyOnExit": true,
    ]
    private static let beekon: JSONValue = ["id": "b", "radiusMeters": 1, "latitude": 1, "longitude": 2]
    private static let customerio: JSONValue = ["id": "c", "radius": 1, "latitude": 1, "longitude": 2]

    struct Wrong: Sendable, CustomTestStringConvertible {
        let json: JSONValue
        let style: APIStyle
        let error: MigrationError
        var testDescription: String { "\(json) as \(style)" }
    }

    @Test(arguments: [
        Wrong(json: [bgeo], style: .beekon, error: .wrongStyle(given: .beekon, looksLike: .bgeo)),
        Wrong(json: [bgeo], style: .customerio, error: .wrongStyle(given: .customerio, looksLike: .bgeo)),
        Wrong(json: [beekon], style: .bgeo, error: .wrongStyle(given: .bgeo, looksLike: .beekon)),
        Wrong(json: [beekon, 7], style: .customerio, error: .wrongStyle(given: .customerio, looksLike: .beekon)),
        Wrong(json: [customerio], style: .bgeo, error: .wrongStyle(given: .bgeo, looksLike: .customerio)),
        Wrong(
            json: ["geofences": [customerio]], style: .beekon,
            error: .wrongStyle(given: .beekon, looksLike: .customerio)),
        Wrong(
            json: ["geofences": ["items": []]], style: .customerio,
            error: .wrongStyle(given: .customerio, looksLike: .beekon)),
        Wrong(json: bgeo, style: .customerio, error: .wrongStyle(given: .customerio, looksLike: .bgeo)),
        Wrong(json: bgeo, style: .bgeo, error: .noList),
        Wrong(json: [:], style: .bgeo, error: .noList),
        Wrong(json: "fences", style: .bgeo, error: .noList),
        Wrong(json: ["geofences": ["revision": "1"]], style: .beekon, error: .noList),
        Wrong(json: ["cachedGeofences": []], style: .customerio, error: .storedState),
        Wrong(json: [bgeo, beekon, bgeo], style: .bgeo, error: .mixed([.bgeo: [0, 2], .beekon: [1]])),
        Wrong(json: [beekon, customerio], style: .bgeo, error: .mixed([.beekon: [0], .customerio: [1]])),
    ])
    func `a file that is not what it is said to be is refused as a whole`(_ row: Wrong) {
        #expect(throws: row.error) { try FenceFile.read(json: row.json, as: row.style) }
    }

    @Test func `an error names the style, the entries and the place`() {
        #expect(
            "\(MigrationError.wrongStyle(given: .beekon, looksLike: .bgeo))".contains("BGeo's, not Beekon's: give bgeo")
        )
        #expect(
            "\(MigrationError.mixed([.bgeo: [0, 2], .beekon: [1]]))".hasSuffix(
                "Beekon (entries 2), BGeo (entries 1, 3)"))
        let broken = #expect(throws: MigrationError.self) {
            try FenceFile.read(Array("[{\"id\": \"a\",\n".utf8), as: .beekon)
        }
        #expect(broken.map { "\($0)" }?.contains("line 2") == true)
    }

    @Test(arguments: APIStyle.allCases)
    func `no fences are no fences of any style`(style: APIStyle) throws {
        #expect(try FenceFile.read(json: [], as: style).entries.isEmpty)
    }

    @Test func `the same identifier twice is resolved as the vendor resolves it`() throws {
        // BGEO-018, BKN-027: the later counts, in the first one's place; CIO 2.5: the first usable one.
        let bgeo = try FenceFile.read(json: [Self.bgeo, Self.named("z", Self.bgeo), Self.bgeo], as: .bgeo)
        let customerio = try FenceFile.read(
            json: [["id": "c", "radius": 0], Self.customerio, Self.customerio], as: .customerio)

        #expect(bgeo.entries.map(\.index) == [2, 1])
        #expect(bgeo.problems.map(\.reason) == [.repeated(by: 2)])
        #expect(customerio.entries.map(\.index) == [1])
        #expect(customerio.problems.map(\.index) == [0, 2])
        #expect(customerio.problems.last?.reason == .repeated(by: 1))
    }

    @Test func `Customer.io's integer and text of the same figures are one identifier`() throws {
        let file = try FenceFile.read(
            json: [
                ["id": 7, "radius": 1, "latitude": 1, "longitude": 2],
                ["id": "7", "radius": 2, "latitude": 1, "longitude": 2],
            ], as: .customerio)

        #expect(file.entries.map(\.definition.id) == ["7"])
        #expect(file.problems.map(\.reason) == [.repeated(by: 0)])
    }

    struct Unusable: Sendable, CustomTestStringConvertible {
        let style: APIStyle
        let change: JSONObject
        let words: String
        var testDescription: String { "\(style) with \(JSONValue.object(change))" }
    }

    @Test(arguments: [
        Unusable(style: .bgeo, change: ["radius": 0], words: "rule 2"),
        Unusable(style: .bgeo, change: ["latitude": 90.1], words: "rule 3"),
        Unusable(style: .bgeo, change: ["notifyOnExit": false], words: "rule 5"),
        Unusable(style: .bgeo, change: ["radius": "1"], words: "must be text"),
        Unusable(style: .beekon, change: ["longitude": 180.5], words: "longitude 180.5"),
        Unusable(style: .beekon, change: ["radiusMeters": -1], words: "radiusMeters -1.0"),
        Unusable(style: .beekon, change: ["notifyOnEntry": 1], words: "notifyOnEntry must be true or false"),
        Unusable(
            style: .beekon, change: ["notification": ["delivery": "local", "onExit": ["title": " ", "body": "x"]]],
            words: "onExit.title"),
        Unusable(style: .beekon, change: ["notification": ["delivery": "cloud"]], words: "delivery cloud"),
        Unusable(style: .customerio, change: ["latitude": "1"], words: "latitude is not a number"),
        Unusable(style: .customerio, change: ["shape": "hexagon"], words: "hexagon"),
    ])
    func `a bad entry costs only itself and says why`(_ row: Unusable) throws {
        let good = [APIStyle.bgeo: Self.bgeo, .beekon: Self.beekon, .customerio: Self.customerio]
        let sound = try #require(good[row.style])
        var bad = sound.objectValue ?? [:]
        for (member, value) in row.change { bad[member] = value }

        let file = try FenceFile.read(json: [.object(bad), Self.named("other", sound)], as: row.style)

        #expect(file.entries.map(\.definition.id) == ["other"])
        guard case .unusable(let reason)? = file.problems.first?.reason else {
            Issue.record("\(file.problems)")
            return
        }
        #expect(reason.contains(row.words), "\(reason)")
    }

    @Test func `Beekon's list is read as the vendor's Codable reads it`() throws {
        for seed in 0..<300 as Range<UInt64> {
            var random = RandomFences(seed: seed)
            guard let list = random.file(.beekon).arrayValue else { continue }
            for entry in list {
                let decoded = try? JSONDecoder().decode(BeekonGeofence.self, from: Data(entry.bytes()))
                let expected = try? decoded?.fence()
                let read = try FenceFile.read(json: [entry], as: .beekon).entries.first?.definition
                #expect(read?.shape == expected?.shape, "\(entry)")
                #expect(read?.reports == expected?.reports)
                #expect(read?.notification == decoded.flatMap { expected == nil ? nil : $0.notification })
            }
        }
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `Customer.io's tolerant response is read as the specification says`() throws {
        let file = try FenceFile.read(Shared.data("spec/fixtures/customerio/fetch-tolerant.json"), as: .customerio)

        #expect(
            file.entries.map(\.definition.id.text) == [
                "g-minimal", "7", "g-types-unknown", "g-types-mixed", "g-meta-mixed", "g-meta-wrong-type", "g-sets",
                "g-dwell-negative", "g-dwell-huge", "g-dwell-zero",
            ])
        #expect(file.problems.count == 8)
        #expect(file.entries[4].definition.data == ["count": 3, "good_key": "ok", "ratio": 1.5, "vip": true])
        #expect(file.entries[4].remarks.count == 3)
        #expect(file.entries[6].definition.geosets == ["11", "12"])
        #expect(file.remarks.count == 2)
    }

    private static func named(_ name: String, _ fence: JSONValue) -> JSONValue {
        var members = fence.objectValue ?? [:]
        members[members["identifier"] == nil ? "id" : "identifier"] = .string(name)
        return .object(members)
    }
}
