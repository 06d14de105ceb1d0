import CIOAdapter
import Foundation
import LocationCore
import LocationSimulator

/// A recorded trip on a simulated phone with Customer.io's SDK on it, once undisturbed and once with an hour of the
/// way offline and the app killed twice; what arrives is printed beside what was expected.
@main struct CIOExample {
    static func main() async {
        do {
            let options = try Options(arguments: CommandLine.arguments.dropFirst())
            if options.wantsHelp { return print(Options.help) }
            let track = try options.readTrack()
            let fences = try options.readFences()
            let expected = try await Drive(along: track, fences: fences, options, isDisturbed: false).run()
            let received = try await Drive(along: track, fences: fences, options, isDisturbed: true).run()
            try options.write(received)
            report(received, expected: expected)
        } catch let mistake as Mistake {
            complain("\(mistake)")
            exit(2)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    private static func report(_ received: [Arrival], expected: [Arrival]) {
        let arrived = Set(received.map(\.summary))
        for one in expected {
            print(arrived.contains(one.summary) ? "received  \(one.summary)" : "MISSING   \(one.summary)")
        }
        let wanted = Set(expected.map(\.summary))
        let others = received.filter { !wanted.contains($0.summary) }
        for one in others { print("OTHER     \(one.summary)") }
        let missing = expected.filter { !arrived.contains($0.summary) }.count
        print("\(expected.count) expected, \(received.count) received, \(missing) missing, \(others.count) others")
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("CIOExample: \(text)\n".utf8))
    }
}

/// One drive along the track.
struct Drive {
    private let phone: SimulatedPhone
    private let options: Options
    private let isDisturbed: Bool
    private let end: Timestamp

    init(along track: Track, fences: [UInt8], _ options: Options, isDisturbed: Bool) {
        self.options = options
        self.isDisturbed = isDisturbed
        let path = track.points.map {
            TimedPosition(at: $0.timestamp, coordinate: $0.coordinate, accuracy: $0.accuracy)
        }
        end = path[path.count - 1].at.adding(milliseconds: 600_000)
        phone = SimulatedPhone(
            profile: options.profile, seed: options.seed, wall: path[0].at, at: path[0].coordinate)
        if isDisturbed, options.collector != nil {
            phone.bridgeHTTP(to: URLSessionBridge())
        } else {
            phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? fences : []) }
        }
        self.path = path
    }

    private let path: [TimedPosition]

    func run() async throws -> [Arrival] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cio-example-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = isDisturbed ? options.collector : nil
        phone.onLaunch { process, _ in
            await CustomerIO.connect(to: process.device, folder: folder)
            let builder = SDKConfigBuilder(cdpApiKey: "example").addModule(
                LocationModule(config: LocationConfig(mode: .off))
            ).addModule(GeofenceModule())
            if let host { builder.apiHost(host + "/v1") }
            let configuration = builder.build()
            await MainActor.run { CustomerIO.initialize(withConfig: configuration) }
        }
        await phone.follow(path, from: .asStamped)
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
        return arrivals()
    }

    /// Late on the way another person takes the phone. The disturbed drive is offline for an hour, and the app is killed
    /// twice: in that hour, and when the network is back and the server has taken rows whose answers are still on their
    /// way.
    private func travel() async {
        let start = phone.now.wall
        let length = end.milliseconds(since: start)
        let offline = min(3_600_000, length * 3 / 4)
        let lost = start.adding(milliseconds: (length - offline) / 2)
        if isDisturbed {
            await advance(to: lost)
            await phone.setNetwork(.none)
            await advance(to: start.adding(milliseconds: length * 3 / 10))
            phone.killApp()
            await phone.launchApp()
        }
        await advance(to: start.adding(milliseconds: length * 8 / 10))
        CustomerIO.shared.identify(userId: "another-person")
        await settle()
        if isDisturbed {
            await advance(to: lost.adding(milliseconds: offline))
            phone.adjust { $0.networkDelay = 500 }
            await phone.setNetwork(.unmetered)
            await settle()
            phone.killApp()
            phone.adjust { $0.networkDelay = 0 }
            await phone.launchApp()
        }
        await advance(to: end)
    }

    private func advance(to time: Timestamp) async {
        await phone.advance(to: time)
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
    let summary: String

    init?(_ json: JSONValue) {
        guard json["event"] == "Geofence Transition", let properties = json["properties"],
            let timestamp = json["timestamp"]?.stringValue, let id = properties["transitionId"]?.stringValue
        else { return nil }
        self.json = json
        self.timestamp = timestamp
        transitionId = id
        geosetId = properties["geosetId"]?.stringValue ?? ""
        let words = [properties["transition"], properties["geofenceId"]].map { $0?.stringValue ?? "" }
        summary = "\(timestamp) \(words.joined(separator: " ")), set \(geosetId), \(json["userId"]?.stringValue ?? "")"
    }
}
