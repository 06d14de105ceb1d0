#if os(iOS) || os(macOS) || APPLE_STANDIN
    /// What an app chooses about its device.
    public struct AppleOptions: Sendable {
        /// Under which name the system keeps a monitor's conditions: letters and digits, another one for each adapter in
        /// an app, and the same one at every launch. (PLAT-040, PLAT-042)
        public let name: String
        /// How regions are watched.
        public let monitor: RegionMonitor
        /// Whether a continuous subscription goes on in the background. It does only in an app whose property list has the
        /// background mode `location`. (PLAT-113)
        public let allowsBackgroundUpdates: Bool

        /// Chooses.
        ///
        /// - Precondition: `name` is not empty and has nothing but letters and digits of ASCII: the system ends a process
        ///   that uses another one. (PLAT-040)
        public init(name: String, monitor: RegionMonitor = .automatic, allowsBackgroundUpdates: Bool = false) {
            precondition(Self.isName(name), "a monitor's name consists of letters and digits")
            self.name = name
            self.monitor = monitor
            self.allowsBackgroundUpdates = allowsBackgroundUpdates
        }

        /// Whether the system takes it as a monitor's name.
        static func isName(_ name: String) -> Bool {
            !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }

    /// How an Apple system watches regions.
    public enum RegionMonitor: Hashable, Sendable {
        /// A monitor of conditions from iOS 18 and macOS 15, the classic calls below: the choice for every app, and the
        /// same for all adapters in it. (PLAT-059)
        case automatic
        /// The classic calls of the location manager, which report crossings.
        case classic
        /// A monitor of conditions, which reports states.
        case conditions
    }
#endif
