#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import Foundation
    import LocationCore

    /// Position readings: all requests and all subscriptions through one location manager.
    @MainActor final class FixDesk {
        /// What the manager has been asked for.
        enum Service: Equatable {
            case none
            /// One reading, which answers everybody who waits. (PLAT-112)
            case single(isRepeated: Bool)
            case continuous
        }

        let manager: CLLocationManager
        let wire: Wire
        private let life: AppLife
        private let backgroundActivity = BackgroundActivity()
        var service = Service.none
        var watches: [String: FixRate] = [:]
        var requests: [String: FixRequest] = [:]

        init(_ manager: CLLocationManager, _ life: AppLife, _ wire: Wire) {
            self.manager = manager
            self.life = life
            self.wire = wire
            // It would not go on by itself. (PLAT-114)
            manager.pausesLocationUpdatesAutomatically = false
            refreshLastKnown()
        }

        func request(_ request: FixRequest) {
            let authorization = wire.mirror.withLock { $0.authorization }
            guard authorization.servicesEnabled else { return fail(request.id, .unavailable) }
            guard authorization.allowsMonitoring else { return fail(request.id, .notAuthorized) }
            refreshLastKnown()
            if request.oldestAcceptable > 0, let known = wire.mirror.withLock({ $0.lastKnown }),
                age(of: known) <= request.oldestAcceptable
            {
                return wire.tell(.fix(known, request: request.id))
            }
            requests[request.id] = request
            wire.wakeUps.arm(key: wire.key("fix.\(request.id)"), after: request.timeout)
            update()
        }

        func cancel(_ id: String) {
            guard requests.removeValue(forKey: id) != nil else { return }
            wire.wakeUps.disarm(key: wire.key("fix.\(id)"))
            update()
        }

        func watch(_ owner: String, _ rate: FixRate) {
            watches[owner] = rate
            update()
        }

        func stopWatching(_ owner: String) {
            guard watches.removeValue(forKey: owner) != nil else { return }
            update()
        }

        func wake(_ name: String) {
            if name == "fixes" { return update() }
            guard name.hasPrefix("fix.") else { return }
            let id = String(name.dropFirst(4))
            guard requests.removeValue(forKey: id) != nil else { return }
            fail(id, .timedOut)
            update()
        }

        func permissionChanged() {
            let authorization = wire.mirror.withLock { $0.authorization }
            if !authorization.allowsMonitoring {
                failAll(authorization.servicesEnabled ? .notAuthorized : .unavailable)
            }
            // What was refused before begins only when it is started anew.
            if service == .continuous { service = .none }
            update()
        }

        func paused() {
            if service == .continuous { manager.startUpdatingLocation() }
        }

        /// Makes the manager do what all of them want together.
        func update() {
            manager.desiredAccuracy = Self.accuracy(
                (watches.values.map(\.accuracy) + requests.values.map(\.accuracy)).min())
            // Who waits for one reading must not have to move for it.
            let distance = requests.isEmpty ? watches.values.map(\.distance).min() ?? 0 : 0
            manager.distanceFilter = distance > 0 ? distance : kCLDistanceFilterNone
            updateBackground()
            if !watches.isEmpty {
                guard service != .continuous else { return }
                service = .continuous
                manager.startUpdatingLocation()
            } else if !requests.isEmpty {
                guard service == .none || service == .continuous else { return }
                if service == .continuous { manager.stopUpdatingLocation() }
                service = .single(isRepeated: false)
                manager.requestLocation()
            } else if service != .none {
                service = .none
                manager.stopUpdatingLocation()
            }
        }

        /// To allow it without the background mode ends the process. (PLAT-113)
        private func updateBackground() {
            let tier = wire.mirror.withLock { $0.authorization.tier }
            let mayEver = wire.options.allowsBackgroundUpdates && wire.system.backgroundModes.contains("location")
            let isWanted = mayEver && !watches.isEmpty
            // With a permission for use only, what begins in the front may go on behind it. (PLAT-060, PLAT-091)
            let isOn = manager.allowsBackgroundLocationUpdates
            let allows = isWanted && (tier == .always || tier == .whenInUse && (isOn || life.isInFront))
            if allows != isOn { manager.allowsBackgroundLocationUpdates = allows }
            backgroundActivity.update(isWanted: allows && tier == .whenInUse)
        }

        private static func accuracy(_ metres: Double?) -> CLLocationAccuracy {
            guard let metres, metres.isFinite else { return kCLLocationAccuracyHundredMeters }
            return metres < 10 ? kCLLocationAccuracyBest : metres
        }
    }
#endif
