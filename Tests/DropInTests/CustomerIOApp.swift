import CioDataPipelines
import CioInternalCommon
import CioLocation
import CioLocationGeofence
import Foundation

#if os(iOS)
    import CoreLocation
    import UIKit
#elseif os(macOS)
    import CoreLocation
#endif

/// A chain of coffee shops: the workspace has the shops, and campaigns greet those who come in.
@MainActor final class CoffeeApp {
    /// What the app keeps about its customer.
    struct Customer {
        var id: String
        var name: String
        var points: Int
    }

    private(set) var customer: Customer?
    private let audit = AuditModule()

    #if os(iOS)
        typealias LaunchOptions = [UIApplication.LaunchOptionsKey: Any]
    #else
        typealias LaunchOptions = [String: Any]
    #endif

    /// Called at every launch, on the main thread.
    func didFinishLaunching(_ launchOptions: LaunchOptions? = nil) {
        GeofenceModule.bootstrapForBackgroundDelivery(launchOptions: launchOptions)
        let config = SDKConfigBuilder(cdpApiKey: "YOUR_CDP_API_KEY")
            .region(.EU)
            .logLevel(.info)
            .flushAt(5)
            .flushInterval(10)
            .autoTrackDeviceAttributes(false)
            .trackApplicationLifecycleEvents(true)
            .screenViewUse(screenView: .all)
            .allowBackgroundDelivery(true)
            .autoTrackUIKitScreenViews(enabled: true)
            .autoAddCustomerIODestination(true)
            .deepLinkCallback { url in url.scheme == "coffee" }
            .addModule(LocationModule(config: LocationConfig(mode: .manual)))
            .addModule(GeofenceModule(config: GeofenceModuleConfig(locationMode: .automatic)))
            .addModule(audit)
            .build()
        CustomerIO.initialize(withConfig: config)
    }

    /// A process that does no more than tell what happened while the app was not there.
    func didWakeInBackground(_ launchOptions: LaunchOptions? = nil) {
        GeofenceModule.bootstrapForBackgroundDelivery(launchOptions: launchOptions)
    }

    func signIn(_ customer: Customer) {
        self.customer = customer
        CustomerIO.shared.identify(
            userId: customer.id, traits: ["first_name": customer.name, "points": customer.points])
        CustomerIO.shared.track(name: "signed_in")
    }

    func signOut() {
        CustomerIO.shared.track(name: "signed_out", properties: ["points": customer?.points ?? 0, "by": "person"])
        customer = nil
        CustomerIO.shared.clearIdentify()
    }

    func collected(points: Int, at shop: String) {
        customer?.points += points
        CustomerIO.shared.track(
            name: "points_collected",
            properties: ["points": points, "shop": shop, "items": ["espresso", "croissant"], "first": false])
        if let points = customer?.points { CustomerIO.shared.setProfileAttributes(["points": points]) }
    }

    func showMap() async -> (latitude: Double, longitude: Double)? {
        CustomerIO.shared.screen(title: "Map", properties: ["layer": "shops"])
        CustomerIO.location.requestLocationUpdate()
        guard let known: LocationData = await CustomerIO.location.getLastKnownLocation() else { return nil }
        return (known.latitude, known.longitude)
    }

    /// The person moved the pin by hand.
    func moved(pinTo latitude: Double, longitude: Double) {
        CustomerIO.location.setLastKnownLocation(CLLocation(latitude: latitude, longitude: longitude))
    }

    /// Pull to refresh on the list of shops.
    func refreshShops() { CustomerIO.geofence.refreshFromCurrentLocation() }

    /// The button "delete my data".
    func forgetMe() {
        customer = nil
        CustomerIO.shared.reset()
    }

    func sendNow() async {
        await withCheckedContinuation { done in
            CustomerIO.shared.flush { done.resume() }
        }
    }

    /// What the app uses of the SDK beside the above, spelled as its documents have it.
    func useTheRest(_ attributes: [String: Any]) -> (any LocationServices)? {
        struct Order: Codable { var total: Double }
        CustomerIO.shared.profileAttributes = attributes
        CustomerIO.shared.identify(traits: ["tier": "gold"])
        CustomerIO.shared.identify(traits: Order(total: 4.5))
        CustomerIO.shared.alias(newId: "other")
        CustomerIO.shared.screen(title: "Order", properties: Order(total: 4.5))
        CustomerIO.shared.screen(title: "Order", category: "shop", properties: ["total": 4.5])
        CustomerIO.shared.screen(title: "Order", category: "shop", properties: Order(total: 4.5))
        CustomerIO.shared.registerDeviceToken("token")
        CustomerIO.shared.trackMetric(deliveryID: "d", event: .opened, deviceToken: "token")
        CustomerIO.shared.deleteDeviceToken()
        CustomerIO.shared.waitUntilStarted()
        if !CustomerIO.shared.enabled { CustomerIO.shared.enabled = true }
        if CustomerIO.shared.pendingUploads?.isEmpty == false { CustomerIO.shared.purgeStorage() }
        let level: CioLogLevel = CioLogLevel.getLogLevel(for: "debug")
        let view: ScreenView = ScreenView.getScreenView("inApp", fallback: .all)
        let coded = try? JSONEncoder().encode([GeofenceTransition.enter])
        let services: any LocationServices = CustomerIO.location
        // An object, so that it can be held weakly.
        let object: AnyObject = services
        guard level == .debug, view == .inApp, coded != nil, object === services else { return nil }
        return services
    }

    var diagnosis: [String] {
        [
            "user \(CustomerIO.shared.userId ?? "nobody")",
            CustomerIO.shared.hasUnsentEvents ? "events wait" : "nothing waits",
            "modules \(audit.starts)",
        ]
    }
}

/// A module of the app's own, as the SDK allows.
final class AuditModule: CustomerIOModule {
    let moduleName = "Audit"
    private(set) var starts = 0

    func initialize() { starts += 1 }
}

/// What the app's server makes of a transition; the raw values are those of the wire.
struct Greeting {
    let text: String

    init?(transition: String, metadata: [String: GeofenceMetadataValue]) {
        guard let transition = GeofenceTransition(rawValue: transition) else { return nil }
        let shop: String
        if case .string(let name)? = metadata["name"] { shop = name } else { shop = "the shop" }
        switch transition {
        case .enter: text = "Welcome to \(shop)"
        case .dwell: text = "Still at \(shop)? The second cup is free"
        case .exit: text = "Thank you for coming to \(shop)"
        }
    }

    /// The host for tests of the app, as the vendor's regions give it.
    static func host(of name: String) -> Region { Region.getRegion(from: name) }

    static func levels() -> [String] { CioLogLevel.allCases.map(\.rawValue) }

    /// A mode chosen in the app's settings.
    static func mode(_ name: String) -> LocationTrackingMode {
        switch name {
        case "always": .onAppStart
        case "never": .off
        default: .manual
        }
    }
}
