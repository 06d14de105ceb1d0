import BeekonAdapter
import CommandLineWords
import ExampleSupport
import Foundation
import LocationCore
import LocationSimulator

/// A recorded trip on a simulated phone, with Beekon on it: tracking ends on the way, the app is killed, the phone
/// reboots, and the crossings still arrive, with their notifications.
@main @MainActor struct BeekonExample {
    static func main() async {
        await ExampleProgram.main("BeekonExample") {
            let options = try Options(arguments: CommandLine.arguments.dropFirst())
            guard options.common.wantsHelp else { return try await run(options) }
            print(Options.help)
            return true
        }
    }

    /// Whether what was told is what the way itself says.
    private static func run(_ options: Options) async throws -> Bool {
        let common = options.common
        let track = try common.readTrack()
        let fences = try options.readFences()
        let folder = FileManager.default.temporaryDirectory.appending(path: "beekon-example-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let journey = Journey(along: track, throughGaps: common.throughGaps)
        guard let first = journey.path.first, let last = journey.path.last else {
            throw CommandLineMistake("the track has no points")
        }

        let phone = SimulatedPhone(profile: common.profile, seed: common.seed, wall: first.at)
        let app = App(phone: phone, folder: folder, options: options)
        if common.collector != nil {
            phone.bridgeHTTP(to: URLSessionBridge())
        } else if options.isCloud {
            let slice = Slice(of: fences).json.bytes()
            phone.serve { _ in .status(200, body: slice) }
        }
        await phone.setNotificationPermission(.granted)
        await phone.follow(journey.path, from: .asStamped)
        let end = last.at.adding(milliseconds: 600_000)
        let truth = options.truth(of: fences, on: phone, journey, until: end)
        await phone.launchApp()

        let beekon = try app.beekon
        try await beekon.configure(options.config)
        if !options.isCloud { try await beekon.addGeofences(fences) }
        try await beekon.start()
        try await app.note("tracking", "started; \(await beekon.listGeofences().count) fences are watched")
        await phone.backgroundApp()

        let length = last.at.milliseconds(since: first.at)
        await journey.advance(phone, to: first.at.adding(milliseconds: length / 4))
        await beekon.stop()
        try await app.note("tracking", "stopped")
        await journey.advance(phone, to: first.at.adding(milliseconds: length / 3))
        phone.killApp()
        try await app.note("app", "killed")
        await journey.advance(phone, to: first.at.adding(milliseconds: length * 2 / 3))
        await phone.reboot()
        try await app.note("phone", "rebooted")
        await journey.advance(phone, to: end)

        // The person looks at the app again; one in the background may be suspended.
        await phone.foregroundApp()
        try await app.finish(fences.map(\.id))
        guard common.profile != .software else {
            print("not compared: without region monitoring nothing wakes an app that was killed")
            return true
        }
        let comparison = TruthComparison(
            owed: truth.owed, possible: truth.possible, received: app.told,
            latency: common.profile.standardKnobs.deliveryLatency)
        for line in comparison.lines { print(line) }
        return comparison.isGood
    }
}

extension Options {
    /// What Beekon's documented rules make of the way: crossings alone, whoever was inside when a fence was added.
    @MainActor fileprivate func truth(
        of fences: [BeekonGeofence], on phone: SimulatedPhone, _ journey: Journey, until end: Timestamp
    ) -> (owed: [TruthEvent], possible: [TruthEvent]) {
        let areas = fences.enumerated().compactMap { index, fence -> TrueArea? in
            guard let center = try? Coordinate(latitude: fence.latitude, longitude: fence.longitude) else { return nil }
            var tells: Set<String> = []
            if fence.notifyOnEntry { tells.insert("enter") }
            if fence.notifyOnExit { tells.insert("exit") }
            let rings = isCloud && index == 0 ? Slice.rings(fence) : nil
            return TrueArea(
                id: fence.id, area: rings.map { SimulatedArea(rings: $0) }, center: center, radius: fence.radiusMeters,
                tells: tells)
        }
        let rules = GroundTruth.Rules(tellsFirstEnter: false, on: common.profile)
        return GroundTruth(of: areas, on: phone, journey, rules).events(from: phone.now.wall, to: end)
    }
}
