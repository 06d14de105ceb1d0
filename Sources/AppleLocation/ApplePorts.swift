#if os(iOS) || os(macOS) || APPLE_STANDIN
    import LocationCore

    /// The ports of a device: each command goes to the end of its lane, each question is answered by the mirror.
    struct ApplePorts: RegionPort, FixPort, AuthorizationPort, NotificationPort, BackgroundTimePort {
        let commands: Lane
        /// A monitor may take its time, and must not hold up what is not about regions.
        let regionCommands: Lane
        let mirror: Locked<Mirror>
        let making: Task<AppleParts, Never>

        func register(_ region: Region) { regionCommands.give { await $0.regions.register(region) } }
        func unregister(id: String) { regionCommands.give { await $0.regions.unregister(id) } }
        func requestState(id: String) { regionCommands.give { $0.regions.requestState(id) } }

        func request(_ request: FixRequest) { commands.give { $0.fixes.request(request) } }
        func cancel(request id: String) { commands.give { $0.fixes.cancel(id) } }
        func watch(owner: String, rate: FixRate) { commands.give { $0.fixes.watch(owner, rate) } }
        func stopWatching(owner: String) { commands.give { $0.fixes.stopWatching(owner) } }
        var lastKnown: Fix? { mirror.withLock { $0.lastKnown } }

        var current: Authorization { mirror.withLock { $0.authorization } }
        func known() async { _ = await making.value }
        func request(_ tier: AuthorizationTier) { commands.give { $0.permissions.request(tier) } }
        func requestTemporaryPrecision(purpose: String) {
            commands.give { $0.permissions.requestTemporaryPrecision(purpose) }
        }

        func post(_ notification: LocalNotification) { commands.give { $0.notices.post(notification) } }
        func withdraw(ids: [String]) { commands.give { $0.notices.withdraw(ids) } }
        var permission: NotificationPermission { mirror.withLock { $0.notifications } }
        func requestPermission() { commands.give { $0.notices.requestPermission() } }

        func hold(_ name: String) { commands.give { $0.backgroundTime.hold(name) } }
        func release(_ name: String) { commands.give { $0.backgroundTime.release(name) } }
    }
#endif
