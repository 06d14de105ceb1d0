/// Position readings.
public protocol FixPort: Sendable {
    /// Asks for one reading. Answered by ``DeviceEvent/fix(_:request:)`` or ``DeviceEvent/fixFailed(request:_:)``.
    func request(_ request: FixRequest)
    /// Gives a request up; it is not answered afterwards.
    func cancel(request id: String)
    /// Starts or changes the continuous subscription named `owner`.
    func watch(owner: String, rate: FixRate)
    /// Ends the continuous subscription named `owner`.
    func stopWatching(owner: String)
    /// The newest reading the platform remembers, possibly old. (PLAT-030)
    var lastKnown: Fix? { get }
}

/// A wish for one position reading.
public struct FixRequest: Hashable, Sendable {
    /// Chosen by the caller; comes back with the answer.
    public let id: String
    /// Wanted uncertainty in metres.
    public let accuracy: Double
    /// Milliseconds after which the request fails.
    public let timeout: Int64
    /// How old, in milliseconds, a remembered reading may be to serve as the answer; 0 for a new one.
    public let oldestAcceptable: Int64

    /// Describes a wish.
    public init(id: String, accuracy: Double, timeout: Int64, oldestAcceptable: Int64 = 0) {
        self.id = id
        self.accuracy = accuracy
        self.timeout = timeout
        self.oldestAcceptable = oldestAcceptable
    }
}

/// How dense a continuous subscription shall be.
public struct FixRate: Hashable, Sendable {
    /// Wanted uncertainty in metres.
    public let accuracy: Double
    /// Metres the device must move between readings; 0 for every reading.
    public let distance: Double

    /// Describes a density.
    public init(accuracy: Double, distance: Double) {
        self.accuracy = accuracy
        self.distance = distance
    }
}

/// Why there was no fix.
public enum FixFailure: String, Error, Hashable, Sendable, Codable {
    /// No reading in time.
    case timedOut
    /// Permission is missing.
    case notAuthorized
    /// Location services are off or the machine has none.
    case unavailable
}
