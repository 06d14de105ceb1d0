import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Configuration` {
    private static let url = URL(filePath: "/")
    private static func web(_ change: (inout SyncConfig) -> Void = { _ in }) -> SyncConfig {
        var sync = SyncConfig(url: URL(string: "https://example.org/up") ?? url)
        change(&sync)
        return sync
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let config: BeekonConfig
        init(_ description: String, _ config: BeekonConfig) {
            testDescription = description
            self.config = config
        }
    }

    @Test(arguments: [
        Row("a project key without the prefix", .cloud(projectKey: "abc")),
        Row("an empty project key", .cloud(projectKey: "")),
        Row("an address that is a file", .selfManaged(sync: SyncConfig(url: url))),
        Row("a negative time", .selfManaged(minTimeBetweenLocationsSeconds: -1)),
        Row("a negative distance", .selfManaged(minDistanceBetweenLocationsMeters: -0.1)),
        Row("a distance that is no number", .selfManaged(minDistanceBetweenLocationsMeters: .nan)),
        Row("an infinite distance", .selfManaged(minDistanceBetweenLocationsMeters: .infinity)),
        Row("a stationary radius that is no number", .selfManaged(stationaryRadiusMeters: .nan)),
        Row("a negative interval", .selfManaged(sync: web { $0.intervalSeconds = -1 })),
        Row("a batch of none", .selfManaged(sync: web { $0.batchSize = 0 })),
        Row("a batch of 1001", .selfManaged(sync: web { $0.batchSize = 1001 })),
        Row("a negative threshold", .selfManaged(sync: web { $0.syncThreshold = -1 })),
        Row(
            "tokens from a file",
            .selfManaged(sync: web { $0.auth = AuthConfig(accessToken: "t", refreshURL: url) })),
    ])
    func `BKN-010 a refused configuration changes nothing`(_ row: Row) async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)
        try await beekon.configure(.selfManaged(detectActivity: true))
        let uses = await engine.uses.count

        let error = await #expect(throws: BeekonError.self) { try await beekon.configure(row.config) }

        guard case .invalidConfiguration = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await engine.uses.count == uses)
        #expect(await beekon.getRequiredPermissions().contains(.activity))
    }

    @Test func `the ends of the ranges are accepted`() throws {
        for config in [
            BeekonConfig.cloud(projectKey: "bkproj_1"),
            .selfManaged(minTimeBetweenLocationsSeconds: 0, minDistanceBetweenLocationsMeters: 0),
            .selfManaged(sync: Self.web { $0.batchSize = 1 }), .selfManaged(sync: Self.web { $0.batchSize = 1000 }),
            .selfManaged(sync: Self.web { $0.intervalSeconds = 0 }),
        ] { try config.validate() }
    }

    @Test func `a configuration comes back from the store`() {
        let full = BeekonConfig.selfManaged(
            minTimeBetweenLocationsSeconds: 10, minDistanceBetweenLocationsMeters: 12.5, accuracyMode: .high,
            whenStationary: .keepTracking, stationaryRadiusMeters: 7, detectActivity: true,
            sync: Self.web {
                $0.headers = ["X-A": "1"]
                $0.intervalSeconds = 77
                $0.batchSize = 5
                $0.syncThreshold = 3
                $0.auth = AuthConfig(
                    accessToken: "a", refreshToken: "r", refreshURL: Self.web().url, expiresAt: eight.date)
            },
            notification: NotificationConfig(title: "t", body: "b", icon: "i"), licenseKey: "k", logLevel: .debug)

        for config in [full, .selfManaged(), .cloud(projectKey: "bkproj_1")] {
            #expect(BeekonConfig(json: config.json) == config)
        }
        #expect(BeekonConfig(json: ["mode": "other"]) == nil)
    }

    @Test(
        arguments: [
            (Platform.iOS, 5, 60_000), (.iOS, 0, 60_000), (.iOS, 300, 300_000), (.linux, 5, 5000), (.linux, 0, nil),
        ] as [(Platform, Int, Int64?)])
    func `BKN-011 on iOS the interval is never below 60 s`(
        _ platform: Platform, _ seconds: Int, _ milliseconds: Int64?
    ) {
        let config = BeekonConfig.selfManaged(sync: Self.web { $0.intervalSeconds = seconds })

        let policy = BeekonPolicy.policy(config, platform: platform, isTracking: false)

        #expect(policy.outbox.interval == milliseconds)
        #expect(policy.outbox.isEnabled)
    }

    @Test(arguments: [(0, Int.max), (1, 1), (10, 10)])
    func `BKN-130 a threshold of 0 never starts an upload`(_ given: Int, _ threshold: Int) {
        let config = BeekonConfig.selfManaged(sync: Self.web { $0.syncThreshold = given })

        #expect(BeekonPolicy.policy(config, platform: .iOS, isTracking: false).outbox.threshold == threshold)
    }

    @Test func `a place is kept for the tracker only while it may pause`() {
        func reserved(_ mode: StationaryMode, _ isTracking: Bool) -> Int {
            BeekonPolicy.policy(.selfManaged(whenStationary: mode), platform: .iOS, isTracking: isTracking).places
                .reserved
        }

        #expect(reserved(.pause, true) == 1)
        #expect(reserved(.pause, false) == 0)
        #expect(reserved(.keepTracking, true) == 0)
    }

    @Test func `BKN-115 BKN-116 what is kept is bounded`() {
        let rules = BeekonPolicy.policy(.initial, platform: .iOS, isTracking: false).outbox

        #expect(rules.maximumAge == 604_800_000)
        #expect(rules.maximumRecords == 100_000)
    }

    @Test func `a configuration whose numbers are enormous does not overflow`() {
        let config = BeekonConfig.selfManaged(
            minTimeBetweenLocationsSeconds: .max, sync: Self.web { $0.intervalSeconds = .max })

        let policy = BeekonPolicy.policy(config, platform: .iOS, isTracking: false)

        #expect(policy.outbox.interval == .max)
    }
}

@Suite struct `Licence and log` {
    @Test func `BKN-172 without a key the status is evaluation after the first call`() async throws {
        let beekon = makeBeekon()
        #expect(await beekon.licenseStatus == .notDetermined)

        try await beekon.configure(.selfManaged())

        #expect(await beekon.licenseStatus == .evaluation)
        #expect(await first(1, of: beekon.licenseStatusUpdates) == [.evaluation])
    }

    @Test func `BKN-173 a bad key blocks nothing`() async throws {
        let beekon = makeBeekon()

        try await beekon.configure(.selfManaged(licenseKey: "bad"))
        try await beekon.addGeofences([home])
        try await beekon.start()

        #expect(await beekon.licenseStatus == .invalid(reason: "not verified"))
        #expect(await beekon.listGeofences() == [home])
        #expect(await first(1, of: beekon.state) == [.tracking])
    }

    @Test func `a key of the configuration beats the property list's, and a verifier is asked`() async throws {
        let beekon = makeBeekon(licenseKey: "plist") { .licensed(tier: $0, entitlements: []) }
        _ = await beekon.listGeofences()
        #expect(await beekon.licenseStatus == .licensed(tier: "plist", entitlements: []))

        try await beekon.configure(.selfManaged(licenseKey: "own"))

        #expect(await beekon.licenseStatus == .licensed(tier: "own", entitlements: []))
    }

    @Test func `BKN-176 an exported log has one object a line`() async throws {
        let beekon = makeBeekon()
        for id in ["a\nb", "c"] { await beekon.hear(.transition(transition(id, .enter))) }
        try await beekon.addGeofences([home.with { $0.radiusMeters = 5 }])

        let lines = await beekon.exportLog().split(separator: "\n")

        #expect(lines.count == 3)
        for line in lines {
            let json = try JSONValue(json: String(line))
            #expect(json.objectValue?.keys == ["category", "level", "message", "time"])
        }
    }

    @Test func `the level decides what is kept, and may change`() async throws {
        let beekon = makeBeekon()
        await beekon.setLogLevel(.off)
        await beekon.hear(.transition(transition("a", .enter)))
        #expect(await beekon.getLog().isEmpty)

        await beekon.setLogLevel(.debug)
        let stream = await beekon.logs
        await beekon.hear(.transition(transition("b", .enter)))

        #expect(await beekon.getLog().map(\.message) == ["enter home"])
        #expect(await first(1, of: stream).map(\.message) == ["enter home"])
    }

    @Test func `the log keeps the newest 2000 lines`() {
        var log = LogBuffer(level: .debug)
        for number in 0..<2500 {
            _ = log.write(LogEntry(time: eight.date, level: .info, category: "c", message: "\(number)"))
        }

        #expect(log.entries().map(\.message) == (500..<2500).map(String.init))
        #expect(log.entries(limit: 2).map(\.message) == ["2498", "2499"])
    }

    @Test func `a store that cannot be opened refuses what can be refused, and is tried again`() async throws {
        let engine = MemoryEngine()
        let failures = Locked(2)
        let beekon = Beekon(
            BeekonInstallation(
                platform: .iOS, now: { eight },
                open: { _ throws(BeekonError) in
                    let fails = failures.withLock { left in
                        left -= 1
                        return left >= 0
                    }
                    if fails { throw .storageFailure(cause: "locked") }
                    return engine
                }))

        await #expect(throws: BeekonError.storageFailure(cause: "locked")) { try await beekon.addGeofences([home]) }
        #expect(await beekon.listGeofences().isEmpty)
        #expect(await beekon.getLog(level: .error).count == 2)

        try await beekon.addGeofences([home])

        #expect(await beekon.listGeofences() == [home])
    }
}
