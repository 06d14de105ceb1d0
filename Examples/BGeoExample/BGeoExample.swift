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
            if options.common.wantsHelp { print(Options.help) } else { try await run(options) }
            return true
        }
    }

    private static func run(_ options: Options) async throws {
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
    }

    /// Sends what is still queued. A server that fails is asked again; what it never took stays queued for the next run.
    private static func upload(on phone: SimulatedPhone) async throws {
        for _ in 0..<100 where await BackgroundGeolocation.getCount() > 0 {
            _ = try await BackgroundGeolocation.sync()
            await phone.settle()
        }
    }
}
