import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Files that are locked, damaged, older or newer.
@MainActor @Suite struct `CASE storage` {
    @Test(arguments: [Scenario.API.engine])
    func `CASE-115 database is locked`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 99, "disk": "another connection holds an exclusive lock for 2 s"},
                {"t": 100, "os": "enter", "id": "a", "ts": 100}
              ],
              "expect": [{"ev": "ENTER", "id": "a", "at": 100}]
            }
            """#, on: api, checks: [.at(103) { #expect(await $0.queue().map(\.kind) == ["ENTER"]) }]
        ) { run, step in
            if step["disk"] != nil { try lockForAWhile(run.database) }
            return step["disk"] != nil
        }
    }

    enum Damage: CaseIterable { case header, page, cutLog, empty }

    @Test(arguments: [Scenario.API.engine], Damage.allCases)
    func `CASE-117 database is damaged`(_ api: Scenario.API, _ damage: Damage) async throws {
        try await CaseRun.run(
            Self.reopened, on: api,
            checks: [
                .at(4) { run in
                    let subject = run.subject as? EngineSubject
                    #expect(await run.stored().map(\.id).contains("a"))
                    let files = try FileManager.default.contentsOfDirectory(atPath: run.folder.path)
                    guard damage == .header || damage == .page else { return }
                    guard case .startedOver(let reason, let kept)? = subject?.opening else {
                        Issue.record("opened as \(String(describing: subject?.opening))")
                        return
                    }
                    #expect(reason.word == "corrupt" && files.contains(kept))
                    #expect(await run.stored().map(\.id) == ["a"])
                }
            ]
        ) { run, step in
            guard step["disk"] != nil else { return false }
            await (run.subject as? EngineSubject)?.engine?.stop()
            try Self.damage(run.database, damage)
            return true
        }
    }

    private static func damage(_ path: String, _ damage: Damage) throws {
        let url = URL(filePath: path)
        var bytes = try Data(contentsOf: url)
        switch damage {
        case .header: bytes.replaceSubrange(0..<100, with: Data(repeating: 0xA5, count: 100))
        case .page:
            let size = Int(bytes[16]) << 8 | Int(bytes[17])
            bytes.replaceSubrange(2 * size..<3 * size, with: Data(repeating: 0, count: size))
        case .cutLog:
            let log = URL(filePath: path + "-wal")
            if let old = try? Data(contentsOf: log) { try old.prefix(old.count / 2).write(to: log) }
            return
        case .empty: bytes = Data()
        }
        try bytes.write(to: url)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-117 regions of fences that were lost are given back`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"monitor": "os"},
              "fences": [{"id": "old", "lat": 52.2297, "lon": 21.0122, "r": 150}],
              "steps": [{"t": 1, "os": "kill"}, {"t": 2, "disk": "header"}, {"t": 3, "os": "launch"}]
            }
            """#, on: api,
            checks: [.at(1) { #expect($0.registered.count == 1) }, .at(4) { #expect($0.registered.isEmpty) }]
        ) { run, step in
            guard step["disk"] != nil else { return false }
            await (run.subject as? EngineSubject)?.engine?.stop()
            try Self.damage(run.database, .header)
            return true
        }
    }

    static let reopened = #"""
        {
          "fences": [{"id": "old", "lat": 52.9, "lon": 21.0122, "r": 150}],
          "steps": [
            {"t": 0, "disk": "damaged"},
            {"t": 0, "os": "kill"},
            {"t": 1, "os": "launch"},
            {"t": 2, "call": "addGeofence", "with": {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}},
            {"t": 3, "fix": [52.2297899, 21.0122, 8]},
            {"t": 4, "call": "getGeofences"}
          ],
          "expect": [{"ev": "ENTER", "id": "a", "at": 3}]
        }
        """#

    @Test(arguments: [Scenario.API.engine])
    func `CASE-118 suspended while holding a lock`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [],
              "steps": [
                {"t": 0, "call": "addGeofences", "with": {"gen": "grid", "prefix": "n", "n": 5000, "center": [52.2297, 21.0122], "spacing": 300, "r": 100}},
                {"t": 0.05, "os": "suspend"},
                {"t": 60, "os": "wake"}
              ]
            }
            """#, on: api,
            checks: [
                .at(0) { try isFree($0.database) },
                .at(1) { try isFree($0.database) },
                .atEnd { run in
                    try isFree(run.database)
                    #expect(await run.stored().count == 5000)
                },
            ])
    }

    /// One schema has been published, so an older file is one that lacks what may be left out.
    @Test(arguments: [Scenario.API.engine])
    func `CASE-120 upgrade from an older schema or config`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "extras": {"k": 1}}],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 1, "os": "kill"},
                {"t": 1, "disk": "columns emptied"},
                {"t": 2, "os": "launch"},
                {"t": 3, "call": "getGeofences"},
                {"t": 4, "fix": [52.2297899, 21.0122, 8]},
                {"t": 60, "fix": [52.2341966, 21.0122, 8]}
              ],
              "expect": [{"ev": "ENTER", "id": "a", "at": 0}, {"ev": "EXIT", "id": "a", "at": 60}]
            }
            """#, on: api,
            checks: [
                .at(3) { run in
                    #expect((run.subject as? EngineSubject)?.opening == .opened)
                    #expect(await run.stored().map(\.id) == ["a"])
                    #expect(await run.subject.side(of: "a") == .inside)
                    #expect(await run.queue().map(\.kind) == ["ENTER"])
                }
            ]
        ) { run, step in
            guard step["disk"] != nil else { return false }
            await (run.subject as? EngineSubject)?.engine?.stop()
            let file = try Database(path: run.database)
            try file.execute("UPDATE geofences SET shape = NULL, geosets = NULL, notice = NULL, attributes = NULL")
            file.close()
            return true
        }
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-121 database from a newer version`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150}],
              "steps": [
                {"t": 0, "disk": "user_version 99 with an extra column and an extra table"},
                {"t": 0, "os": "kill"},
                {"t": 0.5, "os": "launch"},
                {"t": 1, "call": "getGeofences"},
                {"t": 2, "call": "addGeofence", "with": {"id": "z", "lat": 52.2297, "lon": 21.0122, "r": 100, "on": "EX"}}
              ]
            }
            """#, on: api,
            checks: [
                .at(1) { #expect(await $0.stored().isEmpty) },
                .atEnd { run in
                    #expect(await run.stored().map(\.id) == ["z"])
                    guard case .startedOver(.newerSchema(99, _), let kept)? = (run.subject as? EngineSubject)?.opening
                    else {
                        Issue.record("not told")
                        return
                    }
                    let newer = try Database(path: run.folder.appending(path: kept).path)
                    let names = try newer.query("SELECT identifier || since_99 FROM geofences") {
                        (row) throws(StoreError) in try row.text(0)
                    }
                    #expect(names == ["ax"])
                    newer.close()
                },
            ]
        ) { run, step in
            guard step["disk"] != nil else { return false }
            await (run.subject as? EngineSubject)?.engine?.stop()
            let file = try Database(path: run.database)
            try file.execute("ALTER TABLE geofences ADD COLUMN since_99 TEXT NOT NULL DEFAULT 'x'")
            try file.execute("CREATE TABLE of_99 (id INTEGER PRIMARY KEY)")
            try file.execute("PRAGMA user_version = 99")
            file.close()
            return true
        }
    }
}

extension CaseRun {
    fileprivate var database: String { folder.appending(path: EngineSubject.file).path }
}

/// A writer's lock can be had at once: no transaction and no statement is open.
private func isFree(_ path: String) throws {
    var options = Database.Options()
    options.busyTimeoutMilliseconds = 0
    let other = try Database(path: path, options: options)
    try other.transaction { () throws(StoreError) in try other.execute("DELETE FROM kv WHERE key = 'nobody'") }
    other.close()
}

/// Another connection writes for a while, and whoever wants to write meanwhile waits.
private func lockForAWhile(_ path: String) throws {
    let isLocked = DispatchSemaphore(value: 0)
    let holder = Thread {
        guard let other = try? Database(path: path) else {
            isLocked.signal()
            return
        }
        try? other.transaction { () throws(StoreError) in
            isLocked.signal()
            try other.execute("CREATE TABLE others (n INTEGER)")
            for number in 0..<20_000 {
                try other.execute("INSERT INTO others VALUES (?)", [.integer(Int64(number))])
            }
        }
        other.close()
    }
    holder.start()
    isLocked.wait()
}
