#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import LocationCore

    /// What carries out the commands: one location manager, one notification centre, one app, and who looks after each.
    ///
    /// They are made once, while the process starts, and never fetched again.
    @MainActor final class AppleParts {
        let permissions: Permissions
        let regions: any RegionDesk
        let fixes: FixDesk
        let notices: NoticeDesk
        let backgroundTime: BackgroundTime
        private let network: NetworkDesk
        private let life: AppLife
        private let significantChanges: SignificantChanges
        private let wire: Wire
        /// Kept here, since the manager does not keep its delegate.
        private let delegate: ManagerDelegate

        init(_ wire: Wire) {
            self.wire = wire
            let manager = CLLocationManager()
            let app = HostApp()
            network = NetworkDesk(wire)
            life = AppLife(app, wire)
            permissions = Permissions(manager, wire)
            backgroundTime = BackgroundTime(app)
            fixes = FixDesk(manager, life, wire)
            notices = NoticeDesk(wire)
            significantChanges = SignificantChanges(manager)
            regions =
                wire.system.watchesConditions(wire.options.monitor)
                ? ConditionRegions(manager, app, wire) : ClassicRegions(manager, wire)
            delegate = ManagerDelegate(permissions: permissions, regions: regions, fixes: fixes, wire: wire)
            permissions.onChange = { [weak self] in self?.permissionChanged() }
            regions.onChange = { [weak self] in self?.updateSignificantChanges() }
            fixes.onReading = { [weak self] in self?.regions.glance() }
            life.onEvent = { [weak self] in self?.take($0, isNews: $1) }
            manager.delegate = delegate
            notices.refresh()
            wire.power.begin { [tell = wire.tell] in tell(.powerSave($0)) }
        }

        /// What a listener is told when it attaches.
        func facts() async -> [DeviceEvent] {
            await permissions.checkServices()
            let network = await self.network.fact()
            fixes.refreshLastKnown()
            var facts: [DeviceEvent] = []
            if let capabilities = regions.welcome() { facts.append(.capabilities(capabilities)) }
            let mirror = wire.mirror.withLock { $0 }
            facts.append(.authorization(mirror.authorization))
            if let network { facts.append(.network(network)) }
            facts += [.notificationPermission(mirror.notifications), .app(.launched(life.cause))]
            if life.isInFront { facts.append(.app(.becameActive)) }
            return facts
        }

        /// One of our own timers came due.
        func wake(_ name: String) async {
            regions.wake(name)
            fixes.wake(name)
            network.wake(name)
        }

        private func take(_ event: AppEvent, isNews: Bool) {
            switch event {
            case .becameActive:
                wire.power.refresh()
                notices.refresh()
                permissions.changed()
                fixes.refreshLastKnown()
                regions.lookAgain()
            case .protectedDataAvailable:
                regions.lookAgain()
            case .launched, .woken, .enteredBackground, .terminating: break
            }
            if isNews { wire.tell(.app(event)) }
        }

        private func permissionChanged() {
            regions.permissionChanged()
            fixes.permissionChanged()
            updateSignificantChanges()
        }

        private func updateSignificantChanges() {
            let isAlways = wire.mirror.withLock { $0.authorization.tier } == .always
            significantChanges.update(isWanted: isAlways && regions.isWatching)
        }
    }

    /// Movements of half a kilometre and more start a process that region monitoring has forgotten. (PLAT-115)
    @MainActor final class SignificantChanges {
        private let manager: CLLocationManager
        private var isOn = false

        init(_ manager: CLLocationManager) { self.manager = manager }

        func update(isWanted: Bool) {
            let isWanted = isWanted && CLLocationManager.significantLocationChangeMonitoringAvailable()
            guard isWanted != isOn else { return }
            isOn = isWanted
            if isWanted {
                manager.startMonitoringSignificantLocationChanges()
            } else {
                manager.stopMonitoringSignificantLocationChanges()
            }
        }
    }
#endif
