package import LocationCore

/// Decides what becomes of the Location module's requests and fixes. (CIO 1.9)
///
/// A tracked fix is kept, told to the workspace and used for geofencing; a silent one is used for geofencing alone.
package struct LocationMachine: Hashable, Sendable {
    /// Something that happened.
    package enum Input: Hashable, Sendable {
        /// The module starts; outside the main thread it must not.
        case initialize(LocationTrackingMode, onMainThread: Bool, isActive: Bool)
        case becameActive
        case enteredBackground
        /// The host asks for a tracked fix.
        case trackedAsked
        /// Geofencing asks for a fix that is never tracked.
        case silentAsked
        /// The host hands a fix over; `nil` when its coordinates are impossible.
        case hostFix(Coordinate?)
        /// The request was answered.
        case fixed(Coordinate)
        /// The request ended without a fix.
        case failed(FixFailure)
        /// A person was identified.
        case identified
        /// The person signed out.
        case signedOut
    }

    /// What a decision looks at.
    package struct Facts: Hashable, Sendable {
        package var now: Timestamp
        package var person: String?
        /// Whether positions may be read now.
        package var mayLocate: Bool
        /// Whether a silent fix becomes the last known one.
        package var keepsSilentFix: Bool

        package init(now: Timestamp, person: String?, mayLocate: Bool = true, keepsSilentFix: Bool = true) {
            self.now = now
            self.person = person
            self.mayLocate = mayLocate
            self.keepsSilentFix = keepsSilentFix
        }
    }

    /// Something to do, in this order.
    package enum Output: Hashable, Sendable {
        /// Ask the system for one fix of an accuracy in metres.
        case askFix(accuracy: Double)
        /// Give the request up.
        case cancelFix
        /// Keep ``LocationMachine/memory``.
        case persist
        /// Tell the workspace where the device is, as an event of this name.
        case track(name: String, Coordinate)
        /// Geofencing may use a fix.
        case acquired(Coordinate)
        /// A silent request ended without a fix.
        case silentFailed
        case log(CIOLogLine)
    }

    /// The name under which the workspace is told where the device is. (CIO 1.9)
    package static let updateEventName = "CIO Location Update"

    /// Who waits for the one request under way.
    private struct Request: Hashable {
        var isTracked: Bool
        var isSilent: Bool
    }

    private var mode: LocationTrackingMode?
    private var request: Request?
    private var hasAskedAtStart = false
    private var inMemory: Coordinate?
    /// What is kept across launches.
    package private(set) var memory: LocationMemory

    package init(memory: LocationMemory) { self.memory = memory }

    /// The newest fix of any source in this process, or else the kept tracked one.
    package var lastKnown: Coordinate? { inMemory ?? memory.cached }

    /// What identify events tell about the position: that of the newest tracked fix, if there is one.
    package var identifyContext: JSONObject {
        guard let cached = memory.cached else { return [:] }
        return ["location_latitude": .double(cached.latitude), "location_longitude": .double(cached.longitude)]
    }

    /// Takes one input.
    package mutating func step(_ input: Input, _ facts: Facts) -> [Output] {
        switch input {
        case .initialize(let mode, let onMainThread, let isActive):
            return initialize(mode, onMainThread: onMainThread, isActive: isActive, facts)
        case .becameActive: return askAtStart(facts)
        case .enteredBackground: return cancelTracked()
        case .trackedAsked: return askTracked(facts)
        case .silentAsked: return askSilently(facts)
        case .hostFix(let coordinate): return takeFromHost(coordinate, facts)
        case .fixed(let coordinate): return answer(coordinate, facts)
        case .failed(let failure): return fail("no fix: \(failure.rawValue)")
        case .identified:
            return mode == .onAppStart && memory.cached == nil ? askTracked(facts) : []
        case .signedOut:
            memory = LocationMemory()
            inMemory = nil
            return [.persist]
        }
    }
}

extension LocationMachine {
    private mutating func initialize(
        _ mode: LocationTrackingMode, onMainThread: Bool, isActive: Bool, _ facts: Facts
    ) -> [Output] {
        guard onMainThread else { return [error("the module must be initialized on the main thread; it stays off")] }
        guard self.mode == nil else { return [error("the module is initialized; it cannot be configured again")] }
        self.mode = mode
        return isActive ? askAtStart(facts) : []
    }

    /// Once per process.
    private mutating func askAtStart(_ facts: Facts) -> [Output] {
        guard mode == .onAppStart, !hasAskedAtStart else { return [] }
        hasAskedAtStart = true
        return askTracked(facts)
    }

    private mutating func askTracked(_ facts: Facts) -> [Output] {
        guard let mode else { return [unused] }
        guard mode != .off else { return [ignored] }
        if request != nil {
            // One request at a time; the one under way now serves both.
            request?.isTracked = true
            return []
        }
        return ask(Request(isTracked: true, isSilent: false), accuracy: 10_000, facts)
    }

    private mutating func askSilently(_ facts: Facts) -> [Output] {
        guard mode != nil else { return [unused, .silentFailed] }
        if request != nil {
            request?.isSilent = true
            return []
        }
        return ask(Request(isTracked: false, isSilent: true), accuracy: 100, facts)
    }

    private mutating func ask(_ request: Request, accuracy: Double, _ facts: Facts) -> [Output] {
        guard facts.mayLocate else {
            self.request = request
            return fail("no fix: location is not allowed or switched off")
        }
        self.request = request
        return [.askFix(accuracy: accuracy)]
    }

    private mutating func fail(_ reason: String) -> [Output] {
        guard let request else { return [] }
        self.request = nil
        return [error(reason)] + (request.isSilent ? [.silentFailed] : [])
    }

    /// A request that geofencing waits for goes on without the tracking.
    private mutating func cancelTracked() -> [Output] {
        guard let request, request.isTracked, mode != .off else { return [] }
        guard request.isSilent else {
            self.request = nil
            return [.cancelFix]
        }
        self.request?.isTracked = false
        return []
    }

    private mutating func takeFromHost(_ coordinate: Coordinate?, _ facts: Facts) -> [Output] {
        guard let mode else { return [unused] }
        guard mode != .off else { return [ignored] }
        guard let coordinate else { return [error("the coordinates handed over are impossible; they are ignored")] }
        return track(coordinate, facts)
    }

    private mutating func answer(_ coordinate: Coordinate, _ facts: Facts) -> [Output] {
        guard let request else { return [] }
        self.request = nil
        if request.isTracked { return track(coordinate, facts) }
        if facts.keepsSilentFix { inMemory = coordinate }
        return [.acquired(coordinate)]
    }

    private mutating func track(_ coordinate: Coordinate, _ facts: Facts) -> [Output] {
        inMemory = coordinate
        memory.cached = coordinate
        var outputs: [Output] = [.persist]
        if facts.person != nil, memory.isNews(coordinate, at: facts.now) {
            memory.lastSent = LocationMemory.Sent(at: facts.now, coordinate: coordinate)
            outputs.append(.track(name: Self.updateEventName, coordinate))
        }
        return outputs + [.acquired(coordinate)]
    }

    private var unused: Output { error("the Location module is not initialized; the call does nothing") }

    private var ignored: Output {
        .log(CIOLogLine(.debug, .location, "tracking is off; the call is ignored"))
    }

    private func error(_ message: String) -> Output { .log(CIOLogLine(.error, .location, message)) }
}
