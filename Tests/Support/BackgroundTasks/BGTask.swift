import AppleStandIn
public import Foundation
import LocationCore

/// A task that the system runs. (A13)
open class BGTask: NSObject {
    /// Which.
    public let identifier: String
    /// Called when the time is up.
    public var expirationHandler: (() -> Void)?
    private(set) var success: Bool?

    init(_ identifier: String) { self.identifier = identifier }

    /// Ends it.
    open func setTaskCompleted(success: Bool) { self.success = success }
}

/// A short one. (A13)
open class BGAppRefreshTask: BGTask {}

/// A long one. (A13)
open class BGProcessingTask: BGTask {}
