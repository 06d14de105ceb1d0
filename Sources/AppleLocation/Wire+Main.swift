#if os(iOS) || os(macOS) || APPLE_STANDIN
    import Dispatch
    import Foundation
    import HostDevice

    /// Callbacks, wherever they come, are taken on the main actor.
    extension Wire {
        /// Takes a callback. A manager calls on the thread that made it, the main one, and there it is taken before the
        /// system goes on. (PLAT-084) One that comes on another thread all the same is taken in a turn of its own.
        func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
            guard MainThread.isCurrent else {
                load.begin()
                Task { @MainActor in
                    work()
                    load.end()
                }
                return
            }
            MainActor.assumeIsolated(work)
        }
    }

    /// Whether code runs where the main thread's work is done. On Linux that is the main queue, which other threads than
    /// the first may serve.
    private enum MainThread {
        private static let key = DispatchSpecificKey<Bool>()

        /// Marks the main queue, once.
        private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

        static var isCurrent: Bool {
            _ = mark
            return Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true
        }
    }
#endif
