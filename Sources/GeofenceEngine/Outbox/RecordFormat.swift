public import LocationCore

/// The vendor's shape of a record: the payload third of "policy, façade and payload".
///
/// Its functions are pure. They are called while a transition is being decided, so that the finished record is
/// committed together with the change of state that it tells.
public protocol RecordFormat: Sendable {
    /// The records of a transition; more than one where it is reported once per geoset.
    ///
    /// - Parameters:
    ///   - transition: The transition. Its position is `nil` only where the policy allows that.
    ///   - id: Makes an identifier for a record that shall not carry the transition's.
    func records(of transition: Transition, in context: RecordContext, id: () -> String) -> [Record]

    /// The record of a fix: a tracking fix, or the one beside a transition. `nil` where the vendor records none.
    func record(of fix: Fix, beside transition: Transition?, in context: RecordContext, id: String) -> Record?
}

/// What else a record may tell.
public struct RecordContext: Hashable, Sendable {
    /// The time at which the record is written.
    public let now: Timestamp
    /// Battery, motion and the like.
    public let status: DeviceStatus
    /// Metres travelled.
    public let odometer: Double
    /// The tracking session; `nil` outside one.
    public let session: String?

    /// Describes the surroundings of a record.
    public init(now: Timestamp, status: DeviceStatus, odometer: Double, session: String?) {
        self.now = now
        self.status = status
        self.odometer = odometer
        self.session = session
    }
}
