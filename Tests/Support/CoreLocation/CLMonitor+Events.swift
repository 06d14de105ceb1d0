public import Foundation
import LocationCore

extension CLMonitor {
    /// What happened to a condition. There is no position in it. (A8)
    public struct Event: Sendable {
        /// The states of a condition.
        public typealias State = __CLMonitoringState

        /// The name it was added under.
        public let identifier: String
        /// What holds.
        public let state: State
        /// When it happened, not when it is told. (PLAT-062)
        public let date: Date
        /// Of no use for circles.
        public let refinement: (any CLCondition)?
        /// The person refused this app. From iOS 18, as all that follow.
        @available(iOS 18.0, macOS 15.0, *)
        public let authorizationDenied: Bool
        /// Location services are off.
        @available(iOS 18.0, macOS 15.0, *)
        public let authorizationDeniedGlobally: Bool
        /// Restrictions forbid it.
        @available(iOS 18.0, macOS 15.0, *)
        public let authorizationRestricted: Bool
        /// The app is not in use enough. (PLAT-055)
        @available(iOS 18.0, macOS 15.0, *)
        public let insufficientlyInUse: Bool
        /// Positions are not precise. (PLAT-099)
        @available(iOS 18.0, macOS 15.0, *)
        public let accuracyLimited: Bool
        /// This kind cannot be watched.
        @available(iOS 18.0, macOS 15.0, *)
        public let conditionUnsupported: Bool
        /// Too many others. (PLAT-003)
        @available(iOS 18.0, macOS 15.0, *)
        public let conditionLimitExceeded: Bool
        /// Conditions could not be stored. (PLAT-053)
        @available(iOS 18.0, macOS 15.0, *)
        public let persistenceUnavailable: Bool
        /// The app chose explicit sessions and holds none. (PLAT-058)
        @available(iOS 18.0, macOS 15.0, *)
        public let serviceSessionRequired: Bool
        /// A prompt is open.
        @available(iOS 18.0, macOS 15.0, *)
        public let authorizationRequestInProgress: Bool

        /// The flags of an event. (PLAT-052)
        package enum Flag: Hashable, Sendable {
            case authorizationDenied, authorizationDeniedGlobally, authorizationRestricted, insufficientlyInUse
            case accuracyLimited, conditionUnsupported, conditionLimitExceeded, persistenceUnavailable
            case serviceSessionRequired, authorizationRequestInProgress
        }

        package init(identifier: String, state: State, date: Date, flags: Set<Flag> = []) {
            self.identifier = identifier
            self.state = state
            self.date = date
            refinement = nil
            authorizationDenied = flags.contains(.authorizationDenied)
            authorizationDeniedGlobally = flags.contains(.authorizationDeniedGlobally)
            authorizationRestricted = flags.contains(.authorizationRestricted)
            insufficientlyInUse = flags.contains(.insufficientlyInUse)
            accuracyLimited = flags.contains(.accuracyLimited)
            conditionUnsupported = flags.contains(.conditionUnsupported)
            conditionLimitExceeded = flags.contains(.conditionLimitExceeded)
            persistenceUnavailable = flags.contains(.persistenceUnavailable)
            serviceSessionRequired = flags.contains(.serviceSessionRequired)
            authorizationRequestInProgress = flags.contains(.authorizationRequestInProgress)
        }
    }

    /// The events of a monitor, to be awaited. Two who await compete. (PLAT-049)
    public struct Events: AsyncSequence, Sendable {
        /// An event.
        public typealias Element = CLMonitor.Event
        let queue: MonitorQueue

        /// Begins to await.
        public func makeAsyncIterator() -> Iterator { Iterator(taker: MonitorTaker(queue)) }

        /// Awaits one event after another.
        public struct Iterator: AsyncIteratorProtocol {
            let taker: MonitorTaker

            /// The next event; what was taken before is dealt with now. (PLAT-047)
            public mutating func next() async throws -> CLMonitor.Event? { try await taker.next() }
        }
    }
}
