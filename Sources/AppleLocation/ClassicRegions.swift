#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import LocationCore

    /// Regions watched by the classic calls: crossings without a date, and answers to questions.
    ///
    /// Every delegate hears of every region of the app (PLAT-010). What is told about one that was not registered here is
    /// handed on as well: after a restart only the engine knows its own, and it ignores the rest.
    @MainActor final class ClassicRegions: RegionDesk {
        var onChange: (() -> Void)?
        private let manager: CLLocationManager
        private let wire: Wire
        /// What was registered in this process and not given back or refused.
        private var wanted: [String: Region] = [:]
        private var unanswered: Set<String> = []
        /// What was told as lost. A failure that was late may be about an earlier registration, and the newer one be taken.
        private var lost: [String: Region] = [:]
        /// What was given back in this process: what still comes about it is late.
        private var stopped: Set<String> = []
        /// What was asked about: registered in an earlier process.
        private var adopted: Set<String> = []
        private var asked: Set<String> = []
        /// Acknowledged, but not listed by the system yet. (PLAT-005)
        private var confirmed: [String: HeldRegion] = [:]
        private var lastTold: RegionCapabilities?
        private var isTelling = false

        init(_ manager: CLLocationManager, _ wire: Wire) {
            self.manager = manager
            self.wire = wire
        }

        func start() async {}

        var isWatching: Bool { !wanted.isEmpty || !adopted.isEmpty }

        func register(_ region: Region) async {
            stopped.remove(region.id)
            lost[region.id] = nil
            asked.remove(region.id)
            confirmed[region.id] = nil
            if let objection = manager.objection(to: region) {
                wanted[region.id] = nil
                return wire.tell(.regionLost(id: region.id, objection))
            }
            wanted[region.id] = region
            unanswered.insert(region.id)
            let circular = CLCircularRegion(region.circle, id: region.id)
            circular.notifyOnEntry = region.edges.contains(.enter)
            circular.notifyOnExit = region.edges.contains(.exit)
            manager.startMonitoring(for: circular)
            changed()
        }

        func unregister(_ id: String) async {
            // What was started a moment ago is not listed yet, and must not stay. (PLAT-005)
            if let region = known(id) { manager.stopMonitoring(for: region) }
            wanted[id] = nil
            unanswered.remove(id)
            lost[id] = nil
            asked.remove(id)
            adopted.remove(id)
            confirmed[id] = nil
            stopped.insert(id)
            changed()
        }

        func requestState(_ id: String) {
            guard let region = known(id) else { return }
            if wanted[id] == nil { adopted.insert(id) }
            asked.insert(id)
            manager.requestState(for: region)
            onChange?()
        }

        func hear(_ word: RegionWord) {
            switch word {
            case .started(let region): started(region)
            case .failed(let region, let error): failed(region, error)
            case .crossed(let id, let direction):
                // What was given back is told as well: the engine says in its journal that it came too late.
                wire.tell(.regionCrossed(RegionCrossing(id: id, direction: direction)))
            case .determined(let id, let side):
                // Unasked it comes along with a crossing, which says more. (PLAT-024)
                guard asked.remove(id) != nil else { return }
                wire.tell(.regionState(RegionState(id: id, side: side, isAnswer: true)))
            }
        }

        func permissionChanged() {
            // Taking the permission away can clear the system's list without a word. (PLAT-097)
            confirmed = [:]
            changed()
        }

        func lookAgain() { changed() }

        func wake(_ name: String) {
            guard name == "listing" else { return }
            // What is not listed by now is gone: the permission may have been taken away and given back while its
            // acknowledgement was under way.
            confirmed = [:]
            changed()
        }

        func welcome() -> RegionCapabilities? {
            let now = capabilities
            lastTold = now
            return now
        }

        private func known(_ id: String) -> CLRegion? {
            manager.watched(id) ?? (wanted[id] ?? lost[id]).map { CLCircularRegion($0.circle, id: id) }
        }

        private func started(_ region: HeldRegion) {
            let id = region.id
            // It was told as lost by a failure that was late. It is held after all, and can be given back before it is
            // listed. (PLAT-005)
            if let taken = lost.removeValue(forKey: id), wanted[id] == nil { wanted[id] = taken }
            if let wanted = wanted[id] {
                unanswered.remove(id)
                if manager.watched(id) == nil {
                    confirmed[id] = HeldRegion(id: id, circle: wanted.circle)
                    wire.wakeUps.arm(key: wire.key("listing"), after: 5000)
                }
                wire.tell(.regionTaken(id: id, radius: region.circle?.radius ?? wanted.circle.radius))
            }
            changed()
        }

        private func failed(_ region: HeldRegion?, _ error: any Error) {
            let code = (error as? CLError)?.code
            // Accepted, only later. (PLAT-018)
            if code == .regionMonitoringSetupDelayed || code == .regionMonitoringResponseDelayed { return }
            if let region {
                guard let wanted = wanted[region.id], region.circle.map({ $0 == wanted.circle }) ?? true else {
                    return changed()
                }
                lose(region.id, reason(for: code, wanted))
            } else if code == .regionMonitoringDenied || unanswered.count == 1 {
                // It does not say which: a refusal concerns all that wait, and of one there is no doubt.
                for id in unanswered.sorted() {
                    if let wanted = wanted[id] { lose(id, reason(for: code, wanted)) }
                }
            }
            changed()
        }

        private func lose(_ id: String, _ reason: RegionLoss) {
            lost[id] = wanted.removeValue(forKey: id)
            unanswered.remove(id)
            confirmed[id] = nil
            wire.tell(.regionLost(id: id, reason))
        }

        private func reason(for code: CLError.Code?, _ region: Region) -> RegionLoss {
            switch code {
            case .regionMonitoringDenied?, .denied?:
                return wire.mirror.withLock { $0.authorization.servicesEnabled } ? .notAuthorized : .unavailable
            case .regionMonitoringFailure?:
                if let objection = manager.objection(to: region) { return objection }
                let others = manager.monitoredRegions.filter { $0.identifier != region.id }
                return others.count >= CLLocationManager.regionLimit ? .overLimit : .failed
            default: return .failed
            }
        }

        private var capabilities: RegionCapabilities {
            var held = confirmed
            for region in manager.monitoredRegions where !stopped.contains(region.identifier) {
                held[region.identifier] = HeldRegion(region)
            }
            return manager.capabilities(.crossings, answersStateRequests: true, held: Array(held.values))
        }

        /// Tells what is held, once for everything that happens in one turn.
        private func changed() {
            onChange?()
            guard !isTelling else { return }
            isTelling = true
            wire.later { [self] in
                isTelling = false
                glance()
            }
        }

        func glance() {
            for id in confirmed.keys where manager.watched(id) != nil { confirmed[id] = nil }
            let now = capabilities
            guard now != lastTold else { return }
            lastTold = now
            wire.tell(.capabilities(now))
        }
    }
#endif
