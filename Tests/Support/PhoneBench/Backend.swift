import Foundation
public import LocationCore
public import LocationSimulator

#if APPLE_STANDIN
    import AppleBench
    import AppleLocation
    import AppleStandIn
#endif

/// What stands between a simulated phone and the code under test.
///
/// Conformance suites run as they are on the plain phone, and again with AppleLocation and the stand-in for Apple's
/// frameworks in between. The environment decides: `GEOFENCING_BACKEND` is `plain` or one of the other raw values.
public enum Backend: String, Sendable, CaseIterable {
    /// Nothing; phones report crossings.
    case plain
    /// Nothing; phones report states.
    case plainStates = "plain-states"
    /// AppleLocation on iOS 17, with regions of a location manager.
    case classic17 = "classic-17"
    /// AppleLocation on iOS 18, with regions of a location manager.
    case classic18 = "classic-18"
    /// AppleLocation on iOS 17, with conditions of a monitor.
    case conditions17 = "conditions-17"
    /// AppleLocation on iOS 18, with conditions of a monitor.
    case conditions18 = "conditions-18"

    /// What this run has in between.
    public static let current: Backend = {
        guard let name = ProcessInfo.processInfo.environment["GEOFENCING_BACKEND"] else { return .plain }
        guard let backend = Backend(rawValue: name) else {
            preconditionFailure("GEOFENCING_BACKEND is \(name); known are \(allCases.map(\.rawValue))")
        }
        #if !APPLE_STANDIN
            precondition(backend.version == nil, "there is a stand-in for Apple's frameworks on Linux only")
        #endif
        return backend
    }()

    /// Which system a phone runs where a test does not care.
    public var profile: PhoneProfile {
        switch self {
        case .plain, .classic17, .classic18: .iOSClassic
        case .plainStates, .conditions17, .conditions18: .iOSMonitor
        }
    }

    /// Whether phones report crossings, which prove the side before, unless a test wants it otherwise.
    public var reportsCrossings: Bool { profile == .iOSClassic }

    /// Whether nothing stands in between.
    public var isPlain: Bool { version == nil }

    /// Why a test runs only where phones report crossings: it is about what happens at the instant of one, and a state
    /// is taken either later or together with a fix of its own.
    public static let needsCrossings = "about the instant of a reported crossing"

    /// Whether regions that stay silent after a launch are given to the system anew: a monitor's may be dead. (PLAT-043)
    public var renewsAfterLaunch: Bool { !isPlain && profile == .iOSMonitor }

    /// Whether a report says when the crossing was; the callbacks of a location manager do not.
    public var datesReports: Bool { isPlain || profile == .iOSMonitor }

    /// Why a test runs only where reports are dated.
    public static let needsDates = "about the date that a report bears"

    /// Why a test runs only where nothing stands in between: no report of an Apple system says where the device was.
    public static let needsPositions = "about the position that a report bears"

    /// Whether the code under test gets its part of a shared device, with one beside it that does not run: the
    /// environment has `GEOFENCING_SHARED_DEVICE`.
    private static let isShared = ProcessInfo.processInfo.environment["GEOFENCING_SHARED_DEVICE"] != nil

    /// The device as the code under test is to see it. A phone that is no iPhone has nothing in between.
    ///
    /// - Parameters:
    ///   - name: What the identifiers of its regions begin with.
    ///   - isSlow: Whether what the system does for the app takes simulated time.
    public func device(of process: AppProcess, for name: String, isSlow: Bool = false) async -> Device {
        let device = await device(of: process, isSlow: isSlow)
        guard Self.isShared else { return device }
        let shared = SharedDevice(device)
        _ = shared.device(for: "beside")
        return shared.device(for: name)
    }

    private func device(of process: AppProcess, isSlow: Bool) async -> Device {
        #if APPLE_STANDIN
            if let version, process.phone.profile == .iOSClassic || process.phone.profile == .iOSMonitor {
                return await AppleBench.device(
                    of: process, monitor: process.phone.profile == .iOSClassic ? .classic : .conditions,
                    version: .init(version.major, version.minor), isSlow: isSlow)
            }
        #endif
        return process.device
    }

    private var version: (major: Int, minor: Int)? {
        switch self {
        case .plain, .plainStates: nil
        case .classic17, .conditions17: (17, 2)
        case .classic18, .conditions18: (18, 0)
        }
    }
}

extension SimulatedPhone {
    /// Lets so much time pass that a state is taken at its word. In the first ten seconds after a registration a monitor
    /// may tell what it believed before, so the engine asks for a fix first. (PLAT-046)
    public func letDoubtsPass() async {
        guard profile == .iOSMonitor, let last = registrationLog.last(where: { $0.kind == .register }) else { return }
        let passed = elapsed - last.elapsed
        if passed < 11_000 { await advance(by: 11_000 - passed) }
    }
}
