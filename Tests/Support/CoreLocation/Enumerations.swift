// Declared as in A3.

/// How far the permission reaches.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// Nobody was asked.
    case notDetermined = 0
    /// Forbidden by a restriction.
    case restricted = 1
    /// Refused.
    case denied = 2
    /// Also in the background.
    case authorizedAlways = 3
    /// While the app is in use.
    @available(macOS, unavailable)
    case authorizedWhenInUse = 4
}

/// How precise positions may be.
public enum CLAccuracyAuthorization: Int, Sendable {
    /// Precise.
    case fullAccuracy = 0
    /// Some kilometres.
    case reducedAccuracy = 1
}

/// What the positions are for.
public enum CLActivityType: Int, Sendable {
    /// Unknown.
    case other = 1
    /// Driving.
    case automotiveNavigation = 2
    /// On foot.
    case fitness = 3
    /// Boats and trains.
    case otherNavigation = 4
    /// In the air.
    case airborne = 5
}

/// On which side of a region the device is.
public enum CLRegionState: Int, Sendable {
    /// The system cannot tell.
    case unknown = 0
    /// In it.
    case inside = 1
    /// Out of it.
    case outside = 2
}
