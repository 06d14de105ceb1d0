import GeofenceEngine
import LocationCore

/// Works through calls and news one at a time, in the order in which they came.
///
/// A call of the host returns at once; what it asks for is done here. No job waits for a device, so that news which a
/// simulated device waits for always gets its turn.
final class JobQueue: Sendable {
    typealias Job = @Sendable () async -> Void

    private struct State {
        var jobs: [Job] = []
        var begun = 0
        var isWorking = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func post(_ job: @escaping Job) {
        let mustStart = state.withLock { state in
            state.jobs.append(job)
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if mustStart { Task { await work() } }
    }

    /// Returns when the job is done.
    func run(_ job: @escaping Job) async {
        await withCheckedContinuation { continuation in
            post {
                await job()
                continuation.resume()
            }
        }
    }

    /// How many jobs have been begun so far.
    var begun: Int { state.withLock { $0.begun } }

    /// Returns when nothing is left to do.
    func idle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isWorking { state.waiting.append(continuation) }
                return !state.isWorking
            }
            if isIdle { continuation.resume() }
        }
    }

    private func work() async {
        await GeofenceEngine.$waitsForDevice.withValue(false) {
            while let job = next() { await job() }
        }
    }

    private func next() -> Job? {
        let (job, released) = state.withLock { state -> (Job?, [CheckedContinuation<Void, Never>]) in
            if !state.jobs.isEmpty {
                state.begun += 1
                return (state.jobs.removeFirst(), [])
            }
            state.isWorking = false
            defer { state.waiting = [] }
            return (nil, state.waiting)
        }
        for continuation in released { continuation.resume() }
        return job
    }
}
