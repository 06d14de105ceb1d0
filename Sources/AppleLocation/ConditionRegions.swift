#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import HostDevice
    import LocationCore

    /// Regions watched by a monitor of conditions: dated states, no questions.
    ///
    /// Each state that comes is told as it is, a belief of the daemon's after an add included (PLAT-046): whether to trust
    /// one so soon is the engine's decision, which knows when it asked.
    @MainActor final class ConditionRegions: RegionDesk {
        var onChange: (() -> Void)?
        let manager: CLLocationManager
        let wire: Wire
        /// What the monitor lists, with its circle if it has one.
        var listed: [String: Circle?] = [:]
        /// How long what was added may be missing in the monitor's list, in milliseconds. (PLAT-005)
        private static let listingTime: Int64 = 5000
        /// When what is not in the list yet was added.
        private var added: [String: Timestamp] = [:]
        /// What was listed when the process began and has not been heard of since. It may be dead: the system stops
        /// watching a condition whose event nobody took, and goes on listing it. (PLAT-043)
        var doubtful: Set<String> = []
        /// When that was.
        var doubtedAt: Timestamp?
        /// What was given back in this process: what still comes about it is late.
        var stopped: Set<String> = []
        /// What is being given back to be asked for anew.
        var replaced: Set<String> = []
        /// What was told as lost, and is still listed.
        var lost: Set<String> = []
        /// The last word about each.
        var lately: [String: HeardState] = [:]
        private var open: OpenMonitor?
        /// Whether the list has been read. An empty one told before would make an engine register everything anew.
        private var isReady = false
        /// Whether those that have not been heard of count as not watched.
        private var isTimeUp = false
        private let app: HostApp
        private let session = MonitoringSession()
        private var lastTold: RegionCapabilities?
        private var isTelling = false

        init(_ manager: CLLocationManager, _ app: HostApp, _ wire: Wire) {
            self.manager = manager
            self.app = app
            self.wire = wire
        }

        var isWatching: Bool { !listed.isEmpty }

        /// Opens the monitor, in a process that the screen's lock keeps from its files too: a wait for the person could
        /// last for ever. (PLAT-042, PLAT-053)
        func start() async {
            let open = await wire.system.monitors.monitor(named: wire.options.name)
            self.open = open
            open.add(self)
            listen()
            // Before what is listed is read one by one: a session counts only if it is taken up at once. (PLAT-056)
            if await !open.monitor.identifiers.isEmpty { holdSession() }
            await readList(of: open)
            isReady = true
            updateSession()
            changed()
        }

        func register(_ region: Region) async {
            let id = region.id
            let authorization = wire.mirror.withLock { $0.authorization }
            if let objection = manager.objection(to: region) ?? authorization.objection {
                return wire.tell(.regionLost(id: id, objection))
            }
            guard let monitor = open?.monitor else { return wire.tell(.regionLost(id: id, .unavailable)) }
            stopClassic(id)
            // The order counts: what still comes about the old circle is late until the new one is in.
            replaced.insert(id)
            // An add over a live name is ignored. (PLAT-007) What is listed is asked anew: a list read before the first
            // unlock was empty. (PLAT-053)
            // And what was added a moment ago may not be listed yet. (PLAT-005)
            if listed[id] != nil {
                await monitor.remove(id)
            } else if await monitor.identifiers.contains(id) {
                await monitor.remove(id)
            }
            replaced.remove(id)
            stopped.remove(id)
            doubtful.remove(id)
            lost.remove(id)
            listed[id] = region.circle
            added[id] = wire.clock.now().wall
            let condition = CLMonitor.CircularGeographicCondition(
                center: CLLocationCoordinate2D(region.circle.center), radius: region.circle.radius)
            wire.tell(.regionTaken(id: id, radius: region.circle.radius))
            switch region.assumedSide {
            case .unknown: await monitor.add(condition, identifier: id)
            case .inside: await monitor.add(condition, identifier: id, assuming: .satisfied)
            case .outside: await monitor.add(condition, identifier: id, assuming: .unsatisfied)
            }
            updateSession()
            changed()
        }

        func unregister(_ id: String) async {
            stopped.insert(id)
            listed[id] = nil
            added[id] = nil
            doubtful.remove(id)
            lost.remove(id)
            lately[id] = nil
            stopClassic(id)
            await open?.monitor.remove(id)
            updateSession()
            changed()
        }

        func requestState(_ id: String) {}

        func hear(_ word: RegionWord) {}

        func permissionChanged() {
            updateSession()
            changed()
        }

        func lookAgain() {
            wire.regionCommands.give { [weak self] _ in
                guard let self, let open else { return }
                await readList(of: open)
                updateSession()
                changed()
            }
        }

        func wake(_ name: String) {
            switch name {
            case "silence":
                isTimeUp = true
                changed()
            case "events": listen()
            case "session": endSessionIfIdle()
            case "listing": lookAgain()
            default: break
            }
        }

        func welcome() -> RegionCapabilities? {
            guard isReady else { return nil }
            return capabilities(trusting: !isTimeUp)
        }

        func listen() {
            guard let open else { return }
            wire.load.begin()
            open.listen { [load = wire.load] in load.end() }
        }

        /// Takes over what the monitor lists.
        private func readList(of open: OpenMonitor) async {
            let names = await open.monitor.identifiers
            // What was added a moment ago may not be in it yet. (PLAT-005)
            let now = wire.clock.now().wall
            added = added.filter {
                !names.contains($0.key) && abs(now.milliseconds(since: $0.value)) < Self.listingTime
            }
            for name in listed.keys where !names.contains(name) && added[name] == nil { listed[name] = nil }
            if !added.isEmpty { wire.wakeUps.arm(key: wire.key("listing"), after: Self.listingTime) }
            for name in names where listed[name] == nil && !stopped.contains(name) {
                let condition = await open.monitor.record(for: name)?.condition
                let circle = condition as? CLMonitor.CircularGeographicCondition
                listed[name] = .some(circle.flatMap { Circle($0.center, radius: $0.radius) })
                if lately[name] == nil { doubtful.insert(name) }
                if doubtedAt == nil { doubtedAt = wire.clock.now().wall }
            }
            guard !doubtful.isEmpty, !isTimeUp else { return }
            // Longer than an engine waits for the event that its process was started for.
            wire.wakeUps.arm(key: wire.key("silence"), after: 12_000)
        }

        /// A region that an earlier version of the app had watched by the classic calls.
        private func stopClassic(_ id: String) {
            if let region = manager.watched(id) { manager.stopMonitoring(for: region) }
        }

        /// Held only while something is watched: it marks the app as one that uses its permission. Before the first
        /// unlock the list is empty whatever is watched, and a session begun after it would come too late. (PLAT-055,
        /// PLAT-056)
        private func updateSession() {
            guard wire.system.hasDiagnostics else { return }
            if needsSession {
                holdSession()
            } else if session.isHeld {
                // Not at once: the only region may be given back to be asked for anew, and a session that begins in the
                // background does not count.
                wire.wakeUps.arm(key: wire.key("session"), after: 5000)
            }
        }

        private func holdSession() {
            guard wire.system.hasDiagnostics else { return }
            session.hold(wire.mirror.withLock { $0.authorization.tier })
        }

        private var needsSession: Bool { isWatching || !app.readsProtectedFiles }

        /// Without a permission nothing is watched, and it may be given back while the app is in the background. (PLAT-055)
        private func endSessionIfIdle() {
            guard !needsSession, wire.mirror.withLock({ $0.authorization.allowsMonitoring }) else { return }
            session.end()
        }

        /// - Parameter trusting: Whether what has not been heard of counts as watched.
        private func capabilities(trusting: Bool) -> RegionCapabilities {
            var held: [String: HeldRegion] = [:]
            for region in manager.monitoredRegions where !stopped.contains(region.identifier) {
                // A classic region takes a place, and does not watch for us, whatever its name is.
                let id = listed[region.identifier] == nil ? region.identifier : "classic \(region.identifier)"
                held[id] = HeldRegion(id: id, circle: Circle(region), isWatched: false)
            }
            for (id, circle) in listed {
                held[id] = HeldRegion(id: id, circle: circle, isWatched: trusting || !doubtful.contains(id))
            }
            return manager.capabilities(.states, answersStateRequests: false, held: Array(held.values))
        }

        /// Tells what is held, once for everything that happens in one turn.
        func changed() {
            onChange?()
            guard isReady, !isTelling else { return }
            isTelling = true
            wire.later { [self] in
                isTelling = false
                glance()
            }
        }

        func glance() {
            guard isReady else { return }
            let now = capabilities(trusting: !isTimeUp)
            guard now != lastTold else { return }
            lastTold = now
            wire.tell(.capabilities(now))
        }
    }

    extension Authorization {
        /// Why a region will not be asked for. The system would take it, and say nothing. (PLAT-097)
        fileprivate var objection: RegionLoss? {
            guard servicesEnabled else { return .unavailable }
            return allowsMonitoring ? nil : .notAuthorized
        }
    }
#endif
