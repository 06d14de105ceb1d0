package import LocationCore

/// A region that the engine wants the system to watch.
package struct Place: Hashable, Sendable {
    package let regionID: String
    /// Whose region it is; `nil` for the helper.
    package let owner: StoredFence?
    /// The circle asked for; its radius is already within what the system takes.
    package let circle: Circle
    package let center: SurfacePoint
    /// Whether a device found inside counts as having come in; read when the region was asked for. (BGEO 7)
    package let tellsFirstEnter: Bool
    /// When it was asked for, on the steady clock.
    package let askedAt: Int64
    /// Whether the system has said that it watches it.
    package var isHeld: Bool
    /// What is known of the first side already, and counts once the system watches. (CIO 7.5)
    package var firstEvidence: Evidence? {
        get { boxedFirst?.value }
        set { boxedFirst = newValue.map { Boxed($0) } }
    }
    /// A side that the system reported too soon after adding to be believed at once. (PLAT-046)
    package var doubted: Doubt? {
        get { boxedDoubt?.value }
        set { boxedDoubt = newValue.map { Boxed($0) } }
    }
    /// Whether nothing more is awaited about it.
    package var isSettled: Bool { isHeld && !isDoubted }
    package var isDoubted: Bool { boxedDoubt != nil }
    /// Hardly any place has one of these, and their room would be more than that of all the rest.
    private var boxedFirst: Boxed<Evidence>?
    private var boxedDoubt: Boxed<Doubt>?

    package struct Doubt: Hashable, Sendable {
        package let evidence: Evidence
        package let isCrossing: Bool
    }

    package init(
        regionID: String, owner: StoredFence?, circle: Circle, tellsFirstEnter: Bool, askedAt: Int64, isHeld: Bool,
        firstEvidence: Evidence? = nil
    ) {
        self.regionID = regionID
        self.owner = owner
        self.circle = circle
        self.center = SurfacePoint(circle.center)
        self.tellsFirstEnter = tellsFirstEnter
        self.askedAt = askedAt
        self.isHeld = isHeld
        self.boxedFirst = firstEvidence.map { Boxed($0) }
    }

    /// The same region, asked for once more.
    package func asked(at steady: Int64) -> Place {
        Place(
            regionID: regionID, owner: owner, circle: circle, tellsFirstEnter: tellsFirstEnter, askedAt: steady,
            isHeld: false, firstEvidence: firstEvidence)
    }

    /// The same region under a definition that changed in other respects than its circle.
    package func owned(by owner: StoredFence) -> Place {
        var place = Place(
            regionID: regionID, owner: owner, circle: circle, tellsFirstEnter: tellsFirstEnter, askedAt: askedAt,
            isHeld: isHeld, firstEvidence: firstEvidence)
        place.doubted = doubted
        return place
    }
}
