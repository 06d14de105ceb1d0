/// How good a position's accuracy is.
public enum LocationQuality: String, Hashable, Sendable, Codable, CaseIterable {
    /// 20 m or better.
    case high
    /// 100 m or better.
    case medium
    /// Worse than 100 m.
    case low
    /// The accuracy is not known.
    case unknown

    init(accuracy: Double?) {
        switch accuracy {
        case nil: self = .unknown
        case .some(...20): self = .high
        case .some(...100): self = .medium
        case .some: self = .low
        }
    }
}

/// Why a position was captured.
public enum LocationTrigger: String, Hashable, Sendable, Codable, CaseIterable {
    /// While tracking.
    case update
    /// A fence was crossed.
    case geofence
    /// The app asked for it.
    case manual
    /// The device came to rest.
    case stationary
    /// Not known.
    case unknown
}

/// Whether the device moved.
public enum MotionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// It did.
    case moving
    /// It did not.
    case stationary
    /// Not known.
    case unknown
}

/// What the person did.
public enum ActivityType: String, Hashable, Sendable, Codable, CaseIterable {
    /// Kept still.
    case still
    /// Walked.
    case walking
    /// Ran.
    case running
    /// Rode a bicycle.
    case cycling
    /// Rode in a vehicle.
    case automotive
    /// Not known.
    case unknown

    /// Reads the word by which a device names an activity.
    init(deviceWord: String) {
        switch deviceWord {
        case "still": self = .still
        case "on_foot", "walking": self = .walking
        case "running": self = .running
        case "on_bicycle": self = .cycling
        case "in_vehicle": self = .automotive
        default: self = .unknown
        }
    }
}
