/// What goes wrong in a simulated store, decided anew before each commit.
///
/// A real store has none. The simulated phone and the tests use it to fill a disk or to end a process without
/// touching the machine they run on.
package struct StoreFaults: Sendable {
    /// What happens to one commit.
    package enum Verdict: Hashable, Sendable {
        /// It goes ahead.
        case proceed
        /// It fails as the disk would make it fail, and is undone.
        case fail(Failure)
        /// The process ends before it: nothing of the transaction lasts.
        case crashBeforeCommit
        /// The process ends after it: all of the transaction lasts, and nobody was told.
        case crashAfterCommit
    }

    /// A failure of the machine.
    package enum Failure: Hashable, Sendable {
        case full, readOnly, busy, notReadableYet, io, corrupt
    }

    /// Asked with the number of the commit, counted from 1 for each store.
    package let beforeCommit: @Sendable (_ number: Int) -> Verdict

    /// Asked each time an engine's store is opened; `nil` lets it be.
    package let beforeOpening: @Sendable () -> Failure?

    /// Asked before each step of writing a snapshot; a crash ends the writing there, and what it left stays.
    package let beforeSnapshotStep: @Sendable (SnapshotFile.Step) -> Verdict

    package init(
        beforeOpening: @escaping @Sendable () -> Failure? = { nil },
        beforeSnapshotStep: @escaping @Sendable (SnapshotFile.Step) -> Verdict = { _ in .proceed },
        beforeCommit: @escaping @Sendable (_ number: Int) -> Verdict
    ) {
        self.beforeOpening = beforeOpening
        self.beforeSnapshotStep = beforeSnapshotStep
        self.beforeCommit = beforeCommit
    }
}

extension StoreFaults.Failure {
    func error(file: StoreFile, waited: Int) -> StoreError {
        switch self {
        case .full: .full(file: file.name)
        case .readOnly: .readOnly(file: file.name)
        case .busy: .busy(file: file.name, waitedMilliseconds: waited)
        case .notReadableYet: .notReadableYet(file: file.name)
        case .io: .io(file: file.name, code: 10, message: "simulated failure")
        case .corrupt: .corrupt(file: file.name, detail: "simulated damage")
        }
    }
}
