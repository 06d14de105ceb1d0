public import LocationCore

extension SimulatedPhone {
    /// Lets time pass, and delivers in order everything that comes due.
    ///
    /// Called while another task is delivering, it waits its turn; called from within a listener it is a mistake.
    ///
    /// - Parameter milliseconds: At least 0.
    public func advance(by milliseconds: Int64) async {
        precondition(milliseconds >= 0, "time does not run backwards; setWallClock(by:) moves the clock's hands")
        await deliver(until: { $0.clock.elapsed + milliseconds })
    }

    /// Lets time pass until the wall clock shows `wall`. A time that is past already only delivers what is due.
    public func advance(to wall: Timestamp) async {
        await deliver(until: { $0.clock.elapsed(at: wall) })
    }

    /// Delivers what is due at this very instant. Returns at once while somebody is delivering already.
    public func settle() async {
        guard world.withLock({ $0.beginDelivery() }) else { return }
        await run(until: .min)
    }

    /// Sets the wall clock forward, or back for a negative number. Continuous time and everything that waits for it
    /// stay as they are.
    public func setWallClock(by milliseconds: Int64) async {
        await happen {
            $0.log("wall clock set by \(milliseconds) ms")
            $0.clock.jumpWall(by: milliseconds)
        }
    }

    /// Changes the world, after the commands that were given before, and delivers what follows from it at once.
    func happen(_ change: @escaping World.Action) async {
        world.withLock { $0.schedule(change) }
        await settle()
    }

    /// Registers what the phone waits for before each of its steps: that code between it and the app, which works on a
    /// thread of its own, has dealt with everything so far. Without it a run would not repeat.
    package func whenQuiet(_ wait: @escaping @Sendable () async -> Void) { world.withLock { $0.quiet = wait } }

    private func deliver(until target: @Sendable (inout World) -> Int64) async {
        precondition(
            SimulatedPhone.delivering != ObjectIdentifier(self) || !world.withLock { $0.isDelivering },
            "a listener cannot let time pass while it is being told something")
        await claimTurn()
        await run(until: world.withLock { target(&$0) })
    }

    /// Waits until nobody delivers, and begins.
    private func claimTurn() async {
        while !world.withLock({ $0.beginDelivery() }) {
            await withCheckedContinuation { continuation in
                let isFree = world.withLock { world in
                    if world.isDelivering { world.waiting.append(continuation) }
                    return !world.isDelivering
                }
                if isFree { continuation.resume() }
            }
        }
    }

    /// Takes one step after another. The lock is never held while somebody else's code runs.
    private func run(until target: Int64) async {
        while true {
            await world.withLock { $0.quiet }?()
            switch world.withLock({ $0.nextStep(until: target) }) {
            case .done(let waiting):
                for continuation in waiting { continuation.resume() }
                return
            case .tell(let event, let process, let listeners):
                for listener in listeners where world.withLock({ $0.hears(listener, in: process) }) {
                    await SimulatedPhone.$delivering.withValue(ObjectIdentifier(self)) {
                        await listener.receive(event)
                    }
                }
            case .start(let process, let cause, let build):
                guard let build else { continue }
                // Code that starts up may settle the device, as it does on a device that is real; so it has the turn.
                world.withLock { $0.isDelivering = false }
                await build(AppProcess(id: process, phone: self), cause)
                await claimTurn()
            case .serve(let exchange, let server):
                await serve(exchange, by: server)
            }
        }
    }

    @TaskLocal static var delivering: ObjectIdentifier?
}
