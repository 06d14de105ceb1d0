import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// Something to be watched for. (A8)
public protocol CLCondition: Decodable, Encodable, Sendable {}

/// The state of a condition, as the real one is imported.
public enum __CLMonitoringState: UInt, Sendable {
    /// Nobody knows.
    case unknown = 0
    /// It holds.
    case satisfied = 1
    /// It does not.
    case unsatisfied = 2
    /// The system gave up. From iOS 17.2. (PLAT-048)
    @available(iOS 17.2, macOS 14.2, *)
    case unmonitored = 3
}

/// Watches conditions under a name that is kept over processes. (A8)
///
/// Calls take effect in the order in which they arrive. (PLAT-061)
public actor CLMonitor {
    /// What happens. One taker gets each event. (PLAT-049)
    final public let events: Events
    private let name: String
    private let standIn: StandIn
    private let queue: MonitorQueue
    private let isOpen: Bool
    private let part: Int

    /// Opens a monitor; once for a name in a process. (PLAT-040, PLAT-041)
    public init(_ name: String) async {
        let standIn = StandIn.ofThisTask
        let queue = MonitorQueue(standIn, name)
        self.name = name
        self.standIn = standIn
        self.queue = queue
        isOpen = standIn.open(name)
        events = Events(queue: queue)
        MonitorQueues.of(standIn).add(queue, name)
        part = standIn.join(
            isReady: { queue.isAwaited }, sessionsChanged: { [weak queue] in queue?.release() },
            hear: { [weak queue] in queue?.hear($0) })
        await standIn.reply()
    }

    deinit {
        if isOpen { standIn.close(name) }
        standIn.leave(part)
    }

    #if os(Linux)
        // Each call goes to another process and back, which takes its time. Who awaits it sees no other difference to the
        // declarations below, which are Apple's.

        /// What is listed, watched or not; what this process did a moment ago may not show. (PLAT-003, PLAT-005, PLAT-043)
        public var identifiers: [String] {
            get async {
                await standIn.reply()
                return listed.map(\.id)
            }
        }

        /// Adds a condition of which nothing is known. (PLAT-044)
        public func add(_ condition: any CLCondition, identifier: String) async {
            await add(condition, identifier: identifier, assuming: .unknown)
        }

        /// Adds a condition. One that has the name already stays as it is. (PLAT-007, PLAT-044)
        public func add(
            _ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State
        ) async {
            await standIn.call { put(condition, identifier, state) }
        }

        /// Gives a condition up.
        public func remove(_ identifier: String) async { await standIn.call { giveUp(identifier) } }

        /// What is known of a condition. The event that is being dealt with is not in it yet. (PLAT-047)
        public func record(for identifier: String) async -> CLMonitor.Record? {
            await standIn.reply()
            return known(identifier)
        }
    #else
        /// What is listed, watched or not. (PLAT-003, PLAT-043)
        public var identifiers: [String] { listed.map(\.id) }

        /// Adds a condition of which nothing is known. (PLAT-044)
        public func add(_ condition: any CLCondition, identifier: String) { put(condition, identifier, .unknown) }

        /// Adds a condition. One that has the name already stays as it is. (PLAT-007, PLAT-044)
        public func add(_ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State) {
            put(condition, identifier, state)
        }

        /// Gives a condition up.
        public func remove(_ identifier: String) { giveUp(identifier) }

        /// What is known of a condition. (PLAT-047)
        public func record(for identifier: String) -> CLMonitor.Record? { known(identifier) }
    #endif

    private var list: String { "monitor.\(name)" }

    private var listed: [StandIn.Condition] { standIn.lagging(list, standIn.conditions(of: name)) { $0.id } }

    private func lag(_ identifier: String) {
        standIn.lag(list, identifier, showing: listed.first { $0.id == identifier })
    }

    private func put(_ condition: any CLCondition, _ identifier: String, _ state: CLMonitor.Event.State) {
        guard let circle = condition as? CircularGeographicCondition else {
            return standIn.violate("the stand-in knows circles only")
        }
        guard standIn.servesConditions else { return standIn.violate("a phone of regions was given a condition") }
        // A call that a process did not live to make.
        guard standIn.process.isAlive else { return }
        lag(identifier)
        var isNew = false
        standIn.change(conditionsOf: name) { conditions in
            isNew = !conditions.contains { $0.id == identifier }
            guard isNew else { return }
            conditions.append(
                StandIn.Condition(
                    id: identifier, latitude: circle.center.latitude, longitude: circle.center.longitude,
                    radius: circle.radius))
        }
        // What is no circle is listed and never watched. (PLAT-015)
        guard isNew,
            let region = CLCircularRegion(center: circle.center, radius: circle.radius, identifier: identifier).circle
        else { return }
        standIn.device.regions.register(Region(id: identifier, circle: region, assumedSide: Side(state)))
    }

    private func giveUp(_ identifier: String) {
        guard standIn.process.isAlive else { return }
        lag(identifier)
        var isListed = false
        standIn.change(conditionsOf: name) { conditions in
            isListed = conditions.contains { $0.id == identifier }
            conditions.removeAll { $0.id == identifier }
        }
        if isListed { standIn.device.regions.unregister(id: identifier) }
    }

    private func known(_ identifier: String) -> CLMonitor.Record? {
        standIn.phone.note("record of \(identifier) read")
        guard let kept = listed.first(where: { $0.id == identifier }) else { return nil }
        let last = kept.last
        return Record(
            lastEvent: Event(
                identifier: identifier,
                state: last.map { $0.isMonitored ? .init($0.side) : .unmonitored } ?? .unknown,
                date: last?.date.date ?? Date(timeIntervalSince1970: 0)),
            condition: CircularGeographicCondition(
                center: CLLocationCoordinate2D(latitude: kept.latitude, longitude: kept.longitude),
                radius: kept.radius))
    }

    /// What is known of a condition.
    public struct Record: Sendable {
        /// The last event that was dealt with.
        public let lastEvent: CLMonitor.Event
        /// What is watched for.
        public let condition: any CLCondition
    }
}

extension Side {
    init(_ state: CLMonitor.Event.State) {
        switch state {
        case .satisfied: self = .inside
        case .unsatisfied: self = .outside
        case .unknown, .unmonitored: self = .unknown
        }
    }
}

extension CLMonitor.Event.State {
    init(_ side: Side) {
        switch side {
        case .inside: self = .satisfied
        case .outside: self = .unsatisfied
        case .unknown: self = .unknown
        }
    }
}
