import AppleStandIn
import CoreLocation
import LocationCore

/// Takes the events of a monitor, one after another, and writes them down.
@MainActor final class Watcher {
    let monitor: CLMonitor
    private(set) var events: [CLMonitor.Event] = []
    private(set) var end: String?
    /// What a record said while its event was being dealt with.
    private(set) var records: [CLMonitor.Event.State] = []

    init(_ name: String = "places") async { monitor = await CLMonitor(name) }

    /// The events since the last call, as `a satisfied`.
    func take() -> [String] {
        defer { events = [] }
        return events.map { "\($0.identifier) \($0.state)" }
    }

    func add(_ id: String, assuming state: CLMonitor.Event.State = .unknown) async {
        await monitor.add(
            CLMonitor.CircularGeographicCondition(center: .home, radius: 150), identifier: id, assuming: state)
    }

    /// Takes events from now on; returns when it does.
    func listen() async {
        let monitor = monitor
        await withCheckedContinuation { began in
            Task {
                await Self.take(monitor, began: { began.resume() }, hear: { await self.hear($0) }) {
                    await self.ended($0)
                }
            }
        }
    }

    private nonisolated static func take(
        _ monitor: CLMonitor, began: @Sendable () -> Void, hear: @Sendable (CLMonitor.Event) async -> Void,
        end: @Sendable (String) async -> Void
    ) async {
        var events = await monitor.events.makeAsyncIterator()
        began()
        do {
            while let event = try await events.next() { await hear(event) }
            await end("finished")
        } catch {
            await end("broke")
        }
        withExtendedLifetime(events) {}
    }

    private func hear(_ event: CLMonitor.Event) async {
        events.append(event)
        if let record = await monitor.record(for: event.identifier) { records.append(record.lastEvent.state) }
    }

    private func ended(_ how: String) { end = how }
}
