import CommandLineWords
import ExampleSupport
import Foundation
import LocationCore
import LocationSimulator

/// An event that the way itself, and Customer.io's documented rules, say must come.
struct ExpectedEvent: Hashable {
    let at: Timestamp
    let transition: String
    let fence: String
    let geoset: String

    var summary: String { "\(at) \(transition) \(fence), set \(geoset)" }
}

/// A fence of the server's list, as far as the ground truth needs it.
///
/// It is read here and not by the SDK, so that the two cannot share a mistake.
struct TrueFence {
    /// Milliseconds within which a second event of one kind of one fence is suppressed.
    static let suppression: Int64 = 3_600_000

    let id: String
    private let area: SimulatedArea
    private let transitions: Set<String>
    private let geosets: [String]
    private let dwell: Int64?

    /// The fences of a list; `throws` what the list lacks.
    static func list(_ bytes: [UInt8]) throws(CommandLineMistake) -> [TrueFence] {
        let json: JSONValue
        do {
            json = try JSONValue(json: bytes)
        } catch {
            throw CommandLineMistake("the fences cannot be read: \(error)")
        }
        guard let entries = json["geofences"]?.arrayValue else {
            throw CommandLineMistake("the fences are no object with a list \"geofences\", as the server answers")
        }
        var fences: [TrueFence] = []
        for (index, entry) in entries.enumerated() {
            guard let fence = TrueFence(entry) else {
                throw CommandLineMistake(
                    "entry \(index + 1) of the fences has no id, or neither latitude, longitude and radius nor a polygon"
                )
            }
            fences.append(fence)
        }
        guard !fences.isEmpty else { throw CommandLineMistake("the list of fences is empty") }
        return fences
    }

    private init?(_ entry: JSONValue) {
        guard let id = entry["id"]?.stringValue, let area = Self.area(entry) else { return nil }
        self.id = id
        self.area = area
        transitions = Set((entry["transition_types"]?.arrayValue ?? ["enter", "exit"]).compactMap(\.stringValue))
        let sets = (entry["geoset_ids"]?.arrayValue ?? []).compactMap { id in
            id.stringValue ?? id.doubleValue.map { String(Int64($0)) }
        }
        geosets = sets.isEmpty ? [""] : sets
        dwell = entry["dwell_threshold_seconds"]?.doubleValue.map { Int64($0 * 1000) }
    }

    private static func area(_ entry: JSONValue) -> SimulatedArea? {
        if let geometry = entry["geometry"], let lists = geometry["coordinates"]?.arrayValue {
            let polygons = geometry["type"] == "MultiPolygon" ? lists.map { $0.arrayValue ?? [] } : [lists]
            let rings = polygons.flatMap { $0 }.map { ring in
                (ring.arrayValue ?? []).compactMap { Self.place($0.arrayValue?.last, $0.arrayValue?.first) }
            }
            return rings.isEmpty ? nil : SimulatedArea(rings: rings)
        }
        guard let center = place(entry["latitude"], entry["longitude"]),
            let radius = entry["radius"]?.doubleValue, radius > 0
        else { return nil }
        return SimulatedArea(center: center, radius: radius)
    }

    private static func place(_ latitude: JSONValue?, _ longitude: JSONValue?) -> Coordinate? {
        guard let latitude = latitude?.doubleValue, let longitude = longitude?.doubleValue else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    /// What must come of the way that the phone is about to travel, between two times.
    ///
    /// Customer.io tells an enter for who is inside at the beginning, suppresses a second event of one kind within the
    /// hour, and tells a dwell once for each visit, also for one whose enter was suppressed.
    func expected(on phone: SimulatedPhone, _ journey: Journey, from start: Timestamp, to end: Timestamp)
        -> [ExpectedEvent]
    {
        var crossings: [(at: Timestamp, direction: CrossingDirection)] =
            phone.isInside(area) == true ? [(start, .enter)] : []
        for stretch in journey.awake(from: start, to: end) {
            crossings += phone.trueCrossings(of: area, from: stretch.lowerBound, to: stretch.upperBound, step: 500)
                .map { ($0.at, $0.direction) }
        }
        var events: [(at: Timestamp, transition: String)] = []
        var last: [CrossingDirection: Timestamp] = [:]
        for (index, crossing) in crossings.enumerated() {
            if last[crossing.direction].map({ crossing.at.milliseconds(since: $0) >= Self.suppression }) ?? true {
                last[crossing.direction] = crossing.at
                events.append((crossing.at, crossing.direction == .enter ? "enter" : "exit"))
            }
            guard crossing.direction == .enter, let dwell else { continue }
            let due = crossing.at.adding(milliseconds: dwell)
            if due <= (index + 1 < crossings.count ? crossings[index + 1].at : end) { events.append((due, "dwell")) }
        }
        return events.filter { $0.transition == "dwell" || transitions.contains($0.transition) }.flatMap { event in
            geosets.map { ExpectedEvent(at: event.at, transition: event.transition, fence: id, geoset: $0) }
        }
    }
}

/// What came, beside what had to come.
struct Comparison {
    private(set) var lines: [String] = []
    private(set) var missing = 0
    private(set) var others = 0

    /// Compares.
    ///
    /// - Parameter latency: Milliseconds that the system may take to notice a crossing.
    init(expected: [ExpectedEvent], received: [Arrival], latency: Int64) {
        // A polygon's crossing is found by a fix that is asked for; the minute is for that.
        let tolerance = latency + 60_000
        var left = received
        for event in expected {
            let match = left.firstIndex { arrival in
                arrival.transition == event.transition && arrival.fence == event.fence
                    && arrival.geosetId == event.geoset
                    && Timestamp(iso8601: arrival.timestamp).map {
                        abs($0.milliseconds(since: event.at)) <= tolerance
                    } ?? false
            }
            if let match {
                lines.append("received  \(left.remove(at: match).summary)")
            } else {
                missing += 1
                lines.append("MISSING   \(event.summary)")
            }
        }
        others = left.count
        lines += left.map { "OTHER     \($0.summary)" }
        lines.append(
            "\(expected.count) expected, \(received.count) received, \(missing) missing, \(others) others")
    }
}
