package import LocationCore

/// What the system reported about a region of the style that the app had before, for the one that it has now.
///
/// A crossing can start an updated app, and belongs to a region that the old style registered under a name of its own. Where
/// the system answers no questions about the new regions, this is all that is ever said of it.
package struct HandedReport: Hashable, Sendable {
    package static let key = "engine.reports"

    /// The fence, under the name that it has in both styles.
    package let fence: FenceID
    /// The region that was crossed.
    package let circle: Circle
    package let direction: CrossingDirection
    package let at: Timestamp
    package let position: Fix?

    package init(fence: FenceID, circle: Circle, direction: CrossingDirection, at: Timestamp, position: Fix?) {
        self.fence = fence
        self.circle = circle
        self.direction = direction
        self.at = at
        self.position = position
    }

    package var json: JSONValue {
        [
            "fence": .string(fence.text), "center": circle.center.json, "radius": .double(circle.radius),
            "direction": .string(direction.rawValue), "at": .integer(at.milliseconds),
            "position": position?.json ?? .null,
        ]
    }

    package init?(json: JSONValue) {
        guard let fence = json["fence"]?.stringValue, let center = json["center"].flatMap(Coordinate.init(json:)),
            let radius = json["radius"]?.doubleValue, let circle = try? Circle(center: center, radius: radius),
            let direction = json["direction"]?.stringValue.flatMap(CrossingDirection.init(rawValue:)),
            let at = json["at"]?.int64Value
        else { return nil }
        self.init(
            fence: FenceID(fence), circle: circle, direction: direction, at: Timestamp(milliseconds: at),
            position: json["position"].flatMap(Fix.init(json:)))
    }
}

extension Core {
    /// Takes what was handed over once fences are watched: as the system's word about a region of its own.
    mutating func takeHandedReports(_ draft: inout Draft) {
        guard isActive, process.hasLaunched, !durable.scalars.reports.isEmpty else { return }
        let reports = durable.scalars.reports
        durable.scalars.reports = []
        for report in reports {
            guard let stored = fences[id: report.fence], isSame(stored.enclosing, report.circle) else {
                draft.say(
                    .orphan, report.fence,
                    "a report about a region of the style before was ignored: there is no fence of that name and area")
                continue
            }
            let seen = evidence(
                report.direction.side, .regionCrossing, at: report.at, isCrossing: true, position: report.position,
                draft)
            let place = Place(
                regionID: regionID(of: stored), owner: stored, circle: stored.enclosing, tellsFirstEnter: true,
                askedAt: draft.steady, isHeld: false)
            self.report(seen, about: place, &draft)
        }
    }
}
