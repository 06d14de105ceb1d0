import AppleStandIn
import LocationCore
import LocationSimulator

/// Keeps a when-in-use app in use in the background, with an indicator. (A10, PLAT-060)
final public class CLBackgroundActivitySession: Sendable {
    private let standIn: StandIn

    /// Begins; it counts only when the app is in front.
    public init() {
        standIn = .ofThisTask
        standIn.beginBackgroundActivity()
    }

    /// Ends; dropping the last reference does not.
    final public func invalidate() { standIn.endBackgroundActivity() }
}

/// Says which permission the app needs while the session lives. (A10, PLAT-055)
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

    /// Begins. Above what is granted it may put a question to the person. (PLAT-057)
    public convenience init(authorization: AuthorizationRequirement) {
        self.init(authorization: authorization, fullAccuracyPurposeKey: "")
    }

    /// Begins, and asks for precise positions.
    public init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
        standIn = .ofThisTask
        id = standIn.nextNumber()
        let tier = standIn.device.authorization.current.tier
        switch authorization {
        case .always:
            if tier != .always { standIn.device.authorization.request(.always) }
            if tier == .always { standIn.beginSession(id) }
        case .whenInUse: if tier == .notDetermined { standIn.device.authorization.request(.whenInUse) }
        case .none: break
        }
        if !fullAccuracyPurposeKey.isEmpty {
            standIn.device.authorization.requestTemporaryPrecision(purpose: fullAccuracyPurposeKey)
        }
    }

    deinit { standIn.endSession(id) }

    /// Ends.
    final public func invalidate() { standIn.endSession(id) }
}
