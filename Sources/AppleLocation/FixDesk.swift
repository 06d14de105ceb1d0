#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import Foundation
    import LocationCore

    /// Position readings: all subscriptions through one location manager, all single requests through another.
    ///
    /// On one manager a subscription ends a request, and a request could end only with the subscription (PLAT-112): an app
    /// that may run in the background for following its way would lose that right for the length of a question.
    @MainActor final class FixDesk {
        /// What the manager of single requests has been asked for.
        enum Asking: Equatable {
            case nothing
            /// One reading, which answers everybody who waits.
            case once
            /// Another one, since the first was old.
            case again
        }

        let manager: CLLocationManager
        let single: SingleFixes
        let wire: Wire
        private let life: AppLife
        private let backgroundActivity = BackgroundActivity()
        var asking = Asking.nothing
        private var isFollowing = false
        var watches: [String: FixRate] = [:]
        var requests: [String: FixRequest] = [:]
        /// Called before a reading is told, in case that other facts are to be told first.
        var onReading: (() -> Void)?

        init(_ manager: CLLocationManager, _ life: AppLife, _ wire: Wire) {
            self.manager = manager
            self.life = life
            self.wire = wire
            single = SingleFixes(wire)
            // It would not go on by itself. (PLAT-114)
            manager.pausesLocationUpdatesAutomatically = false
            single.desk = self
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
            ask()
        }

        func cancel(_ id: String) {
            guard requests.removeValue(forKey: id) != nil else { return }
            wire.wakeUps.disarm(key: wire.key("fix.\(id)"))
            ask()
        }

        func watch(_ owner: String, _ rate: FixRate) {
            watches[owner] = rate
            follow()
        }

        func stopWatching(_ owner: String) {
            guard watches.removeValue(forKey: owner) != nil else { return }
            follow()
        }

        func wake(_ name: String) {
            if name == "fixes" { return ask() }
            guard name.hasPrefix("fix.") else { return }
            let id = String(name.dropFirst(4))
            guard requests.removeValue(forKey: id) != nil else { return }
            fail(id, .timedOut)
            ask()
        }

        func permissionChanged() {
            let authorization = wire.mirror.withLock { $0.authorization }
            if !authorization.allowsMonitoring {
                failAll(authorization.servicesEnabled ? .notAuthorized : .unavailable)
            }
            // What was refused before begins only when it is started anew.
            isFollowing = false
            follow()
            ask()
        }

        func paused() {
            if isFollowing { manager.startUpdatingLocation() }
        }

        /// Makes the one manager do what all subscriptions want together.
        private func follow() {
            updateBackground()
            guard let accuracy = watches.values.map(\.accuracy).min() else {
                if isFollowing { manager.stopUpdatingLocation() }
                isFollowing = false
                return
            }
            let distance = watches.values.map(\.distance).min() ?? 0
            manager.desiredAccuracy = Self.accuracy(accuracy)
            manager.distanceFilter = distance > 0 ? distance : kCLDistanceFilterNone
            guard !isFollowing else { return }
            isFollowing = true
            manager.startUpdatingLocation()
        }

        /// Makes the other manager ask for one reading, or stop asking.
        func ask() {
            guard let accuracy = requests.values.map(\.accuracy).min() else {
                if asking != .nothing { single.manager.stopUpdatingLocation() }
                asking = .nothing
                return
            }
            guard asking == .nothing else { return }
            asking = .once
            single.manager.desiredAccuracy = Self.accuracy(accuracy)
            single.manager.requestLocation()
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

        private static func accuracy(_ metres: Double) -> CLLocationAccuracy {
            metres.isFinite && metres >= 10 ? metres : kCLLocationAccuracyBest
        }
    }
#endif
