public import Foundation

/// A wish to be run in the background at some time. (A13)
open class BGTaskRequest: NSObject {
    /// Which task.
    public let identifier: String
    /// Not before; the system may never run it. (PLAT-136)
    public var earliestBeginDate: Date?
    init(name: String) { identifier = name }
}

/// A short one. (A13)
open class BGAppRefreshTaskRequest: BGTaskRequest {
    /// Names the task.
    public init(identifier: String) { super.init(name: identifier) }
}

/// A long one. (A13)
open class BGProcessingTaskRequest: BGTaskRequest {
    /// Whether it needs the network.
    public var requiresNetworkConnectivity = false
    /// Whether it needs a charger.
    public var requiresExternalPower = false
    /// Names the task.
    public init(identifier: String) { super.init(name: identifier) }
}
