package import LocationCore

/// What a decision about refreshing looks at besides the machine's own state.
package struct RefreshFacts: Hashable, Sendable {
    /// The time, on the clock on which ``LastSync/at`` was read.
    package var now: Timestamp
    /// Who is identified; `nil` for nobody.
    package var person: String?
    /// How fixes for geofencing come about.
    package var mode: GeofenceLocationMode
    /// The server's options.
    package var config: ServerConfig
    /// The last download; `nil` for none, or after a sign-out.
    package var lastSync: LastSync?
    /// Where the regions of the moment were ranked from.
    package var registrationCenter: Coordinate?
    /// The newest fix of any source in memory, or else the persisted one.
    package var lastKnown: Coordinate?
    /// Whether there are kept fences.
    package var hasCachedFences: Bool
    /// Whether any fence was registered last.
    package var hasRegisteredFences: Bool
    /// Whether the server has asked for a pause of downloads that is not over. (AMD-02)
    package var isHeld: Bool

    package init(
        now: Timestamp, person: String?, mode: GeofenceLocationMode = .automatic, config: ServerConfig = .fallback,
        lastSync: LastSync? = nil, registrationCenter: Coordinate? = nil, lastKnown: Coordinate? = nil,
        hasCachedFences: Bool = false, hasRegisteredFences: Bool = false, isHeld: Bool = false
    ) {
        self.isHeld = isHeld
        self.now = now
        self.person = person
        self.mode = mode
        self.config = config
        self.lastSync = lastSync
        self.registrationCenter = registrationCenter
        self.lastKnown = lastKnown
        self.hasCachedFences = hasCachedFences
        self.hasRegisteredFences = hasRegisteredFences
    }

    /// The anchor of a launch or identify pass.
    var anchor: Coordinate? { registrationCenter ?? lastKnown }

    /// The anchor from which a kept set is registered again without a download. (CIO 7.6)
    var restoreAnchor: Coordinate? { registrationCenter ?? lastSync?.anchor }

    /// Whether a silent fix becomes the last known one. Where the host decides about fixes, one that came while nobody
    /// was identified must not serve a later identify as a hidden retry. (CIO 1.7)
    package var keepsSilentFix: Bool { mode == .automatic || person != nil }
}
