#if os(iOS) || os(macOS) || APPLE_STANDIN
    import HostDevice
    import LocationCore

    /// Commands, given on any thread without waiting, and carried out in their order on the main actor.
    ///
    /// Managers belong to the main thread (PLAT-084), and a monitor keeps the order of its calls only if each is awaited
    /// before the next (PLAT-061).
    final class Lane: Sendable {
        typealias Job = @MainActor @Sendable (AppleParts) async -> Void

        /// Where commands go in.
        struct Mouth: Sendable {
            let jobs: AsyncStream<Job>.Continuation
            let load: Workload

            func give(_ job: @escaping Job) {
                load.begin(.command)
                if case .enqueued = jobs.yield(job) { return }
                load.abandon(.command)
            }
        }

        let mouth: Mouth
        private let stream: AsyncStream<Job>
        private let worker = Locked<Task<Void, Never>?>(nil)

        init(_ load: Workload) {
            let (stream, continuation) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .unbounded)
            self.stream = stream
            mouth = Mouth(jobs: continuation, load: load)
        }

        deinit {
            mouth.jobs.finish()
            worker.withLock { $0 }?.cancel()
            mouth.load.release()
        }

        /// Begins. `first` is not a command: it does not wait for anybody's turn.
        func work(on making: Task<AppleParts, Never>, first: @escaping Job) {
            let (stream, load) = (stream, mouth.load)
            load.begin()
            let task = Task { @MainActor in
                let parts = await making.value
                await first(parts)
                load.end()
                for await job in stream {
                    await load.turn(.command)
                    await job(parts)
                    load.end(.command)
                }
            }
            worker.withLock { $0 = task }
        }

        func give(_ job: @escaping Job) { mouth.give(job) }
    }
#endif
