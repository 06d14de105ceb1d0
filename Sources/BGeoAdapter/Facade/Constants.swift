import LocationCore

/// How precise positions should be; the raw value is what ``Config/desiredAccuracy`` takes.
public enum DesiredAccuracy: Int, Hashable, Sendable, CaseIterable {
    /// Best there is, with other sensors.
    case navigation = -2
    /// Best there is.
    case high = -1
    /// About 10 m.
    case medium = 10
    /// About 100 m.
    case low = 100
    /// About a kilometre.
    case veryLow = 1000
    /// About three kilometres.
    case lowest = 3000
}

/// How much is written to the log; the raw value is what ``Config/logLevel`` takes.
public enum LogLevel: Int, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case off = 0
    /// What failed.
    case error = 1
    /// What may fail.
    case warning = 2
    /// What happened.
    case info = 3
    /// What was decided.
    case debug = 4
    /// Everything.
    case verbose = 5

    /// The level in the package's words; `nil` for none.
    var common: GeofencingLog.Level? {
        switch self {
        case .off: nil
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .debug, .verbose: .debug
        }
    }
}

/// Whether the application may know where the device is.
public enum AuthorizationStatus: Int, Hashable, Sendable, CaseIterable {
    /// Nobody was asked yet.
    case notDetermined = 0
    /// Forbidden by a restriction that the person cannot lift.
    case restricted = 1
    /// Refused by the person.
    case denied = 2
    /// At any time.
    case always = 3
    /// Only while the application is in use.
    case whenInUse = 4
}

/// Whether positions are precise.
public enum AccuracyAuthorization: Int, Hashable, Sendable, CaseIterable {
    /// Precise.
    case full = 0
    /// Deliberately coarse.
    case reduced = 1
}

/// A kind of movement.
public enum ActivityType: String, Hashable, Sendable, CaseIterable {
    /// Not moving.
    case still
    /// Walking or running.
    case onFoot = "on_foot"
    /// Walking.
    case walking
    /// Running.
    case running
    /// Cycling.
    case onBicycle = "on_bicycle"
    /// In a car, bus or train.
    case inVehicle = "in_vehicle"
    /// Not known.
    case unknown
}
