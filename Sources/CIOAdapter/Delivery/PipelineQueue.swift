package import GeofenceEngine
package import LocationCore

/// The host's events that wait to be sent together. (CIO 6.3)
///
/// Times are milliseconds on a clock that nobody can set.
package struct PipelineQueue: Hashable, Sendable {
    /// Something that happened.
    package enum Input: Hashable, Sendable {
        case event(JSONValue)
        /// The deadline may have come.
        case tick
        /// The host wants everything sent.
        case flushAsked
        case enteredBackground
        /// The request of the round under way ended.
        case answered(DeliveryOutcome)
    }

    /// Something to do.
    package enum Output: Hashable, Sendable {
        /// Send these together.
        case upload([JSONValue])
        /// The round under way is over, or there was nothing to send.
        case flushed
        case log(CIOLogLine)
    }

    /// Most events kept; the oldest go first. A device that is offline for weeks must not run out of memory.
    package static let capacity = 1000

    private let flushAt: Int
    private let interval: Int64?
    private var events: [JSONValue]
    /// How many of ``events``, from the first on, are under way.
    private var underWay = 0
    private var isWantedAgain = false
    /// When the interval is over; `nil` while nothing waits.
    package private(set) var deadline: Int64?
    /// Until when the server wants to be left alone; only a call of the host comes before. (AMD-02)
    private var heldUntil: Int64?

    /// - Parameters:
    ///   - flushAt: How many events start a round; below 1 counts as 1.
    ///   - flushInterval: Seconds after which what waits is sent; at or below 0, nothing is sent for that reason.
    ///   - kept: What an earlier process left, as of ``json``.
    ///   - now: The time.
    package init(flushAt: Int, flushInterval: Double, kept: JSONValue? = nil, now: Int64 = 0) {
        self.flushAt = max(1, flushAt)
        interval = flushInterval > 0 ? Int64(saturating: flushInterval * 1000) : nil
        events = Array((kept?.arrayValue ?? []).suffix(Self.capacity))
        if !events.isEmpty { rearm(now) }
    }

    /// The form in which what waits is kept.
    package var json: JSONValue { .array(events) }

    /// Whether anything waits or is under way.
    package var hasUnsentEvents: Bool { !events.isEmpty }

    /// Takes one input.
    package mutating func step(_ input: Input, now: Int64) -> [Output] {
        switch input {
        case .event(let event): return append(event, now)
        case .tick:
            guard let due = deadline, due <= now else { return [] }
            return flush(now)
        case .flushAsked:
            if underWay == 0, events.isEmpty { return [.flushed] }
            return flush(now)
        case .enteredBackground: return isHeld(now) ? [] : flush(now)
        case .answered(let outcome): return end(outcome, now)
        }
    }

    private mutating func append(_ event: JSONValue, _ now: Int64) -> [Output] {
        var outputs: [Output] = []
        if events.count - underWay >= Self.capacity {
            events.remove(at: underWay)
            outputs.append(.log(CIOLogLine(.error, .start, "\(Self.capacity) events wait; the oldest is dropped")))
        }
        events.append(event)
        if deadline == nil { rearm(now) }
        // A full batch under way is not overtaken; what came since follows it.
        return events.count - underWay >= flushAt && underWay == 0 && !isHeld(now) ? outputs + flush(now) : outputs
    }

    private mutating func rearm(_ now: Int64) {
        guard let interval else { return }
        let (sum, overflows) = now.addingReportingOverflow(interval)
        deadline = overflows ? .max : sum
    }

    private func isHeld(_ now: Int64) -> Bool { heldUntil.map { $0 > now } ?? false }

    /// One round at a time: a wish during a round starts another one after it.
    private mutating func flush(_ now: Int64) -> [Output] {
        deadline = nil
        guard underWay == 0 else {
            isWantedAgain = true
            return []
        }
        guard !events.isEmpty else { return [] }
        underWay = events.count
        return [.upload(events)]
    }

    private mutating func end(_ outcome: DeliveryOutcome, _ now: Int64) -> [Output] {
        guard underWay > 0 else { return [] }
        let count = underWay
        let goesOn = isWantedAgain
        underWay = 0
        isWantedAgain = false
        deadline = nil
        heldUntil = nil
        var outputs: [Output] = [.flushed]
        switch outcome {
        case .accepted:
            events.removeFirst(count)
        case .refused, .tooLarge, .singly:
            events.removeFirst(count)
            outputs.append(.log(CIOLogLine(.error, .start, "the server refused \(count) events; they are dropped")))
        case .later(let after?) where after > 0:
            heldUntil = now + after
            if !events.isEmpty { deadline = now + after }
            return outputs
        case .later, .kept, .unauthorised:
            // No immediate retry, not even for a wish made meanwhile: it would fail in the same way.
            if !events.isEmpty { rearm(now) }
            return outputs
        }
        if !events.isEmpty {
            if goesOn || events.count >= flushAt { return outputs + flush(now) }
            rearm(now)
        }
        return outputs
    }
}
