import CFaultVFS

/// The disk under the databases of one folder, which fails as it is told to.
///
/// Every SQLite connection of the process goes through it once the first one was made; only paths that begin with the
/// folder's are counted and fail, so that tests can run side by side.
public final class FaultyDisk: Sendable {
    /// What a database asks of the disk.
    public struct Operations: OptionSet, Sendable, Hashable {
        /// The bits, as the shim has them.
        public let rawValue: UInt32
        /// Takes bits of the shim's.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Bytes out of a file.
        public static let read = Operations(rawValue: 1)
        /// Bytes into a file.
        public static let write = Operations(rawValue: 2)
        /// Down to the medium.
        public static let sync = Operations(rawValue: 4)
        /// Cutting a file.
        public static let truncate = Operations(rawValue: 8)
        /// The system's own call, for the shared memory too.
        public static let open = Operations(rawValue: 16)
        /// A lock of the file or of the shared memory.
        public static let lock = Operations(rawValue: 32)
        /// A page of the shared memory, or of the file.
        public static let map = Operations(rawValue: 64)
        /// The length of a file.
        public static let size = Operations(rawValue: 128)
        /// Removing a file.
        public static let delete = Operations(rawValue: 256)
        /// Everything.
        public static let all = Operations(rawValue: 511)
    }

    /// How something that is asked for fails.
    public enum Failure: Int32, Sendable, CaseIterable {
        case io = 0
        case short, full, tooManyFiles, denied, locked
    }

    private let plan: Int32

    /// Watches the databases below a folder.
    public init(under folder: String) {
        precondition(faultvfs_install() == 0, "SQLite's default VFS lets nobody stand before it")
        plan = faultvfs_watch(folder)
        precondition(plan > 0, "there is no room for another plan")
    }

    deinit { faultvfs_unwatch(plan) }

    /// From now on the `first`th operation of these kinds fails, counted from 1, and those after it: `times` in all,
    /// `nil` for ever. Counting begins anew.
    public func fail(_ operations: Operations = .all, from first: Int, times: Int? = 1, as failure: Failure = .io) {
        faultvfs_arm(plan, operations.rawValue, first, times ?? -1, failure.rawValue)
    }

    /// Counts anew and lets nothing fail.
    public func count() { faultvfs_arm(plan, Operations.all.rawValue, 0, 0, 0) }

    /// Lets nothing fail any more.
    public func heal() { faultvfs_disarm(plan) }

    /// How often these were asked for since counting began.
    public func count(of operations: Operations = .all) -> Int { faultvfs_count(plan, operations.rawValue) }

    /// How many of them failed.
    public var failures: Int { faultvfs_failed(plan) }
}
