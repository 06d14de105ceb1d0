public import Foundation

/// Seconds.
public typealias Seconds = TimeInterval

/// Puts a configuration together. (CIO 1.3)
///
/// Nothing is checked here; what is wrong shows when it is used, as lines of the log.
public class SDKConfigBuilder {
    private var sdk = SdkConfig()
    private var region = Region.US
    private var pipeline: DataPipelineConfigOptions
    private var apiHost: String?
    private var cdnHost: String?
    private var callback: ((URL) -> Bool)?
    private var modules: [any CustomerIOModule] = []

    /// Begins with the key of the workspace and the defaults.
    public init(cdpApiKey: String) { pipeline = DataPipelineConfigOptions(cdpApiKey: cdpApiKey) }

    /// Where the workspace lives; ``Region/US`` by default.
    @discardableResult public func region(_ region: Region) -> SDKConfigBuilder {
        self.region = region
        return self
    }

    /// The host of the API, instead of the region's.
    @discardableResult public func apiHost(_ apiHost: String) -> SDKConfigBuilder {
        self.apiHost = apiHost
        return self
    }

    /// The host of the content network, instead of the region's; kept only.
    @discardableResult public func cdnHost(_ cdnHost: String) -> SDKConfigBuilder {
        self.cdnHost = cdnHost
        return self
    }

    /// How much is logged; ``CioLogLevel/error`` by default.
    @discardableResult public func logLevel(_ logLevel: CioLogLevel) -> SDKConfigBuilder {
        sdk.logLevel = logLevel
        return self
    }

    /// How many events are sent together; 20 by default.
    @discardableResult public func flushAt(_ flushAt: Int) -> SDKConfigBuilder {
        pipeline.flushAt = flushAt
        return self
    }

    /// After how many seconds what waits is sent; 30 by default.
    @discardableResult public func flushInterval(_ flushInterval: Seconds) -> SDKConfigBuilder {
        pipeline.flushInterval = flushInterval
        return self
    }

    /// Whether the app's life is told; kept only.
    @discardableResult public func trackApplicationLifecycleEvents(_ track: Bool) -> SDKConfigBuilder {
        pipeline.trackApplicationLifecycleEvents = track
        return self
    }

    /// Whether the device is described; kept only.
    @discardableResult public func autoTrackDeviceAttributes(_ track: Bool) -> SDKConfigBuilder {
        pipeline.autoTrackDeviceAttributes = track
        return self
    }

    /// What screens are told for; kept only.
    @discardableResult public func screenViewUse(screenView: ScreenView) -> SDKConfigBuilder {
        pipeline.screenViewUse = screenView
        return self
    }

    /// The site of an older SDK; kept only.
    @discardableResult public func migrationSiteId(_ siteId: String) -> SDKConfigBuilder {
        pipeline.migrationSiteId = siteId
        return self
    }

    /// Whether the key is kept on the device, so that crossings are told also by a process in which the app configures
    /// nothing; false by default.
    @discardableResult public func allowBackgroundDelivery(_ allow: Bool) -> SDKConfigBuilder {
        sdk.allowBackgroundDelivery = allow
        pipeline.allowBackgroundDelivery = allow
        return self
    }

    /// Whether a host of plain http is refused, also on this machine; false by default. Beyond the vendor's API.
    ///
    /// Nothing is sent then: events and crossings wait, and downloads fail with `plainHTTP`, a line of the log at
    /// ``CioLogLevel/error``.
    @discardableResult public func requiresHTTPS(_ requires: Bool = true) -> SDKConfigBuilder {
        sdk.requiresHTTPS = requires
        return self
    }

    /// Whether events go to the workspace by themselves; kept only.
    @discardableResult public func autoAddCustomerIODestination(_ add: Bool) -> SDKConfigBuilder {
        pipeline.autoAddCustomerIODestination = add
        return self
    }

    /// Whether screens of UIKit are to be told. The wish is kept and nothing else: tell screens with
    /// ``CustomerIO/screen(title:properties:)``. The closures are never called.
    @discardableResult public func autoTrackUIKitScreenViews(
        enabled: Bool = true, autoScreenViewBody: (() -> [String: Any])? = nil,
        filterAutoScreenViewEvents: ((Any) -> Bool)? = nil
    ) -> SDKConfigBuilder {
        pipeline.autoTrackUIKitScreenViews = enabled
        return self
    }

    /// What opens links; kept only.
    @discardableResult public func deepLinkCallback(_ callback: @escaping (URL) -> Bool) -> SDKConfigBuilder {
        self.callback = callback
        return self
    }

    /// Adds a module; they start in the order of adding.
    @discardableResult public func addModule(_ module: any CustomerIOModule) -> SDKConfigBuilder {
        modules.append(module)
        return self
    }

    /// The configuration.
    public func build() -> any SDKConfigBuilderResult {
        var pipeline = pipeline
        pipeline.apiHost = apiHost ?? region.apiHost
        pipeline.cdnHost = cdnHost ?? region.cdnHost
        return BuiltConfig(
            sdkConfig: sdk, dataPipelineConfig: pipeline, deepLinkCallback: callback, modules: modules)
    }
}

/// A configuration for ``CustomerIO/initialize(withConfig:)``.
public protocol SDKConfigBuilderResult {
    /// What concerns all of the SDK.
    var sdkConfig: SdkConfig { get }
    /// What concerns events and where they go.
    var dataPipelineConfig: DataPipelineConfigOptions { get }
    /// What opens links.
    var deepLinkCallback: ((URL) -> Bool)? { get }
    /// In the order of adding.
    var modules: [any CustomerIOModule] { get }
}

private struct BuiltConfig: SDKConfigBuilderResult {
    let sdkConfig: SdkConfig
    let dataPipelineConfig: DataPipelineConfigOptions
    let deepLinkCallback: ((URL) -> Bool)?
    let modules: [any CustomerIOModule]
}
