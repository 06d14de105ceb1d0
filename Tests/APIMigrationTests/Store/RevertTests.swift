import APIMigration
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@MainActor @Suite struct `Going back after a switch` {
    private func switched(_ direction: Direction) async throws -> (InstalledApp, StoreMigration) {
        let app = try InstalledApp(direction.from)
        try await app.live()
        let migration = StoreMigration(from: app.installed(direction.from), to: app.installed(direction.to))
        guard case .switched = try migration.run(at: app.now) else { throw NoSwitch() }
        return (app, migration)
    }

    struct NoSwitch: Error {}

    @Test(arguments: Direction.all)
    func `brings the old style back, and a kill at any step delays it only`(_ direction: Direction) async throws {
        for number in 0...4 {
            let untouched = try InstalledApp(direction.from)
            try await untouched.live()
            let before = try untouched.contents(direction.from)
            let (app, migration) = try await switched(direction)
            let left = Locked(number)
            var killed = migration
            killed.goesOn = { _ in
                left.withLock { left in
                    left -= 1
                    return left >= 0
                }
            }
            do throws(StoreMigrationError) {
                try killed.revert(at: app.now)
                #expect(number == 4)
            } catch {
                guard error.isKill else { throw error }
                try migration.revert(at: app.now)
            }

            #expect(try app.contents(direction.from) == before, "step \(number)")
            #expect(try app.contents(direction.to) == InstalledApp.Contents(), "step \(number)")
            guard case .switched = try migration.run(at: app.now) else {
                Issue.record("no second switch after step \(number)")
                continue
            }
            #expect(try app.contents(direction.to).inside == ["home"])
        }
    }

    @Test(arguments: Direction.all)
    func `does not stand in the way of another switch, killed or not`(_ direction: Direction) async throws {
        let (app, migration) = try await switched(direction)
        try migration.revert(at: app.now)
        var killed = migration
        killed.goesOn = { $0 != .retiring }
        #expect(throws: StoreMigrationError.self) { try killed.run(at: app.now) }

        guard case .switched = try migration.run(at: app.now) else { throw NoSwitch() }

        #expect(try app.contents(direction.to).inside == ["home"])
        #expect(try app.contents(direction.from).fences.isEmpty)
        try migration.revert(at: app.now)
        #expect(try app.contents(direction.from).inside == ["home"])
    }

    @Test func `the sides are those of now, and what was delivered is not sent again`() async throws {
        let (app, migration) = try await switched(Direction(from: .bgeo, to: .beekon))
        let delivered = try app.contents(.bgeo).records
        try edit(app.installed(.bgeo)) { store throws(StoreError) in
            try store.commit(delivered.prefix(1).map { .removeRecord($0) }, isPrecious: true)
        }
        try edit(app.installed(.beekon)) { store throws(StoreError) in
            let durable = try store.load().durable
            let home = durable.sets["app"]?[id: FenceID("home")]
            var left = Standing()
            left.side = .outside
            try store.commit(home.map { [.standing(ordinal: $0.ordinal, left)] } ?? [], isPrecious: true)
        }

        try migration.revert(at: app.now)

        let back = try app.contents(.bgeo)
        #expect(back.fences == ["far", "home"])
        #expect(back.inside.isEmpty)
        #expect(back.records == Array(delivered.dropFirst()))
    }

    @Test func `is no longer possible once the switch is confirmed`() async throws {
        let (app, migration) = try await switched(Direction(from: .beekon, to: .customerio))

        try migration.confirm(at: app.now)

        #expect(throws: StoreMigrationError.nothingToRevert) { try migration.revert(at: app.now) }
        #expect(try app.contents(.customerio).inside == ["home"])
    }

    @Test func `is possible when the new store is gone`() async throws {
        let (app, migration) = try await switched(Direction(from: .bgeo, to: .beekon))
        try FileManager.default.removeItem(atPath: app.installed(.beekon).store.path)
        #expect(throws: StoreMigrationError.newLost(file: "beekon.db")) { try migration.run(at: app.now) }

        try migration.revert(at: app.now)

        #expect(try app.contents(.bgeo).fences == ["far", "home"])
    }

    private func edit(
        _ installed: InstalledStyle, _ body: (EngineStore) throws(StoreError) -> Void
    ) throws {
        let store = try EngineStore(at: installed.store, now: Timestamp(milliseconds: 0))
        defer { store.close() }
        try body(store)
    }
}

@MainActor @Suite struct `A switch that cannot be made` {
    @Test func `says which file is in the way, and changes nothing`() async throws {
        let app = try InstalledApp(.bgeo)
        try await app.live()
        let (old, new) = (app.installed(.bgeo), app.installed(.beekon))
        let before = try app.contents(.bgeo)
        try await StyleApp(.beekon).liveAndDie(on: app.phone.device, new)

        #expect(throws: StoreMigrationError.newInUse(file: "beekon.db", fences: 0, records: 0)) {
            try StoreMigration(from: old, to: new).run(at: app.now)
        }
        try Data("no database at all".utf8).write(to: URL(filePath: new.store.path))
        #expect(throws: StoreMigrationError.self) { try StoreMigration(from: old, to: new).run(at: app.now) }
        #expect(try app.contents(.bgeo) == before)
        #expect(try Data(contentsOf: URL(filePath: new.store.path)) == Data("no database at all".utf8))
    }

    @Test func `refuses an old store that an adapter has open`() async throws {
        let app = try InstalledApp(.bgeo)
        try await app.live()
        let running = StyleApp(.bgeo)
        try await running.start(on: app.phone.device, app.installed(.bgeo))

        #expect(throws: StoreMigrationError.open(file: "bgeo.db")) {
            try StoreMigration(from: app.installed(.bgeo), to: app.installed(.beekon)).run(at: app.now)
        }
        await running.die()
    }

    @Test func `refuses one style twice and a damaged old store`() async throws {
        let app = try InstalledApp(.bgeo)
        try await app.live()
        let old = app.installed(.bgeo)
        #expect(throws: StoreMigrationError.sameStyle(.bgeo)) {
            try StoreMigration(from: old, to: old).run(at: app.now)
        }
        let damage = Data(repeating: 7, count: 4096)
        try damage.write(to: URL(filePath: old.store.path))

        #expect(throws: StoreMigrationError.self) {
            try StoreMigration(from: old, to: app.installed(.beekon)).run(at: app.now)
        }

        #expect(try Data(contentsOf: URL(filePath: old.store.path)) == damage)
    }

    @Test func `is none where nothing was installed`() throws {
        let app = try InstalledApp(.bgeo)

        let outcome = try migrateStore(from: app.installed(.bgeo), to: app.installed(.customerio), at: app.now)

        #expect(outcome == .nothingInstalled)
    }
}

extension StyleApp {
    fileprivate func liveAndDie(on device: Device, _ installed: InstalledStyle) async throws {
        try await start(on: device, installed)
        await die()
    }
}
