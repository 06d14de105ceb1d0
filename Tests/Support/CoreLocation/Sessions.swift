import AppleStandIn
import LocationCore
import LocationSimulator

/// Keeps a when-in-use app in use in the background, with an indicator. (A10, PLAT-060)
@available(macOS, unavailable)
final public class CLBackgroundActivitySession: Sendable {
    private let standIn: StandIn

    /// Begins; it counts only when the app is in front, or takes up at launch one that was held before.
    public init() {
        standIn = .ofThisTask
        standIn.beginBackgroundActivity()
    }

    /// Ends; dropping the last reference does not.
    final public func invalidate() { standIn.endBackgroundActivity() }

    /// Why it is not enough.
    @available(macOS, unavailable)
    @available(iOS 18.0, *)
    final public var diagnostics: Diagnostics {
        let standIn = standIn
        return Diagnostics(
            DiagnosticFeed(standIn: standIn) {
                Diagnostic(
                    insufficientlyInUse: !standIn.hasBackgroundActivity,
                    serviceSessionRequired: standIn.lacksExplicitSession,
                    facts: standIn.device.authorization.current)
            })
    }
}

/// Says which permission the app needs while the session lives. (A10, PLAT-055)
@available(macOS, unavailable)
@available(iOS 18.0, *)
final public class CLServiceSession: Sendable {
    /// A permission.
    public enum AuthorizationRequirement: Hashable, Sendable {
        /// None.
        case none
        /// While the app is in use.
        case whenInUse
        /// At any time.
        case always
    }

    private let standIn: StandIn
    private let id: Int
    private let requirement: AuthorizationRequirement
    private let purpose: String

    /// Begins. Above what is granted it may put a question to the person. (PLAT-057)
    public convenience init(authorization: AuthorizationRequirement) {
        self.init(authorization: authorization, fullAccuracyPurposeKey: "")
    }

    /// Begins, and asks for precise positions.
    public init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
        standIn = .ofThisTask
        id = standIn.nextNumber()
        requirement = authorization
        purpose = fullAccuracyPurposeKey
        if standIn.version < StandIn.Version(18) { standIn.violate("a service session before iOS 18") }
        standIn.beginSession(id, forAlways: authorization == .always)
        let tier = standIn.device.authorization.current.tier
        switch authorization {
        case .always: if tier != .always { standIn.device.authorization.request(.always) }
        case .whenInUse: if tier == .notDetermined { standIn.device.authorization.request(.whenInUse) }
        case .none: break
        }
        if !purpose.isEmpty { standIn.device.authorization.requestTemporaryPrecision(purpose: purpose) }
    }

    deinit { standIn.endSession(id) }

    /// Ends.
    final public func invalidate() { standIn.endSession(id) }

    /// Why it is not enough.
    final public var diagnostics: Diagnostics {
        let (standIn, id, requirement, purpose) = (standIn, id, requirement, purpose)
        return Diagnostics(
            DiagnosticFeed(standIn: standIn) {
                Diagnostic(
                    insufficientlyInUse: !standIn.counts(session: id), serviceSessionRequired: false,
                    facts: standIn.device.authorization.current, wantsAlways: requirement == .always,
                    wantsPrecision: !purpose.isEmpty)
            })
    }
}
