import AppleLocation
import BeekonAdapter
import CIOAdapter
import Foundation
import LocationCore
import UIKit

/// Starts the adapters at every launch, also at one for a crossing, in the background and without a window.
@MainActor final class AppDelegate: NSObject, UIApplicationDelegate {
    let model: PhoneModel
    private let customerIO: CustomerIOFences

    override init() {
        // Before anything is awaited: the device listens to the system from here on.
        let device = AppleDevice.shared.base
        customerIO = CustomerIOFences(
            settings: CustomerIOSettings { Bundle.main.object(forInfoDictionaryKey: $0) as? String })
        model = PhoneModel(
            services: [BGeoFences(), BeekonFences(beekon: .shared), customerIO],
            authorization: device.authorization,
            logFile: URL.applicationSupportDirectory.appending(path: "transitions.json"))
        super.init()
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        GeofenceModule.bootstrapForBackgroundDelivery(launchOptions: launchOptions)
        customerIO.configure()
        let model = model
        Task { await model.start() }
        return true
    }
}
