import BGeoAdapter
import CommandLineWords
import ExampleSupport
import Foundation
import LocationCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Shows what happens, and in the end what did not.
@MainActor final class TransitionTable {
    /// More silent fences than these are counted, not listed.
    private static let listed = 10
    private var loud: Set<String> = []
    private var count = 0
    /// What was told, as the ground truth speaks of it.
    private(set) var told: [TruthEvent] = []

    init() { print("time                      action  fence                 position               accuracy") }

    func show(_ event: GeofenceEvent) {
        loud.insert(event.identifier)
        count += 1
        told.append(
            TruthEvent(
                at: Timestamp(event.date), kind: event.action.rawValue.lowercased(), fence: event.identifier))
        let coords = event.location.coords
        let time = (event.location.raw["geofence"] as? [String: Any])?["timestamp"] as? String
        let place = String(format: "%.6f, %.6f", coords.latitude, coords.longitude)
        print(
            pad(time ?? event.location.timestamp, 26) + pad(event.action.rawValue, 8) + pad(event.identifier, 22)
                + pad(place, 23) + "\(Int(coords.accuracy.rounded())) m")
    }

    func finish(_ fences: [Geofence], collector: String?) async {
        print("\n\(count) transitions")
        if let collector { print(await Self.held(by: collector)) }
        print("the queue holds \(await BackgroundGeolocation.getCount()) records")
        let silent = fences.map(\.identifier).filter { !loud.contains($0) }
        guard !silent.isEmpty else { return }
        print("\nsilent:")
        for identifier in silent.prefix(Self.listed) {
            let sentences = await BackgroundGeolocation.explain(identifier: identifier, decisions: 1)
            print("  \(pad(identifier, 22))\(sentences.joined(separator: "; "))")
        }
        guard silent.count > Self.listed else { return }
        let rest = Set(silent.dropFirst(Self.listed))
        let reasons = await BackgroundGeolocation.monitored().filter { rest.contains($0.identifier) }
            .map { $0.rank == nil ? $0.absence ?? "watched, and not crossed" : "a candidate, and not crossed" }
        for (reason, fences) in Dictionary(grouping: reasons, by: \.self).sorted(by: { $0.key < $1.key }) {
            print("  and \(fences.count) more: \(reason)")
        }
    }

    /// Asks the server itself.
    private static func held(by collector: String) async -> String {
        do {
            guard let address = URL(string: collector + "/records?vendor=bgeo") else { return "" }
            let (data, _) = try await URLSession.shared.data(from: address)
            let records = try JSONValue(json: data)["records"]?.arrayValue ?? []
            let transitions = records.count { $0["kind"]?.stringValue == "geofence" }
            return "the server holds \(transitions) transitions and \(records.count - transitions) positions"
        } catch {
            return "the server does not say what it holds: \(error.localizedDescription)"
        }
    }
}

/// The events' payloads, one a line.
@MainActor final class EventFile {
    private let handle: FileHandle

    init(_ file: URL, appending: Bool) throws {
        do {
            if !appending || !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
            handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
        } catch {
            throw CommandLineMistake("\(file.path) cannot be written: \(error.localizedDescription)")
        }
    }

    func write(_ event: GeofenceEvent) {
        var payload: [String: Any] = [
            "identifier": event.identifier, "action": event.action.rawValue, "location": event.location.raw,
        ]
        payload["extras"] = event.extras
        guard let json = try? JSONValue(any: payload) else { return }
        handle.write(Data(json.bytes() + [UInt8(ascii: "\n")]))
    }
}

private func pad(_ text: String, _ width: Int) -> String {
    text.count < width ? text + String(repeating: " ", count: width - text.count) : text + " "
}
