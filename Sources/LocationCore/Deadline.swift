/// What an operation comes to, or `nil` when the time is up first. It is then cancelled and not waited for any longer.
///
/// Waiting must end: on Linux a connection that the server cuts can keep the system's HTTP client busy past every timeout
/// of its own, and it does not listen to cancelling then.
package func outcome<Value: Sendable>(
    within milliseconds: Int64, of operation: @escaping @Sendable () async throws -> Value
) async -> Result<Value, any Error>? {
    let waiting = Locked<CheckedContinuation<Result<Value, any Error>?, Never>?>(nil)
    let timer = Locked<Task<Void, Never>?>(nil)
    let takeOver: @Sendable () -> CheckedContinuation<Result<Value, any Error>?, Never>? = {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
    return await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        let work = Task {
            let result: Result<Value, any Error>
            do { result = .success(try await operation()) } catch { result = .failure(error) }
            takeOver()?.resume(returning: result)
            timer.withLock { $0 }?.cancel()
        }
        let alarm = Task {
            do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
            guard let continuation = takeOver() else { return }
            work.cancel()
            continuation.resume(returning: nil)
        }
        timer.withLock { $0 = alarm }
    }
}
