#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import LocationCore

    /// What the managers bring.
    extension FixDesk {
        /// How old a reading may be to count as new, in milliseconds: a service often begins with one that is not.
        /// (PLAT-111)
        private static let freshness: Int64 = 5000

        /// Readings of the subscription. Also those that nobody follows are told: a movement that the system reports by
        /// itself is a reason to look. (PLAT-115)
        func received(_ locations: [CLLocation]) {
            refreshLastKnown()
            for fix in locations.compactMap({ Fix($0, .live) }) {
                wire.tell(.fix(isFresh(fix) ? fix : fix.from(.cached), request: nil))
            }
        }

        /// The one reading that was asked for. An old one is asked for again, once: where only old ones are to be had, as
        /// with reduced accuracy (PLAT-099), whoever asked is to judge it.
        func receivedSingle(_ locations: [CLLocation]) {
            refreshLastKnown()
            guard asking != .nothing, !requests.isEmpty else { return }
            let fix = locations.compactMap { Fix($0, .asked) }.last
            if let fix, asking == .again || isFresh(fix) {
                answer(fix)
            } else if asking == .again {
                askAgainLater()
            } else {
                asking = .again
                single.manager.requestLocation()
            }
        }

        func failedSingle(_ error: any Error) {
            guard asking != .nothing else { return }
            asking = .nothing
            if (error as? CLError)?.code == .denied {
                let isOn = wire.mirror.withLock { $0.authorization.servicesEnabled }
                failAll(isOn ? .notAuthorized : .unavailable)
            } else {
                // The request is over; it is put again in a moment, as long as somebody waits.
                askAgainLater()
            }
        }

        func failAll(_ failure: FixFailure) {
            for id in requests.keys.sorted() {
                wire.wakeUps.disarm(key: wire.key("fix.\(id)"))
                fail(id, failure)
            }
            requests = [:]
        }

        func fail(_ id: String, _ failure: FixFailure) { wire.tell(.fixFailed(request: id, failure)) }

        /// The manager's memory can be read on its own thread only.
        func refreshLastKnown() {
            let known = manager.location.flatMap { Fix($0, .cached) }
            wire.mirror.withLock { $0.lastKnown = known }
        }

        func age(of fix: Fix) -> Int64 { wire.clock.now().wall.milliseconds(since: fix.timestamp) }

        private func isFresh(_ fix: Fix) -> Bool { age(of: fix) <= Self.freshness }

        private func askAgainLater() {
            asking = .nothing
            wire.wakeUps.arm(key: wire.key("fixes"), after: 2000)
        }

        private func answer(_ fix: Fix) {
            asking = .nothing
            onReading?()
            for id in requests.keys.sorted() {
                wire.wakeUps.disarm(key: wire.key("fix.\(id)"))
                wire.tell(.fix(isFresh(fix) ? fix : fix.from(.cached), request: id))
            }
            requests = [:]
        }
    }
#endif
