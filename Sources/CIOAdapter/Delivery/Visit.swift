package import GeofenceEngine
import LocationCore

/// What a dwell or an exit tells about the visit it belongs to. (CIO 4.5)
package struct Visit: Hashable, Sendable {
    package let visitId: String
    /// Whole seconds since 1970, truncated; `nil` when the entry was not seen.
    package var enteredAt: Int64?
    package var dwellThresholdSeconds: Int64?
    package var dwellDurationSeconds: Int64?
    package var visitDurationSeconds: Int64?
    package var visitDurationUncertaintySeconds: Int64?
    package var detectionSource: String

    /// The fields of a dwell: those about the entry only when it was seen.
    package init(dwell transition: Transition, stay: StaySummary) {
        visitId = stay.id
        dwellThresholdSeconds = transition.fence.dwellDelay / 1000
        detectionSource = Self.source(of: transition)
        guard let entered = stay.enteredAt else { return }
        enteredAt = entered.wholeSeconds
        dwellDurationSeconds = Self.wholeSeconds(from: entered, to: transition.at)
    }

    /// The fields of an exit: all of them, or `nil` when the entry was not seen.
    package init?(exit transition: Transition, stay: StaySummary) {
        guard let entered = stay.enteredAt else { return nil }
        visitId = stay.id
        enteredAt = entered.wholeSeconds
        let duration = Self.wholeSeconds(from: entered, to: transition.at)
        let proven = min(stay.lastInside, transition.at).milliseconds(since: entered) / 1000
        visitDurationSeconds = duration
        visitDurationUncertaintySeconds = max(0, duration - max(0, proven))
        detectionSource = Self.source(of: transition)
    }

    package init(
        visitId: String, enteredAt: Int64?, dwellThresholdSeconds: Int64?, dwellDurationSeconds: Int64?,
        visitDurationSeconds: Int64?, visitDurationUncertaintySeconds: Int64?, detectionSource: String
    ) {
        self.visitId = visitId
        self.enteredAt = enteredAt
        self.dwellThresholdSeconds = dwellThresholdSeconds
        self.dwellDurationSeconds = dwellDurationSeconds
        self.visitDurationSeconds = visitDurationSeconds
        self.visitDurationUncertaintySeconds = visitDurationUncertaintySeconds
        self.detectionSource = detectionSource
    }

    /// The difference of the whole seconds, not the whole seconds of the difference: 631, not 630. (CIO-080)
    private static func wholeSeconds(from start: Timestamp, to end: Timestamp) -> Int64 {
        let (difference, overflows) = end.wholeSeconds.subtractingReportingOverflow(start.wholeSeconds)
        return overflows ? 0 : max(0, difference)
    }

    /// The system decides circles, fixes decide polygons. (CIO 4.6)
    private static func source(of transition: Transition) -> String {
        guard transition.fence.shape.isCircle else { return "location_evidence" }
        switch transition.evidence {
        case .regionCrossing, .regionState, .nativeDwell: return "native"
        default: return "location_evidence"
        }
    }
}
