import BGeoAdapter
import CommandLineWords
import ExampleSupport
import Foundation
import LocationCore
import LocationSimulator

/// A recorded trip on a simulated phone, with BGeo on it: what happens at the fences, what the server gets, and why the
/// other fences stayed silent.
@main @MainActor struct BGeoExample {
    static func main() async {
        await ExampleProgram.main("BGeoExample") {
            let options = try Options(arguments: CommandLine.arguments.dropFirst())
            guard options.common.wantsHelp else { return try await run(options) }
            print(Options.help)
            return true
        }
    }

    /// Whether what was told is what the way itself says. A trip that an earlier run has begun is not compared.
    private static func run(_ options: Options) async throws -> Bool {
        let common = options.common
        let track = try common.readTrack()
        let fences = try options.readFences(along: track)
        let folder = try WorkFolder(options.state)
        defer { folder.removeIfTemporary() }
        var trip = try Trip(along: track, throughGaps: common.throughGaps, folder: folder)
        let events = try common.events.map { try EventFile($0, appending: trip.isResumed) }

        let phone = SimulatedPhone(profile: common.profile, seed: trip.seed(common.seed), wall: trip.now)
        phone.bridgeHTTP(to: URLSessionBridge())
        await phone.follow(trip.journey.path, from: .asStamped)
        let truth =
            trip.isFirst
            ? fences.truth(on: phone, trip.journey, options, until: trip.end(latency: options.latency)) : nil

        await BackgroundGeolocation.connect(to: phone.device, folder: folder.url)
        let table = TransitionTable()
        BackgroundGeolocation.onGeofence { event in
            table.show(event)
            events?.write(event)
        }
        try await BackgroundGeolocation.ready(
            Config(
                stopOnTerminate: false, startOnBoot: true,
                url: common.collector.map { $0 + "/bgeo" } ?? Config.clearString, batchSync: true, maxBatchSize: 50))
        try await BackgroundGeolocation.addGeofences(fences)
        try await BackgroundGeolocation.start()

        await phone.backgroundApp()
        while let stop = try trip.nextStop(latency: options.latency) { await trip.journey.advance(phone, to: stop) }

        if common.collector != nil { try await upload(on: phone) }
        await table.finish(fences, collector: common.collector)
        await BackgroundGeolocation.disconnect()
        try trip.finish()
        guard let truth else { return true }
        let comparison = TruthComparison(
            owed: truth.owed, possible: truth.possible, received: table.told, latency: options.latency)
        for line in comparison.lines { print(line) }
        return comparison.isGood
    }

    /// Sends what is still queued. A server that fails is asked again; what it never took stays queued for the next run.
    private static func upload(on phone: SimulatedPhone) async throws {
        for _ in 0..<100 where await BackgroundGeolocation.getCount() > 0 {
            _ = try await BackgroundGeolocation.sync()
            await phone.settle()
        }
    }
}

extension [Geofence] {
    /// What BGeo's documented rules make of the way: fences whose middle is within 1,000 m are watched, as many as the system
    /// allows, and who is inside at the beginning enters.
    @MainActor fileprivate func truth(
        on phone: SimulatedPhone, _ journey: Journey, _ options: Options, until end: Timestamp
    ) -> (owed: [TruthEvent], possible: [TruthEvent]) {
        let areas = compactMap { fence -> TrueArea? in
            guard let center = try? Coordinate(latitude: fence.latitude, longitude: fence.longitude) else { return nil }
            var tells: Set<String> = []
            if fence.notifyOnEntry == true { tells.insert("enter") }
            if fence.notifyOnExit == true { tells.insert("exit") }
            if fence.notifyOnDwell == true { tells.insert("dwell") }
            return TrueArea(
                id: fence.identifier, center: center, radius: fence.radius, tells: tells,
                dwell: fence.notifyOnDwell == true ? Int64(fence.loiteringDelay ?? 300_000) : nil)
        }
        let rules = GroundTruth.Rules(
            tellsFirstEnter: true, reach: 1000, on: options.common.profile)
        return GroundTruth(of: areas, on: phone, journey, rules).events(from: phone.now.wall, to: end)
    }
}
