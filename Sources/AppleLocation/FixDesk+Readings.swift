#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import LocationCore

    /// What the manager brings.
    extension FixDesk {
        /// How old a reading may be to count as new, in milliseconds: a service often begins with one that is not.
        /// (PLAT-111)
        private static let freshness: Int64 = 5000

        func received(_ locations: [CLLocation]) {
            refreshLastKnown()
            let fixes = locations.compactMap { Fix($0, .live) }
            if case .single = service { return answerSingle(fixes.last) }
            answer(fixes.last { isFresh($0) })
            // Also what nobody follows: a movement that the system reports by itself is a reason to look. (PLAT-115)
            for fix in fixes { wire.tell(.fix(isFresh(fix) ? fix : fix.from(.cached), request: nil)) }
        }

        func failed(_ error: any Error) {
            let code = (error as? CLError)?.code
            if code == .denied {
                let isOn = wire.mirror.withLock { $0.authorization.servicesEnabled }
                failAll(isOn ? .notAuthorized : .unavailable)
                return update()
            }
            // A subscription goes on trying by itself, a single request is over: it is put again in a moment, as long as
            // somebody waits.
            if case .single = service { askAgainLater() }
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

        /// The system gives one reading for one request. An old one is asked for again, once: where only old ones are to
        /// be had, as with reduced accuracy (PLAT-099), whoever asked is to judge it.
        private func answerSingle(_ fix: Fix?) {
            guard case .single(let isRepeated) = service else { return }
            service = .none
            if let fix, isRepeated || isFresh(fix) {
                answer(fix)
            } else if isRepeated {
                askAgainLater()
            } else if !requests.isEmpty {
                service = .single(isRepeated: true)
                manager.requestLocation()
            }
        }

        private func askAgainLater() {
            service = .none
            wire.wakeUps.arm(key: wire.key("fixes"), after: 2000)
        }

        private func answer(_ fix: Fix?) {
            guard let fix, !requests.isEmpty else { return }
            for id in requests.keys.sorted() {
                wire.wakeUps.disarm(key: wire.key("fix.\(id)"))
                wire.tell(.fix(fix.from(isFresh(fix) ? .asked : .cached), request: id))
            }
            requests = [:]
            update()
        }
    }
#endif
