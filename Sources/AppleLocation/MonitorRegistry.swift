#if os(iOS) || os(macOS) || APPLE_STANDIN
    package import CoreLocation

    /// Who has which monitor open. The system ends a process that opens a name a second time, so a monitor once opened
    /// stays open, and whoever asks for the name gets the same one. (PLAT-041)
    @MainActor package final class MonitorRegistry {
        /// The one of this process.
        package nonisolated static let ofProcess = MonitorRegistry()

        private var opening: [String: Task<OpenMonitor, Never>] = [:]

        /// Makes one for a process of its own.
        package nonisolated init() {}

        /// The monitor of that name, opened if it is not open.
        package func monitor(named name: String) async -> OpenMonitor {
            if let opening = opening[name] { return await opening.value }
            let task = Task { OpenMonitor(await CLMonitor(name)) }
            opening[name] = task
            return await task.value
        }
    }

    /// A monitor, and the one task that takes its events. Two would take them from each other. (PLAT-049)
    @MainActor package final class OpenMonitor {
        /// Who is told of the events.
        protocol Hearer: AnyObject {
            @MainActor func hear(_ event: CLMonitor.Event)
            /// The events ended or broke off; they come again when somebody calls ``OpenMonitor/listen(began:)``.
            @MainActor func eventsEnded(forTheTime count: Int)
        }

        private struct Seat {
            weak var hearer: (any Hearer)?
        }

        /// The system's own.
        package let monitor: CLMonitor
        private var seats: [Seat] = []
        private var isListening = false
        private var ends = 0

        init(_ monitor: CLMonitor) { self.monitor = monitor }

        func add(_ hearer: any Hearer) {
            seats.removeAll { $0.hearer == nil || $0.hearer === hearer }
            seats.append(Seat(hearer: hearer))
        }

        /// Takes events from now on. `began` is called once it does.
        func listen(began: @escaping @Sendable () -> Void) {
            guard !isListening else { return began() }
            isListening = true
            let monitor = monitor
            Task { [weak self] in
                await Self.take(
                    monitor, began, pass: { [weak self] in await self?.pass($0) },
                    end: { [weak self] in await self?.end() })
            }
        }

        private nonisolated static func take(
            _ monitor: CLMonitor, _ began: @Sendable () -> Void, pass: @Sendable (CLMonitor.Event) async -> Void,
            end: @Sendable () async -> Void
        ) async {
            var events = await monitor.events.makeAsyncIterator()
            began()
            // Why they broke off makes no difference: they are taken up again. (PLAT-050)
            do {
                while let event = try await events.next() { await pass(event) }
            } catch {}
            await end()
            // Until here somebody awaits events.
            withExtendedLifetime(events) {}
        }

        private func pass(_ event: CLMonitor.Event) {
            ends = 0
            for seat in seats { seat.hearer?.hear(event) }
        }

        private func end() {
            isListening = false
            ends += 1
            for seat in seats { seat.hearer?.eventsEnded(forTheTime: ends) }
        }
    }
#endif
