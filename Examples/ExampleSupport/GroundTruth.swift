import Foundation
package import LocationCore
package import LocationSimulator

/// A fence, as far as the ground truth needs it. It is made from the file and not by the SDK, so that the two cannot share a
/// mistake.
package struct TrueArea: Sendable {
    let id: String
    let area: SimulatedArea
    let center: Coordinate
    let radius: Double
    let tells: Set<String>
    let dwell: Int64?

    /// Describes a fence.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - area: Where it is.
    ///   - center: The middle of a circle that holds it, with a radius in meters.
    ///   - tells: Among `enter`, `exit` and `dwell`.
    ///   - dwell: Milliseconds inside that are a dwell; `nil` for none.
    package init(
        id: String, area: SimulatedArea? = nil, center: Coordinate, radius: Double, tells: Set<String>,
        dwell: Int64? = nil
    ) {
        self.id = id
        self.area = area ?? SimulatedArea(center: center, radius: radius)
        self.center = center
        self.radius = radius
        self.tells = tells
        self.dwell = dwell
    }
}

/// An event that the way itself says must come, or that came.
package struct TruthEvent: Hashable, Sendable {
    let at: Timestamp
    let kind: String
    let fence: String

    /// Describes an event; the kind is `enter`, `exit` or `dwell`.
    package init(at: Timestamp, kind: String, fence: String) {
        self.at = at
        self.kind = kind
        self.fence = fence
    }

    var summary: String { "\(at) \(kind) \(fence)" }
}

/// What must come of the way that a phone is about to travel. Ask it before the phone moves.
@MainActor package struct GroundTruth {
    /// What a vendor's documented rules say beyond the crossings themselves.
    package struct Rules: Sendable {
        /// Whether an enter is told for who is inside at the beginning.
        package var tellsFirstEnter: Bool
        /// Meters round the device within which a fence's middle must lie to be watched; `nil` for no such rule.
        package var reach: Double?
        /// How many fences can be watched at once.
        package var most: Int
        /// Milliseconds; a shorter visit lies between two positions of a system that finds crossings by them.
        package var shortestVisit: Int64

        package init(tellsFirstEnter: Bool, reach: Double? = nil, on profile: PhoneProfile) {
            self.tellsFirstEnter = tellsFirstEnter
            self.reach = reach
            most = profile == .android ? 99 : 19
            shortestVisit = profile == .android || profile == .software ? 30_000 : 0
        }
    }

    /// Faster than this a jump is refused by the SDKs, and what follows it may be late.
    private static let fastest = 60.0
    private static let afterJump: Int64 = 120_000

    private let phone: SimulatedPhone
    private let journey: Journey
    private let rules: Rules
    private let areas: [TrueArea]
    private let jumps: [Timestamp]

    package init(of areas: [TrueArea], on phone: SimulatedPhone, _ journey: Journey, _ rules: Rules) {
        self.areas = areas
        self.phone = phone
        self.journey = journey
        self.rules = rules
        jumps = zip(journey.path, journey.path.dropFirst()).compactMap { before, after in
            let seconds = Double(max(1, after.at.milliseconds(since: before.at))) / 1000
            return Self.distance(before.coordinate, after.coordinate) / seconds > Self.fastest ? after.at : nil
        }
    }

    /// The events between two times: those that must come, and those that the vendor's limits allow to be missing.
    package func events(from start: Timestamp, to end: Timestamp) -> (owed: [TruthEvent], possible: [TruthEvent]) {
        var (owed, possible): ([TruthEvent], [TruthEvent]) = ([], [])
        for area in areas {
            var crossings: [(at: Timestamp, kind: String)] = []
            if rules.tellsFirstEnter, phone.isInside(area.area) == true { crossings.append((start, "enter")) }
            for stretch in near(area, from: start, to: end) {
                crossings += phone.trueCrossings(
                    of: area.area, from: stretch.lowerBound, to: stretch.upperBound, step: 500
                ).map { ($0.at, $0.direction == .enter ? "enter" : "exit") }
            }
            for (index, crossing) in crossings.enumerated() {
                var events = [crossing]
                if crossing.kind == "enter", let dwell = area.dwell {
                    let due = crossing.at.adding(milliseconds: dwell)
                    let left = index + 1 < crossings.count ? crossings[index + 1].at : end
                    if due <= left { events.append((due, "dwell")) }
                }
                let isOwed = isCertain(crossing.at, area) && !isBrief(index, crossings)
                for event in events where area.tells.contains(event.kind) {
                    let event = TruthEvent(at: event.at, kind: event.kind, fence: area.id)
                    if isOwed { owed.append(event) } else { possible.append(event) }
                }
            }
        }
        return (owed.sorted { ($0.at, $0.summary) < ($1.at, $1.summary) }, possible)
    }

    /// The stretches of the way on which the phone comes near a fence.
    private func near(_ area: TrueArea, from start: Timestamp, to end: Timestamp) -> [ClosedRange<Timestamp>] {
        var stretches: [ClosedRange<Timestamp>] = []
        for (before, after) in zip(journey.path, journey.path.dropFirst()) where before.at < end && after.at > start {
            let length = Self.distance(before.coordinate, after.coordinate)
            guard Self.distance(before.coordinate, area.center) <= (area.radius + length) * 1.02 + 50 else { continue }
            let stretch = max(start, before.at)...min(end, after.at)
            if let last = stretches.last, last.upperBound >= stretch.lowerBound {
                stretches[stretches.count - 1] = last.lowerBound...stretch.upperBound
            } else {
                stretches.append(stretch)
            }
        }
        return stretches.flatMap { journey.awake(from: $0.lowerBound, to: $0.upperBound) }
    }

    /// Whether a crossing begins or ends a visit that is too short to be seen.
    private func isBrief(_ index: Int, _ crossings: [(at: Timestamp, kind: String)]) -> Bool {
        let enter = crossings[index].kind == "enter" ? index : index - 1
        guard crossings.indices.contains(enter), crossings.indices.contains(enter + 1) else { return false }
        return crossings[enter + 1].at.milliseconds(since: crossings[enter].at) < rules.shortestVisit
    }

    /// Whether no limit of the vendor's stands between a crossing and its event.
    private func isCertain(_ at: Timestamp, _ area: TrueArea) -> Bool {
        if jumps.contains(where: { (0...Self.afterJump).contains(at.milliseconds(since: $0)) }) { return false }
        guard let place = journey.place(at: at) else { return true }
        if let reach = rules.reach, area.radius > reach * 0.9 { return false }
        let near = areas.count { other in
            let distance = Self.distance(place, other.center)
            return rules.reach.map { distance <= $0 * 1.1 }
                ?? (distance - other.radius <= Self.distance(place, area.center))
        }
        return near <= rules.most
    }

    /// Meters, as on a plane: good to a hundredth over some kilometers, and too short nowhere near a fence.
    private static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let north = (b.latitude - a.latitude) * 111_200
        let east =
            (b.longitude - a.longitude).remainder(dividingBy: 360) * 111_320
            * cos((a.latitude + b.latitude) / 2 * .pi / 180)
        return (north * north + east * east).squareRoot()
    }
}

/// What came, beside what had to come.
package struct TruthComparison: Sendable {
    /// What is missing or came without reason, and the sum.
    package let lines: [String]
    /// Whether nothing is missing and nothing came without reason.
    package let isGood: Bool

    /// Compares.
    ///
    /// - Parameter latency: Milliseconds that the system may take to notice a crossing.
    package init(
        owed: [TruthEvent], possible: [TruthEvent], received: [TruthEvent], latency: Int64
    ) {
        // What a fix decides that is asked for comes within the minute.
        let tolerance = latency + 60_000
        var left = received
        func take(_ event: TruthEvent) -> Bool {
            let match = left.firstIndex { other in
                other.kind == event.kind && other.fence == event.fence
                    && abs(other.at.milliseconds(since: event.at)) <= tolerance
            }
            if let match { left.remove(at: match) }
            return match != nil
        }
        let missing = owed.filter { !take($0) }
        let unseen = possible.count { !take($0) }
        var lines = missing.map { "MISSING   \($0.summary)" } + left.map { "OTHER     \($0.summary)" }
        lines.append(
            "\(owed.count) expected, \(received.count) received, \(missing.count) missing, \(left.count) others"
                + (unseen > 0 ? "; \(unseen) more crossings are beyond the limits of the SDK and were not told" : ""))
        self.lines = lines
        isGood = missing.isEmpty && left.isEmpty
    }
}
