public import LocationCore

/// Which system a simulated phone runs.
public enum PhoneProfile: String, Hashable, Sendable, CaseIterable {
    /// iOS with classic region monitoring: crossings without date and position, and answers to state requests.
    case iOSClassic
    /// iOS with a monitor of conditions: dated states, possibly repeated, and no answers.
    case iOSMonitor
    /// Android with its geofencing service: crossings with a position, initial triggers, and dwells of its own.
    case android
    /// A machine without region monitoring, such as Linux: fixes are all there is.
    case software

    /// What the device says it is.
    public var platform: Platform {
        switch self {
        case .iOSClassic, .iOSMonitor: .iOS
        case .android: .android
        case .software: .linux
        }
    }

    /// The knobs a phone of this kind has unless others are given.
    public var standardKnobs: PhoneKnobs { self == .android ? .android : .quick }

    var reports: RegionReports {
        switch self {
        case .iOSClassic, .android: .crossings
        case .iOSMonitor: .states
        case .software: .nothing
        }
    }
}
