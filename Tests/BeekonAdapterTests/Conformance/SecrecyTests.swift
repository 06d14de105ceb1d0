import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import TestSupport
import Testing

/// Credentials on disk, addresses without encryption, and fences that a server sent in vain.
@MainActor @Suite struct `Beekon keeps secrets and tells what it left out` {
    /// Long enough that a database cuts it in two.
    private static func token(_ name: String) -> String {
        name + (0..<400).map { "\(name)\($0 * 7919 % 1000)" }.joined(separator: ".")
    }

    @Test func `a token that was renewed leaves no copy in any file, also across a relaunch`() async throws {
        let (old, oldRefresh) = (Self.token("old"), Self.token("refresh"))
        let bench = await BeekonBench()
        let auth = AuthConfig(
            accessToken: old, refreshToken: oldRefresh, refreshURL: URL(string: "https://example.invalid/token"))
        try await bench.beekon.configure(.selfManaged(sync: SyncConfig(url: upload.url, auth: auth)))
        try await bench.beekon.addGeofences([home])
        bench.phone.script(
            .status(401), .text(200, #"{"access_token": "fresh-access", "refresh_token": "r2"}"#), .status(200))

        await bench.enter()

        #expect(bench.phone.requests.last?.request.headers["Authorization"] == "Bearer fresh-access")
        for text in [old, oldRefresh] { #expect(try FolderBytes.files(below: bench.folder, holding: text) == []) }
        await bench.relaunch()
        for text in [old, oldRefresh] { #expect(try FolderBytes.files(below: bench.folder, holding: text) == []) }
    }

    @Test(arguments: ["http://api.example/up", "http://127.0.0.1/up"])
    func `requiresHTTPS refuses plain http with a typed error, and nothing changes`(_ text: String) async throws {
        let url = try #require(URL(string: text))
        let secure = try #require(URL(string: "https://api.example/up"))
        let bench = await BeekonBench()
        let refused = [
            SyncConfig(url: url),
            SyncConfig(url: secure, auth: AuthConfig(accessToken: "a", refreshToken: "r", refreshURL: url)),
        ]

        for sync in refused {
            let error = await #expect(throws: BeekonError.self) {
                try await bench.beekon.configure(.selfManaged(sync: sync, requiresHTTPS: true))
            }
            guard case .invalidConfiguration(let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(reason.contains("requiresHTTPS"))
            try await bench.beekon.configure(.selfManaged(sync: sync))
        }
        try await bench.beekon.configure(.selfManaged(sync: SyncConfig(url: secure), requiresHTTPS: true))
    }

    @Test(arguments: [("http://api.example/up", 1), ("http://[::1]/up", 0), ("https://api.example/up", 0)])
    func `plain http beyond this machine is a warning in log and journal at each start`(
        _ text: String, _ expected: Int
    ) async throws {
        let bench = await BeekonBench()
        let url = try #require(URL(string: text))
        try await bench.beekon.configure(.selfManaged(sync: SyncConfig(url: url)))
        #expect(try await warnings(bench) == expected)

        await bench.relaunch()
        _ = try await bench.beekon.listGeofences()

        #expect(try await warnings(bench) == expected)
        // Of both starts.
        #expect(try await journal(bench).count == 2 * expected)
    }

    private func warnings(_ bench: BeekonBench) async throws -> Int {
        await (try bench.beekon).getLog(level: .warn).count { $0.message.contains("api.example travels unencrypted") }
    }

    private func journal(_ bench: BeekonBench) async throws -> [JournalLine] {
        let store = try EngineStore(
            at: StoreLocation(path: bench.folder.appending(path: Beekon.databasePath).path, survivesPowerLoss: false),
            now: eight)
        defer { store.close() }
        return try store.journal(about: nil, limit: 500).filter { $0.code == .plainHTTP }
    }

    @Test func `a fence of the server's that was left out is known by its id, with the reason`() async throws {
        let bench = await BeekonBench()
        let bow: JSONValue = [[[0, 0], [0.01, 0.01], [0.01, 0], [0, 0.01], [0, 0]]]
        bench.serve(body: [
            "geofences": [
                "revision": "1",
                "items": [
                    ["id": "bow", "geometry": ["type": "Polygon", "coordinates": bow]],
                    ["id": "blank", "geometry": .null],
                    [
                        "id": "good",
                        "geometry": [
                            "type": "Circle", "latitude": 12.9716, "longitude": 77.5946, "radius_meters": 150,
                        ],
                    ],
                ],
            ]
        ])
        try await bench.beekon.configure(.cloud(projectKey: "bkproj_1"))
        await bench.phone.advance(by: 20_000)

        for _ in 0..<2 {
            let beekon = try bench.beekon
            #expect(
                await beekon.explain("bow") == [
                    "it is not monitored: of the server's fences it was left out, as geometry: polygon 0, ring 0, vertex 0: "
                        + "an edge crosses or covers another; the edges of a ring meet at their ends only"
                ])
            let state = await beekon.state(of: "blank")
            #expect(state?.isInside == nil && state?.since == nil)
            #expect(state?.evidence.hasPrefix("left out: geometry") == true)
            #expect(await beekon.explain("good").first?.contains("left out") == false)
            #expect(await beekon.explain("nowhere") == ["no fence is named nowhere"])
            #expect(await beekon.state(of: "nowhere") == nil)
            await bench.relaunch()
        }

        bench.serve(body: ["geofences": ["revision": "2", "items": []]])
        try await bench.beekon.sync()
        #expect(await (try bench.beekon).explain("bow") == ["no fence is named bow"])
    }
}
