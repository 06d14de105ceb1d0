import LocationCore

/// Why a list of fences cannot be added.
package enum GeofenceRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// One of the five rules is broken, the first one in their order, by the first such fence of the list.
    case broken(rule: GeofenceRule, index: Int, identifier: String)
    /// Extras that could not be given back after a restart.
    case extras(member: String, index: Int, identifier: String)

    /// Which fence, which rule and what would be allowed; for the log.
    package var description: String {
        switch self {
        case .broken(let rule, let index, let identifier):
            "geofence \(index) '\(identifier)': rule \(rule.rawValue), \(rule.allowed)"
        case .extras(let member, let index, let identifier):
            "geofence \(index) '\(identifier)': extras.\(member) is not a JSON value"
        }
    }

    /// What the application is told.
    package var error: BGeoError {
        switch self {
        case .broken: .rejectedGeofence
        case .extras: .unknown(code: "INVALID_EXTRAS", message: description)
        }
    }
}

/// What a fence must be like, numbered as documented. (BGEO-001 to BGEO-010)
package enum GeofenceRule: Int, Hashable, Sendable, CaseIterable {
    /// `identifier` is not empty.
    case identifier = 1
    /// `radius` is finite and above 0.
    case radius
    /// `latitude` is finite and in −90…90.
    case latitude
    /// `longitude` is finite and in −180…180.
    case longitude
    /// At least one of the notify flags is true.
    case notify

    package var allowed: String {
        switch self {
        case .identifier: "the identifier must not be empty"
        case .radius: "the radius must be a finite number of metres above 0"
        case .latitude: "the latitude must be a number in -90...90"
        case .longitude: "the longitude must be a number in -180...180"
        case .notify: "at least one of notifyOnEntry, notifyOnExit and notifyOnDwell must be true"
        }
    }
}
