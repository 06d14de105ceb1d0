import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// A position of the live stream, or why there is none. (A9)
public struct CLLocationUpdate: Sendable {
    /// Where; `nil` when the update only says why. (PLAT-118)
    public let location: CLLocation?
    /// Whether the device rests.
    @available(iOS 18.0, macOS 15.0, *)
    public let stationary: Bool
    /// Whether the device rests.
    @available(*, deprecated, renamed: "stationary")
    public var isStationary: Bool { stationary }
    /// The person refused this app.
    @available(iOS 18.0, macOS 15.0, *)
    public let authorizationDenied: Bool
    /// Location services are off.
    @available(iOS 18.0, macOS 15.0, *)
    public let authorizationDeniedGlobally: Bool
    /// Restrictions forbid it.
    @available(iOS 18.0, macOS 15.0, *)
    public let authorizationRestricted: Bool
    /// The app is not in use enough.
    @available(iOS 18.0, macOS 15.0, *)
    public var insufficientlyInUse: Bool { false }
    /// There is no position at the moment.
    @available(iOS 18.0, macOS 15.0, *)
    public var locationUnavailable: Bool { location == nil }
    /// Positions are not precise.
    @available(iOS 18.0, macOS 15.0, *)
    public let accuracyLimited: Bool
    /// The app chose explicit sessions and holds none.
    @available(iOS 18.0, macOS 15.0, *)
    public var serviceSessionRequired: Bool { false }
    /// A prompt is open.
    @available(iOS 18.0, macOS 15.0, *)
    public var authorizationRequestInProgress: Bool { false }

    /// What the positions are for.
    public enum LiveConfiguration: Hashable, Sendable {
        /// Anything.
        case `default`
        /// Driving.
        case automotiveNavigation
        /// Boats and trains.
        case otherNavigation
        /// On foot.
        case fitness
        /// In the air.
        case airborne
    }

    /// Positions of the running process, as they come.
    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
        Updates(standIn: .ofThisTask)
    }

    /// Positions, to be awaited.
    public struct Updates: AsyncSequence, Sendable {
        /// An update.
        public typealias Element = CLLocationUpdate
        let standIn: StandIn

        /// Begins to follow positions.
        public func makeAsyncIterator() -> Iterator { Iterator(follower: Follower(standIn)) }

        /// Awaits one update after another.
        public struct Iterator: AsyncIteratorProtocol {
            let follower: Follower

            /// The next update.
            public mutating func next() async throws -> CLLocationUpdate? { await follower.next() }
        }
    }

    init(_ fix: Fix?, _ authorization: Authorization) {
        location = fix.map(CLLocation.init)
        stationary = fix?.speed == 0
        authorizationDenied = authorization.tier == .denied
        authorizationDeniedGlobally = !authorization.servicesEnabled
        authorizationRestricted = authorization.tier == .restricted
        accuracyLimited = !authorization.isPrecise
    }

    /// One who follows positions, until they let go.
    final class Follower: Sendable {
        private let standIn: StandIn
        private let owner: String
        private let part: Int
        private let stream: Locked<AsyncStream<CLLocationUpdate>.Iterator?>

        init(_ standIn: StandIn) {
            self.standIn = standIn
            owner = "updates-\(standIn.nextNumber())"
            let (stream, continuation) = AsyncStream.makeStream(of: CLLocationUpdate.self)
            self.stream = Locked(stream.makeAsyncIterator())
            let isResting = Locked(false)
            part = standIn.join { event in
                let authorization = standIn.device.authorization.current
                switch event {
                case .fix(let fix, nil):
                    // The one that says so is the last while the device rests. (PLAT-118)
                    let update = CLLocationUpdate(fix, authorization)
                    let wasResting = isResting.withLock { isResting in
                        defer { isResting = update.stationary }
                        return isResting
                    }
                    if !update.stationary || !wasResting { continuation.yield(update) }
                case .authorization: continuation.yield(CLLocationUpdate(nil, authorization))
                default: break
                }
            }
            standIn.device.fixes.watch(owner: owner, rate: FixRate(accuracy: 0, distance: 0))
        }

        deinit {
            standIn.leave(part)
            standIn.device.fixes.stopWatching(owner: owner)
        }

        func next() async -> CLLocationUpdate? {
            guard
                var iterator = stream.withLock({ iterator in
                    defer { iterator = nil }
                    return iterator
                })
            else { return nil }
            let update = await iterator.next()
            stream.withLock { $0 = iterator }
            return update
        }
    }
}
