/// What concerns all of the SDK.
public struct SdkConfig: Hashable, Sendable {
    /// How much is logged.
    public internal(set) var logLevel = CioLogLevel.error
    /// Whether the key is kept on the device.
    public internal(set) var allowBackgroundDelivery = false
    /// Whether a host of plain http is refused, also on this machine. Beyond the vendor's API.
    public internal(set) var requiresHTTPS = false
}

/// What concerns events and where they go.
public struct DataPipelineConfigOptions: Hashable, Sendable {
    /// The key of the workspace, as given.
    public let cdpApiKey: String
    /// Where requests go.
    public internal(set) var apiHost = Region.US.apiHost
    /// The host of the content network; kept only.
    public internal(set) var cdnHost = Region.US.cdnHost
    /// How many events are sent together.
    public internal(set) var flushAt = 20
    /// Seconds after which what waits is sent.
    public internal(set) var flushInterval: Seconds = 30
    /// Whether the app's life is told; kept only.
    public internal(set) var trackApplicationLifecycleEvents = true
    /// Whether the device is described; kept only.
    public internal(set) var autoTrackDeviceAttributes = true
    /// What screens are told for; kept only.
    public internal(set) var screenViewUse = ScreenView.all
    /// The site of an older SDK; kept only.
    public internal(set) var migrationSiteId: String?
    /// Whether the key is kept on the device; as in ``SdkConfig/allowBackgroundDelivery``.
    public internal(set) var allowBackgroundDelivery = false
    /// Whether events go to the workspace by themselves; kept only.
    public internal(set) var autoAddCustomerIODestination = true
    /// Whether screens of UIKit are to be told; kept only.
    public internal(set) var autoTrackUIKitScreenViews = false

    init(cdpApiKey: String) { self.cdpApiKey = cdpApiKey }
}

/// What screens are told for.
public enum ScreenView: String, Hashable, Sendable {
    /// For everything.
    case all
    /// For messages in the app alone.
    case inApp

    /// The value of a name in any letter case; the fallback for a name that is none, and for none.
    public static func getScreenView(_ name: String?, fallback: ScreenView = .all) -> ScreenView {
        switch name?.lowercased() {
        case "all": .all
        case "inapp": .inApp
        default: fallback
        }
    }
}

/// Where a workspace lives. (CIO 1.3)
public enum Region: String, CaseIterable, Sendable {
    /// The United States.
    case US
    /// The European Union.
    case EU

    /// The region of a name in any letter case; ``US`` for a name that is none.
    public static func getRegion(from name: String) -> Region { Region(rawValue: name.uppercased()) ?? .US }

    var apiHost: String {
        switch self {
        case .US: "cdp.customer.io/v1"
        case .EU: "cdp-eu.customer.io/v1"
        }
    }

    var cdnHost: String { apiHost }
}
