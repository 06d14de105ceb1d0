package import LocationCore

/// The state machine behind ``Beekon/state``. Nothing resumes by itself, and no value is told twice. (BKN 6.2)
package struct TrackingSession: Hashable, Sendable {
    /// What is told.
    package private(set) var state: BeekonState = .idle

    package init() {}

    /// Tracking began: the new state, or `nil` if that is no news.
    package mutating func started() -> BeekonState? {
        guard state != .tracking else { return nil }
        state = .tracking
        return state
    }

    /// Tracking ended: the new state, or `nil` if nothing ran.
    package mutating func ended(_ reason: StopReason) -> BeekonState? {
        guard state == .tracking else { return nil }
        state = .stopped(reason)
        return state
    }

    /// Why tracking cannot begin. (BKN-109, BKN-110)
    package static func obstacle(_ authorization: Authorization) -> BeekonError? {
        if !authorization.servicesEnabled { return .locationServicesDisabled }
        return authorization.allowsMonitoring ? nil : .permissionDenied
    }

    /// Why tracking cannot go on under a permission. (BKN-111)
    package static func reason(_ authorization: Authorization) -> StopReason? {
        if !authorization.servicesEnabled { return .locationServicesDisabled }
        return authorization.allowsMonitoring ? nil : .permissionDenied
    }
}
