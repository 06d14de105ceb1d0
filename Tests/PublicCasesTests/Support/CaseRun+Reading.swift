import BGeoAdapter
import Testing

/// What the subject says, for assertions.
extension CaseRun {
    /// The stored fences in their order; a failure to read them is the test's.
    func stored() async -> [CaseFence] { await noting { try await subject.fences() } ?? [] }

    /// Transitions that wait for delivery, oldest first.
    func queue() async -> [QueuedTransition] { await noting { try await subject.queue() } ?? [] }

    /// How many records wait in BGeo's queue; -1 if that cannot be read.
    func waitingRecords() async -> Int {
        await noting { try await bgeo { await BackgroundGeolocation.getCount() } } ?? -1
    }

    private func noting<Value>(_ body: () async throws -> Value) async -> Value? {
        do {
            return try await body()
        } catch {
            Issue.record(error)
            return nil
        }
    }

    /// All changes told so far, laid one upon the other.
    var foldedChanges: Set<String> {
        subject.changes.reduce(into: []) { set, change in
            set.subtract(change.off)
            set.formUnion(change.on)
        }
    }
}
