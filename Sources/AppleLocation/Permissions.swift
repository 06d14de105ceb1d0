#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import LocationCore

    /// The location permission. Nothing waits for an answer of the person: there may never be one. (PLAT-095)
    @MainActor final class Permissions {
        var onChange: (() -> Void)?
        private let manager: CLLocationManager
        private let wire: Wire
        private var servicesEnabled = true

        init(_ manager: CLLocationManager, _ wire: Wire) {
            self.manager = manager
            self.wire = wire
            let now = now
            wire.mirror.withLock { $0.authorization = now }
        }

        /// The system says that something changed, or might have.
        func changed() {
            tellChange()
            wire.later { await self.checkServices() }
        }

        /// The device's own switch. Asking on the main thread can block it.
        func checkServices() async {
            servicesEnabled = await Self.servicesEnabled()
            tellChange()
        }

        func request(_ tier: AuthorizationTier) {
            switch tier {
            case .whenInUse: manager.requestWhenInUseAuthorization()
            case .always: manager.requestAlwaysAuthorization()
            case .notDetermined, .restricted, .denied: break
            }
        }

        /// What becomes of it shows in the authorisation. (PLAT-100)
        func requestTemporaryPrecision(_ purpose: String) {
            manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: purpose)
        }

        private func tellChange() {
            let now = now
            let isNew = wire.mirror.withLock { mirror in
                defer { mirror.authorization = now }
                return mirror.authorization != now
            }
            guard isNew else { return }
            wire.tell(.authorization(now))
            onChange?()
        }

        private var now: Authorization {
            Authorization(
                tier: AuthorizationTier(manager.authorizationStatus),
                isPrecise: manager.accuracyAuthorization == .fullAccuracy, servicesEnabled: servicesEnabled)
        }

        @concurrent private nonisolated static func servicesEnabled() async -> Bool {
            CLLocationManager.locationServicesEnabled()
        }
    }

    extension AuthorizationTier {
        init(_ status: CLAuthorizationStatus) {
            switch status {
            case .notDetermined: self = .notDetermined
            case .restricted: self = .restricted
            case .denied: self = .denied
            // Provisionally granted reads the same. (PLAT-093)
            case .authorizedAlways: self = .always
            #if os(iOS) || APPLE_STANDIN
                case .authorizedWhenInUse: self = .whenInUse
            #endif
            @unknown default: self = .notDetermined
            }
        }
    }
#endif
