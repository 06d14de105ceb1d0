/// What the tracking session does. Fences are watched whatever it is. (BKN 6.1)
public enum BeekonState: Hashable, Sendable, Codable {
    /// Nothing was started in this process.
    case idle
    /// Positions are taken, or the tracker waits for the device to move again.
    case tracking
    /// Tracking ended.
    case stopped(StopReason)
}

/// Why tracking ended.
public enum StopReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app called ``Beekon/stop()``.
    case user
    /// Location permission was withdrawn.
    case permissionDenied
    /// Location services were switched off.
    case locationServicesDisabled
    /// The system cannot tell positions.
    case locationUnavailable
    /// The system ended it.
    case system
}
