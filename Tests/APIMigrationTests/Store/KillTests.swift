import APIMigration
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// An app in `home`, with a dwell to come, records that wait, and one fence far away.
@MainActor final class InstalledApp {
    let phone: SimulatedPhone
    let folder = FileManager.default.temporaryDirectory.appending(path: "switch-\(UUID().uuidString)")
    let style: APIStyle
    private var app: StyleApp

    init(_ style: APIStyle) throws {
        let home = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        self.style = style
        app = StyleApp(style)
        phone = SimulatedPhone(
            profile: .iOSClassic, seed: 7, at: Geodesic.destination(from: home, bearing: 90, distance: 400))
        let fences = try [("home", home), ("far", Geodesic.destination(from: home, bearing: 0, distance: 900))].map {
            FenceDefinition(
                id: FenceID($0), shape: .circle(try Circle(center: $1, radius: 150)),
                reports: style == .beekon ? [.enter, .exit] : [.enter, .exit, .dwell],
                dwellDelay: style == .beekon ? nil : 600_000)
        }
        let answer = StyleApp.answer(fences)
        phone.serve { request in
            request.url.hasSuffix("/nearest") ? .status(200, body: answer) : .unreachable
        }
        self.fences = fences
        self.home = home
    }

    private let fences: [FenceDefinition]
    private let home: Coordinate

    deinit { try? FileManager.default.removeItem(at: folder) }

    var now: Timestamp { phone.now.wall }

    func installed(_ style: APIStyle) -> InstalledStyle {
        InstalledStyle(style, folder: folder.appending(path: style.rawValue), survivesPowerLoss: false)
    }

    /// Comes home five minutes before the update.
    func live() async throws {
        try await app.start(on: phone.device, installed(style), adding: fences)
        await phone.advance(by: 60_000)
        await app.settle()
        await phone.move(to: home)
        await app.settle()
        await phone.advance(by: 300_000)
        await app.settle()
        await app.die()
    }

    /// What a store holds, in words.
    func contents(_ style: APIStyle) throws -> Contents {
        let store = try EngineStore(at: installed(style).store, now: now)
        defer { store.close() }
        let durable = try store.load().durable
        let fences = durable.sets.values.flatMap(\.fences)
        return Contents(
            fences: fences.map(\.fence.id.text).sorted(),
            inside: fences.filter { durable.standings[$0.ordinal]?.side == .inside }.map(\.fence.id.text),
            awaitingDwell: fences.filter {
                durable.standings[$0.ordinal]?.stay?.dwell == .awaited
                    && $0.fence.reports.contains(TransitionKinds.dwell)
            }.map(\.fence.id.text),
            records: try store.records().map(\.id))
    }

    struct Contents: Equatable {
        var fences: [String] = []
        var inside: [String] = []
        var awaitingDwell: [String] = []
        var records: [String] = []
    }
}

@MainActor @Suite struct `A switch that is killed` {
    /// Ends the process before the given step that changes a file.
    private func stop(_ migration: StoreMigration, before number: Int) -> StoreMigration {
        let left = Locked(number)
        var migration = migration
        migration.goesOn = { _ in
            left.withLock { left in
                left -= 1
                return left >= 0
            }
        }
        return migration
    }

    @Test(arguments: Direction.all)
    func `at any step goes on at the next start, and nothing is lost or twice`(_ direction: Direction) async throws {
        let undisturbed = try InstalledApp(direction.from)
        try await undisturbed.live()
        let before = try undisturbed.contents(direction.from)
        #expect(before.inside == ["home"])
        #expect(!before.records.isEmpty)

        var number = 0
        var isKilled = true
        while isKilled {
            let app = try InstalledApp(direction.from)
            try await app.live()
            let migration = StoreMigration(from: app.installed(direction.from), to: app.installed(direction.to))
            isKilled = false
            do throws(StoreMigrationError) {
                _ = try stop(migration, before: number).run(at: app.now)
            } catch {
                guard error.isKill else { throw error }
                isKilled = true
            }

            _ = try migration.run(at: app.now)

            let new = try app.contents(direction.to)
            #expect(new.fences == before.fences && new.inside == before.inside && new.records.isEmpty, "step \(number)")
            #expect(new.awaitingDwell == (direction.to == .beekon ? [] : before.awaitingDwell), "step \(number)")
            let old = try app.contents(direction.from)
            #expect(old == InstalledApp.Contents(records: before.records), "step \(number)")
            #expect(try migration.run(at: app.now) == .switchedBefore)
            number += 1
        }
        #expect(number == 7)
    }

    @Test(arguments: Direction.all, [true, false])
    func `at any commit goes on at the next start`(_ direction: Direction, isAfter: Bool) async throws {
        for number in 1...4 {
            let app = try InstalledApp(direction.from)
            try await app.live()
            let before = try app.contents(direction.from)
            let left = Locked(number)
            let faults = StoreFaults { _ in
                left.withLock { left in
                    left -= 1
                    return left == 0 ? isAfter ? .crashAfterCommit : .crashBeforeCommit : .proceed
                }
            }
            let (old, new) = (app.installed(direction.from), app.installed(direction.to))
            do throws(StoreMigrationError) {
                _ = try StoreMigration(from: old.failing(faults), to: new.failing(faults)).run(at: app.now)
            } catch {
                guard error.isKill else { throw error }
            }

            _ = try StoreMigration(from: old, to: new).run(at: app.now)

            let after = try app.contents(direction.to)
            #expect(after.fences == before.fences && after.inside == before.inside, "commit \(number)")
            #expect(try app.contents(direction.from) == InstalledApp.Contents(records: before.records))
        }
    }

    @Test(arguments: Direction.all)
    func `before the old style is emptied takes over what that did in the meantime`(_ direction: Direction) async throws
    {
        let app = try InstalledApp(direction.from)
        try await app.live()
        let (old, new) = (app.installed(direction.from), app.installed(direction.to))
        var killed = StoreMigration(from: old, to: new)
        killed.goesOn = { $0 != .retiring }
        #expect(throws: StoreMigrationError.interrupted(before: "emptying the old store")) {
            try killed.run(at: app.now)
        }
        let before = try app.contents(direction.from)
        let store = try EngineStore(at: old.store, now: app.now)
        try store.commit([.clearStandings], isPrecious: true)
        store.close()

        _ = try StoreMigration(from: old, to: new).run(at: app.now)

        #expect(before.inside == ["home"])
        #expect(try app.contents(direction.to) == InstalledApp.Contents(fences: ["far", "home"]))
    }

    @Test(arguments: Direction.all)
    func `by a full disk leaves the old style as it was`(_ direction: Direction) async throws {
        let app = try InstalledApp(direction.from)
        try await app.live()
        let before = try app.contents(direction.from)
        let faults = StoreFaults { _ in .fail(.full) }
        let (old, new) = (app.installed(direction.from), app.installed(direction.to))

        #expect(throws: StoreMigrationError.self) {
            try StoreMigration(from: old, to: new.failing(faults)).run(at: app.now)
        }

        #expect(try app.contents(direction.from) == before)
        #expect(!FileManager.default.fileExists(atPath: new.store.path))
        guard case .switched(let report) = try StoreMigration(from: old, to: new).run(at: app.now) else {
            Issue.record("no switch")
            return
        }
        #expect(report.inside.map(\.text) == ["home"])
        #expect(report.recordsLeft >= before.records.count)
    }
}
