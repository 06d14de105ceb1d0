/// What several adapters ask of the position, as one wish.
///
/// A value that knows no device: it is told who asks for what and when, and says what to ask of the device. Times are
/// milliseconds of the continuous clock.
package struct FixSharing: Sendable {
    /// Something to be asked of the device, in this order.
    package enum Command: Hashable, Sendable {
        case request(FixRequest)
        case cancel(String)
        case watch(FixRate)
        case stopWatching
        case arm(key: String, after: Int64)
        case disarm(key: String)
    }

    /// Whose request of which name.
    package struct Key: Hashable, Sendable {
        package let name: String
        package let id: String

        package init(name: String, id: String) {
            self.name = name
            self.id = id
        }
    }

    private struct Asked {
        let key: Key
        let deadline: Int64
        /// Whether it ends before the request below.
        var hasTimer = false
    }

    /// A request to the device, and for whom.
    private struct Open {
        let id: String
        let accuracy: Double
        let oldest: Int64
        let deadline: Int64
        var asked: [Asked]
    }

    private struct Watcher {
        var owners: [String: FixRate] = [:]
        var last: SurfacePoint?
    }

    /// Begins the keys of our timers; no adapter's name has a full stop.
    package static let timerPrefix = "shared.fix/"

    private var open: [Open] = []
    private var next = 1
    private var watchers: [String: Watcher] = [:]
    private var rate: FixRate?

    package init() {}

    // MARK: Single readings

    /// One asks for a reading: it joins the request under way if that is as good, or makes it as good.
    ///
    /// - Parameter isKnown: Whether a remembered reading will do, so that the answer is there at once.
    package mutating func request(_ name: String, _ request: FixRequest, now: Int64, isKnown: Bool) -> [Command] {
        let key = Key(name: name, id: request.id)
        var commands = cancel(key)
        var asked = Asked(key: key, deadline: now + request.timeout)
        guard !isKnown, let index = open.firstIndex(where: { $0.deadline > now }) else {
            return commands
                + [
                    ask(
                        Open(
                            id: nextID(), accuracy: request.accuracy, oldest: request.oldestAcceptable,
                            deadline: asked.deadline, asked: [asked]), now)
                ]
        }
        let under = open[index]
        if under.accuracy <= request.accuracy, under.oldest <= request.oldestAcceptable,
            under.deadline >= asked.deadline
        {
            if asked.deadline < under.deadline {
                asked.hasTimer = true
                commands.append(.arm(key: timer(key), after: request.timeout))
            }
            open[index].asked.append(asked)
            return commands
        }
        open.remove(at: index)
        commands.append(.cancel(under.id))
        let deadline = max(under.deadline, asked.deadline)
        var all = under.asked + [asked]
        for index in all.indices where all[index].deadline < deadline && !all[index].hasTimer {
            all[index].hasTimer = true
            commands.append(.arm(key: timer(all[index].key), after: all[index].deadline - now))
        }
        return commands
            + [
                ask(
                    Open(
                        id: nextID(), accuracy: min(under.accuracy, request.accuracy),
                        oldest: min(under.oldest, request.oldestAcceptable), deadline: deadline, asked: all), now)
            ]
    }

    /// One gives its request up.
    package mutating func cancel(_ name: String, _ id: String) -> [Command] { cancel(Key(name: name, id: id)) }

    /// The device answered. Those that asked, in their order.
    package mutating func answered(_ id: String) -> (keys: [Key], commands: [Command]) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return ([], []) }
        let asked = open.remove(at: index).asked
        return (asked.map(\.key), asked.filter(\.hasTimer).map { .disarm(key: timer($0.key)) })
    }

    /// A timer of ours came due: whose request ends without a reading.
    package mutating func timedOut(_ timer: String) -> (key: Key?, commands: [Command]) {
        let key = open.flatMap(\.asked).first { self.timer($0.key) == timer && $0.hasTimer }?.key
        return (key, key.map { cancel($0) } ?? [])
    }

    private mutating func cancel(_ key: Key) -> [Command] {
        for index in open.indices {
            guard let position = open[index].asked.firstIndex(where: { $0.key == key }) else { continue }
            let asked = open[index].asked.remove(at: position)
            var commands: [Command] = asked.hasTimer ? [.disarm(key: timer(key))] : []
            if open[index].asked.isEmpty { commands.append(.cancel(open.remove(at: index).id)) }
            return commands
        }
        return []
    }

    private mutating func ask(_ one: Open, _ now: Int64) -> Command {
        open.append(one)
        return .request(
            FixRequest(
                id: one.id, accuracy: one.accuracy, timeout: one.deadline - now, oldestAcceptable: one.oldest))
    }

    private mutating func nextID() -> String {
        defer { next += 1 }
        return "shared.\(next)"
    }

    private func timer(_ key: Key) -> String { "\(Self.timerPrefix)\(key.name)/\(key.id)" }

    // MARK: Continuous readings

    /// One wants readings of that density, or none any more.
    package mutating func watch(_ name: String, owner: String, _ rate: FixRate?) -> [Command] {
        watchers[name, default: Watcher()].owners[owner] = rate
        if watchers[name]?.owners.isEmpty == true { watchers[name] = nil }
        let rates = watchers.values.flatMap(\.owners.values)
        let finest = rates.map(\.accuracy).min().flatMap { accuracy in
            rates.map(\.distance).min().map { FixRate(accuracy: accuracy, distance: $0) }
        }
        guard finest != self.rate else { return [] }
        self.rate = finest
        return [finest.map { .watch($0) } ?? .stopWatching]
    }

    /// Who is told a reading that answers no request: those whose own density asks for it, or all where nobody watches.
    package mutating func hearers(of fix: Fix, among names: [String]) -> [String] {
        guard !watchers.isEmpty else { return names }
        let point = SurfacePoint(fix.coordinate)
        return names.filter { name in
            guard let watcher = watchers[name], let distance = watcher.owners.values.map(\.distance).min() else {
                return false
            }
            // What the device itself thins out passes as it comes.
            if distance > (rate?.distance ?? 0), let last = watcher.last, last.distance(to: point) < distance {
                return false
            }
            watchers[name]?.last = point
            return true
        }
    }
}
