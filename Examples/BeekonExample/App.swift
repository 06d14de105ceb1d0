import BeekonAdapter
import CommandLineWords
import ExampleSupport
import Foundation
import LocationCore
import LocationSimulator

/// The app on the phone: in each of its processes it reads the streams and shows what comes.
@MainActor final class App {
    private let phone: SimulatedPhone
    private let folder: URL
    private let options: Options
    private let events: FileHandle?
    private var running: Beekon?
    private var crossed: Set<String> = []
    /// What was told, as the ground truth speaks of it.
    private(set) var told: [TruthEvent] = []

    init(phone: SimulatedPhone, folder: URL, options: Options) {
        self.phone = phone
        self.folder = folder
        self.options = options
        events = options.common.events.flatMap { file in
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
            return try? FileHandle(forWritingTo: file)
        }
        phone.onLaunch { [weak self] process, _ in await self?.launch(on: process.device) }
    }

    var beekon: Beekon {
        get throws {
            guard let running else { throw CommandLineMistake("the app does not run") }
            return running
        }
    }

    /// As an app does when it starts, whoever started it: make the SDK, subscribe, open.
    private func launch(on device: Device) async {
        let beekon = Beekon(
            device: device, folder: folder,
            cloudURL: URL(string: (options.common.collector ?? "http://slice.invalid") + "/beekon"),
            androidAPI: options.common.profile == .android ? 34 : nil)
        running = beekon
        let (crossings, places) = (await beekon.geofenceEvents, await beekon.locations)
        Task { for await event in crossings { show(event) } }
        Task { for await location in places where location.trigger == .geofence { show(location) } }
        do {
            try await beekon.open()
        } catch {
            print("the store cannot be opened: \(error)")
        }
    }

    private func show(_ event: GeofenceEvent) {
        crossed.insert(event.geofenceId)
        told.append(
            TruthEvent(at: Timestamp(event.timestamp), kind: event.type.rawValue, fence: event.geofenceId))
        print(line(event.type.rawValue, event.geofenceId, at: Timestamp(event.timestamp)))
        write(event)
    }

    private func show(_ location: Location) {
        let place = String(format: "%.6f, %.6f", location.latitude, location.longitude)
        print(line("  at", place, at: Timestamp(location.timestamp)))
        write(location)
    }

    private func write(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        if let data = try? encoder.encode(value) { events?.write(data + Data("\n".utf8)) }
    }

    /// A line of the table.
    private func line(_ what: String, _ text: String, at: Timestamp? = nil) -> String {
        (at ?? phone.now.wall).iso8601 + "  " + what.padding(toLength: 10, withPad: " ", startingAt: 0) + text
    }

    /// Says what the person or the phone does, after what came before it.
    func note(_ what: String, _ text: String) async throws {
        try await catchUp()
        print(line(what, text))
    }

    /// The readers are tasks of their own; this lets them read on.
    private func catchUp() async throws { try await Task.sleep(for: .milliseconds(50)) }

    /// Uploads what is left, and tells what came of it all.
    func finish(_ ids: [String]) async throws {
        let beekon = try beekon
        for _ in 0..<20 where options.common.collector != nil {
            await beekon.sync()
            await phone.settle()
        }
        try await catchUp()
        print("\nnotifications shown:")
        for notice in phone.notifications where notice.fate == .shown {
            print("  \(notice.at.iso8601)  \(notice.notification.title): \(notice.notification.body)")
        }
        let waiting = try await beekon.getLocations(from: .distantPast, to: .distantFuture).count
        print("\nthe history holds \(waiting) positions; \(phone.requests.count) requests were made")
        for id in ids.filter({ !crossed.contains($0) }).prefix(10) {
            print("silent: \(id): \(await beekon.explain(id).joined(separator: "; "))")
        }
        await beekon.close()
    }
}
