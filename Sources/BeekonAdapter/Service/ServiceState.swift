import GeofenceEngine
import LocationCore

/// What the service remembers between calls. All of it is derived from the store or lasts one process.
struct ServiceState {
    /// Who hears the news, held weakly.
    weak var listener: (any BeekonEngineListener)?
    /// Whether the service listens to the device.
    var isAttached = false
    /// The configuration in force.
    var config = BeekonConfig.initial
    /// Made once per install.
    var installID = ""
    /// By which the server knows the slice again.
    var revision: String?
    var lastSync: LastSync?
    /// The request of a cloud sync without records that is under way.
    var syncRequest: String?
    /// Failed syncs since the last success.
    var syncFailures = 0
    /// Until when, on the continuous clock, the network's return is no reason to sync: the server asked for a pause, or is
    /// in trouble. (AMD-02)
    var syncHeldUntil: Int64?
    /// Whether a refused token is being exchanged, so that its refusal is not told yet.
    var isExchanging = false
    /// Calls that wait for a position, by request.
    var waitingFixes: [String: CheckedContinuation<FixOutcome, Never>] = [:]
    /// Positions that came before their call waited.
    var earlyFixes: [String: FixOutcome] = [:]
    /// Calls that wait for the person's answer about notifications.
    var waitingPermissions: [CheckedContinuation<Void, Never>] = []

    typealias FixOutcome = Result<Fix, FixFailure>
}

/// When and where the server last heard from this device in cloud mode. (BKN 8, rule 8)
struct LastSync: Hashable {
    static let key = "beekon.lastSync"

    let at: Timestamp
    let place: Coordinate?

    var json: JSONValue {
        ["at": .integer(at.milliseconds), "place": place?.json ?? .null]
    }

    init(at: Timestamp, place: Coordinate?) {
        self.at = at
        self.place = place
    }

    init?(json: JSONValue) {
        guard let at = json["at"]?.int64Value else { return nil }
        self.init(at: Timestamp(milliseconds: at), place: json["place"].flatMap(Coordinate.init(json:)))
    }
}
