import LocationCore

/// What to ask the person next, if anything: *While Using* first, *Always* once a fence shows the use of it.
enum PermissionStep: Hashable, Sendable {
    /// Nobody has been asked yet.
    case askWhenInUse
    /// There is a fence, and it is told only while the app is open.
    case askAlways
    /// Settings are the only way back.
    case openSettings(String)
    /// Nothing to ask now.
    case nothing

    init(_ authorization: Authorization, hasFences: Bool) {
        guard authorization.servicesEnabled else {
            self = .openSettings("Location Services are off.")
            return
        }
        switch authorization.tier {
        case .notDetermined: self = .askWhenInUse
        case .whenInUse where !authorization.isPrecise, .always where !authorization.isPrecise:
            self = .openSettings("Precise Location is off: no fence is crossed.")
        case .whenInUse: self = hasFences ? .askAlways : .nothing
        case .always: self = .nothing
        case .denied: self = .openSettings("Location is not allowed.")
        case .restricted: self = .openSettings("Location is restricted on this device.")
        }
    }
}
