import CIOAdapter
import ExampleSupport
import Foundation
import LocationCore
import LocationSimulator

/// A recorded trip on a simulated phone with Customer.io's SDK on it, with an hour of the way offline and the app killed
/// twice; what arrives is printed beside what the way itself says must come.
@main struct CIOExample {
    static func main() async {
        await ExampleProgram.main("CIOExample") {
            let options = try Options(arguments: CommandLine.arguments.dropFirst())
            guard !options.common.wantsHelp else {
                print(Options.help)
                return true
            }
            let track = try options.common.readTrack()
            let fences = try options.readFences()
            let drive = Drive(along: track, fences: fences, options)
            let (received, expected) = try await drive.run(TrueFence.list(fences))
            try options.write(received)
            let comparison = Comparison(
                expected: expected, received: received,
                latency: options.common.profile.standardKnobs.deliveryLatency)
            for line in comparison.lines { print(line) }
            return comparison.missing == 0 && comparison.others == 0
        }
    }
}

/// One drive along the track.
struct Drive {
    private let phone: SimulatedPhone
    private let collector: String?
    private let journey: Journey
    private let end: Timestamp

    init(along track: Track, fences: [UInt8], _ options: Options) {
        let common = options.common
        collector = common.collector
        journey = Journey(along: track, throughGaps: common.throughGaps)
        let path = journey.path
        end = path[path.count - 1].at.adding(milliseconds: 600_000)
        phone = SimulatedPhone(profile: common.profile, seed: common.seed, wall: path[0].at, at: path[0].coordinate)
        if collector != nil {
            phone.bridgeHTTP(to: URLSessionBridge())
        } else {
            phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? fences : []) }
        }
    }

    /// Drives, and gives what arrived and what had to come.
    func run(_ fences: [TrueFence]) async throws -> (received: [Arrival], expected: [ExpectedEvent]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cio-example-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = collector
        phone.onLaunch { process, _ in
            await CustomerIO.connect(to: process.device, folder: folder)
            let builder = SDKConfigBuilder(cdpApiKey: "example").addModule(
                LocationModule(config: LocationConfig(mode: .off))
            ).addModule(GeofenceModule())
            if let host { builder.apiHost(host + "/v1") }
            let configuration = builder.build()
            await MainActor.run { CustomerIO.initialize(withConfig: configuration) }
        }
        await phone.follow(journey.path, from: .asStamped)
        let start = phone.now.wall
        let expected = fences.flatMap { $0.expected(on: phone, journey, from: start, to: end) }
            .sorted { ($0.at, $0.summary) < ($1.at, $1.summary) }
        await phone.launchApp()
        CustomerIO.shared.identify(userId: "example-person")
        await settle()
        // A download that failed is not repeated by itself; an app that knows of bad servers asks some more.
        for _ in 0..<(host == nil ? 0 : 5) {
            CustomerIO.geofence.refreshFromCurrentLocation()
            await settle()
        }
        await travel()
        await phone.foregroundApp()
        // What a failing server never took is asked again, as a person would who opens the app.
        for _ in 0..<20 {
            CustomerIO.shared.flush()
            await settle()
        }
        await CustomerIO.disconnect()
        return (arrivals(), expected)
    }

    /// The phone is offline for an hour, and the app is killed twice: in that hour, and when the network is back and the
    /// server has taken rows whose answers are still on their way. Late on the way another person takes the phone.
    private func travel() async {
        let start = phone.now.wall
        let length = end.milliseconds(since: start)
        let offline = min(3_600_000, length * 3 / 4)
        let lost = start.adding(milliseconds: (length - offline) / 2)
        await advance(to: lost)
        await phone.setNetwork(.none)
        await advance(to: start.adding(milliseconds: length * 3 / 10))
        phone.killApp()
        await phone.launchApp()
        await advance(to: start.adding(milliseconds: length * 8 / 10))
        CustomerIO.shared.identify(userId: "another-person")
        await settle()
        await advance(to: lost.adding(milliseconds: offline))
        phone.adjust { $0.networkDelay = 500 }
        await phone.setNetwork(.unmetered)
        await settle()
        phone.killApp()
        phone.adjust { $0.networkDelay = 0 }
        await phone.launchApp()
        await advance(to: end)
    }

    private func advance(to time: Timestamp) async {
        await journey.advance(phone, to: time)
        await settle()
    }

    private func settle() async {
        await CustomerIO.settled()
        await phone.settle()
    }

    /// What arrived, without repeats of one transition for one geoset.
    private func arrivals() -> [Arrival] {
        var seen: Set<[String]> = []
        let bodies = phone.requests.filter(\.wasReceived).compactMap { try? JSONValue(json: $0.request.body) }
        return bodies.flatMap { $0["batch"]?.arrayValue ?? [$0] }.compactMap(Arrival.init)
            .filter { seen.insert([$0.transitionId, $0.geosetId]).inserted }
            .sorted { ($0.timestamp, $0.summary) < ($1.timestamp, $1.summary) }
    }
}

/// An event as the workspace gets it.
struct Arrival {
    let json: JSONValue
    let timestamp: String
    let transitionId: String
    let geosetId: String
    let transition: String
    let fence: String
    let summary: String

    init?(_ json: JSONValue) {
        guard json["event"] == "Geofence Transition", let properties = json["properties"],
            let timestamp = json["timestamp"]?.stringValue, let id = properties["transitionId"]?.stringValue
        else { return nil }
        self.json = json
        self.timestamp = timestamp
        transitionId = id
        geosetId = properties["geosetId"]?.stringValue ?? ""
        transition = properties["transition"]?.stringValue ?? ""
        fence = properties["geofenceId"]?.stringValue ?? ""
        summary = "\(timestamp) \(transition) \(fence), set \(geosetId), \(json["userId"]?.stringValue ?? "")"
    }
}
