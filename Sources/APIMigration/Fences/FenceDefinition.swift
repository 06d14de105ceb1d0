public import BeekonAdapter
public import GeofenceEngine
public import LocationCore

/// A fence in no vendor's words: everything that one of the three styles can say about it.
///
/// What a style has no word for is `nil` or empty when it was read from that style.
public struct FenceDefinition: Hashable, Sendable {
    /// The customer's name for it, compared by its UTF-8 bytes.
    public var id: FenceID
    /// Where it is. BGeo and an app with Beekon have circles only; Customer.io's polygons have one ring.
    public var shape: FenceShape
    /// The circle that Customer.io's server gives for a polygon; `nil` where there is none.
    public var watchedCircle: Circle?
    /// What is told. Beekon has no dwell.
    public var reports: TransitionKinds
    /// Milliseconds of staying after which a dwell is told, as given; `nil` when left out, which in BGeo means 300000.
    public var dwellDelay: Double?
    /// BGeo's `extras` or Customer.io's `metadata`; `nil` when there are none.
    public var data: JSONObject?
    /// What Beekon shows at a crossing.
    public var notification: GeofenceNotification?
    /// Customer.io's name for people to read; not empty.
    public var name: String?
    /// Customer.io's groups, distinct and in order.
    public var geosets: [String]
    /// When Customer.io's workspace changed it last; `nil` when unknown.
    public var lastUpdated: Timestamp?
    /// Customer.io's `external_id`, which its SDK reads and never uses.
    public var externalID: String?

    /// Describes a fence.
    public init(
        id: FenceID, shape: FenceShape, watchedCircle: Circle? = nil, reports: TransitionKinds,
        dwellDelay: Double? = nil, data: JSONObject? = nil, notification: GeofenceNotification? = nil,
        name: String? = nil, geosets: [String] = [], lastUpdated: Timestamp? = nil, externalID: String? = nil
    ) {
        self.id = id
        self.shape = shape
        self.watchedCircle = watchedCircle
        self.reports = reports
        self.dwellDelay = dwellDelay
        self.data = data
        self.notification = notification
        self.name = name
        self.geosets = geosets
        self.lastUpdated = lastUpdated
        self.externalID = externalID
    }
}
