import APIMigration
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@MainActor @Suite struct `A style that retires` {
    private func fences(_ count: Int, around home: Coordinate) throws -> [FenceDefinition] {
        try (0..<count).map { index in
            let center = Geodesic.destination(from: home, bearing: Double(index) * 360 / Double(count), distance: 700)
            return FenceDefinition(
                id: FenceID("f\(index)"), shape: .circle(try Circle(center: center, radius: 100)),
                reports: [.enter, .exit])
        }
    }

    @Test(arguments: Direction.all)
    func `gives its places back before the new one asks for them`(_ direction: Direction) async throws {
        let home = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        let folder = FileManager.default.temporaryDirectory.appending(path: "retire-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: home)
        let fences = try fences(40, around: home)
        let answer = StyleApp.answer(fences)
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? answer : []) }
        let installed = { (style: APIStyle) in
            InstalledStyle(style, folder: folder.appending(path: style.rawValue), survivesPowerLoss: false)
        }
        let before = StyleApp(direction.from)
        try await before.start(on: phone.device, installed(direction.from), adding: fences)
        await phone.advance(by: 60_000)
        await before.settle()
        let full = phone.monitoredRegions.count
        #expect(full >= 19)
        await before.die()

        _ = try migrateStore(from: installed(direction.from), to: installed(direction.to), at: phone.now.wall)
        let outbox = RetiringOutbox(installed(direction.from), on: phone.device)
        try await outbox.release()
        #expect(phone.monitoredRegions.isEmpty)
        let after = StyleApp(direction.to)
        try await after.start(on: phone.device, installed(direction.to))
        await phone.advance(by: 60_000)
        await after.settle()
        try await outbox.deliver()

        #expect(phone.monitoredRegions.count >= 19)
        #expect(phone.monitoredRegions.count <= 20)
        let prefix = direction.to == .customerio ? "cio" : direction.to.rawValue
        #expect(phone.monitoredRegions.allSatisfy { $0.id.hasPrefix(prefix) })
        #expect(try await outbox.remaining == 0)
        await after.die()
        await outbox.stop()
    }

    @Test func `delivers a host's events of Customer io too, with the key it is given`() async throws {
        let app = try InstalledApp(.customerio)
        try await app.live()
        let (old, new) = (app.installed(.customerio), app.installed(.bgeo))
        guard case .switched(let report) = try migrateStore(from: old, to: new, at: app.now) else {
            Issue.record("no switch")
            return
        }
        #expect(report.recordsLeft == 2)
        app.phone.serve { _ in .status(200) }
        let outbox = RetiringOutbox(
            old, on: app.phone.device,
            access: RetiringOutbox.CustomerIOAccess(cdpApiKey: "key", apiHost: "https://api.invalid/v1"))

        try await outbox.release()
        try await outbox.deliver()
        await app.phone.advance(by: 60_000)

        #expect(try await outbox.remaining == 0)
        let told = Told.all(in: app.phone.requests)
        #expect(told.map(\.kind) == ["enter"])
        await outbox.stop()
    }
}
