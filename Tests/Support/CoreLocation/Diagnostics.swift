import AppleStandIn
import LocationCore
import LocationSimulator

/// What a session says of the permission. (A10)
@available(macOS, unavailable)
extension CLBackgroundActivitySession {
    /// Why the session is not enough.
    @available(macOS, unavailable)
    @available(iOS 18.0, *)
    public struct Diagnostic: Sendable {
        /// The person refused this app.
        public var authorizationDenied: Bool { facts.tier == .denied }
        /// Location services are off.
        public var authorizationDeniedGlobally: Bool { !facts.servicesEnabled }
        /// Restrictions forbid it.
        public var authorizationRestricted: Bool { facts.tier == .restricted }
        /// The app is not in use enough. (PLAT-060)
        public let insufficientlyInUse: Bool
        /// The app chose explicit sessions and holds none. (PLAT-058)
        public let serviceSessionRequired: Bool
        /// A prompt is open; the stand-in's person answers at once.
        public var authorizationRequestInProgress: Bool { false }
        let facts: Authorization
    }

    /// Diagnostics as they change, to be awaited.
    @available(macOS, unavailable)
    @available(iOS 18.0, *)
    final public class Diagnostics: AsyncSequence {
        /// A diagnostic.
        public typealias Element = Diagnostic
        private let feed: DiagnosticFeed<Diagnostic>

        init(_ feed: DiagnosticFeed<Diagnostic>) { self.feed = feed }

        /// Begins with how things stand.
        public func makeAsyncIterator() -> Iterator { Iterator(base: feed.stream().makeAsyncIterator()) }

        /// Awaits one diagnostic after another.
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<Diagnostic>.Iterator

            /// The next diagnostic.
            public mutating func next() async throws -> Diagnostic? { await base.next() }
        }
    }
}

/// What a session says of the permission. (A10)
@available(macOS, unavailable)
extension CLServiceSession {
    /// Why the session is not enough.
    public struct Diagnostic: Sendable {
        /// The person refused this app.
        public var authorizationDenied: Bool { facts.tier == .denied }
        /// Location services are off.
        public var authorizationDeniedGlobally: Bool { !facts.servicesEnabled }
        /// Restrictions forbid it.
        public var authorizationRestricted: Bool { facts.tier == .restricted }
        /// The app is not in use enough. (PLAT-055)
        public let insufficientlyInUse: Bool
        /// The app chose explicit sessions and holds none. (PLAT-058)
        public let serviceSessionRequired: Bool
        /// A prompt is open; the stand-in's person answers at once.
        public var authorizationRequestInProgress: Bool { false }
        /// Precise positions were asked for and refused.
        public var fullAccuracyDenied: Bool { wantsPrecision && !facts.isPrecise }
        /// Always was asked for and refused.
        public var alwaysAuthorizationDenied: Bool { wantsAlways && facts.tier != .always }
        let facts: Authorization
        let wantsAlways: Bool
        let wantsPrecision: Bool
    }

    /// Diagnostics as they change, to be awaited.
    final public class Diagnostics: AsyncSequence {
        /// A diagnostic.
        public typealias Element = Diagnostic
        private let feed: DiagnosticFeed<Diagnostic>

        init(_ feed: DiagnosticFeed<Diagnostic>) { self.feed = feed }

        /// Begins with how things stand.
        public func makeAsyncIterator() -> Iterator { Iterator(base: feed.stream().makeAsyncIterator()) }

        /// Awaits one diagnostic after another.
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<Diagnostic>.Iterator

            /// The next diagnostic.
            public mutating func next() async throws -> Diagnostic? { await base.next() }
        }
    }
}

/// Tells a session's diagnostics anew with every change of the permission and of the app's life.
struct DiagnosticFeed<Diagnostic: Sendable>: Sendable {
    let standIn: StandIn
    let now: @Sendable () -> Diagnostic

    func stream() -> AsyncStream<Diagnostic> {
        let (stream, continuation) = AsyncStream.makeStream(of: Diagnostic.self, bufferingPolicy: .bufferingNewest(16))
        continuation.yield(now())
        let part = standIn.join { event in
            switch event {
            case .authorization, .app: continuation.yield(now())
            default: break
            }
        }
        continuation.onTermination = { [standIn] _ in standIn.leave(part) }
        return stream
    }
}
