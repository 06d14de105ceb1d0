public import LocationSimulator

/// One process of an app on a simulated phone, as Apple's frameworks know it.
///
/// Objects of the stand-in modules belong to the process that is ``current`` when they are created.
public final class StandIn: Sendable {
    /// The process that the running task belongs to.
    @TaskLocal public static var current: StandIn?

    /// The process.
    public let process: AppProcess
    /// Which iOS it runs on.
    public let version: Version

    /// A version of iOS.
    public struct Version: Hashable, Sendable {
        /// As in 18.
        public let major: Int
        /// As in 17.2.
        public let minor: Int

        /// Names a version.
        public init(_ major: Int, _ minor: Int = 0) {
            self.major = major
            self.minor = minor
        }
    }

    /// Stands in for Apple's frameworks in one process.
    public init(_ process: AppProcess, version: Version) {
        self.process = process
        self.version = version
    }
}
