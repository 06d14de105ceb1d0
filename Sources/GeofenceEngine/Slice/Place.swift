package import LocationCore

/// A region that the engine wants the system to watch.
///
/// A list of them is copied whenever one of them comes or goes, so a value is little more than one reference.
package struct Place: Hashable, Sendable {
    private let asked: Asked
    /// Whether the system has said that it watches it.
    package var isHeld: Bool
    package private(set) var isDoubted = false
    /// Hardly any place has something of this.
    private var awaited: Boxed<Awaited>?

    package var regionID: String { asked.regionID }
    /// Whose region it is; `nil` for the helper.
    package var owner: StoredFence? { asked.owner }
    /// The owner's place in the stored order, which begins at 1; 0 for the helper.
    package var ordinal: Int64 { asked.ordinal }
    /// Whether the owner is a circle.
    package var isCircle: Bool { asked.isCircle }
    /// The circle asked for; its radius is already within what the system takes.
    package var circle: Circle { asked.circle }
    package var center: SurfacePoint { asked.center }
    /// Whether a device found inside counts as having come in; read when the region was asked for. (BGEO 7)
    package var tellsFirstEnter: Bool { asked.tellsFirstEnter }
    /// When it was asked for, on the steady clock.
    package var askedAt: Int64 { asked.askedAt }
    /// What is known of the first side already, and counts once the system watches. (CIO 7.5)
    package var firstEvidence: Evidence? {
        get { awaited?.value.firstEvidence }
        set { awaited = Awaited(firstEvidence: newValue, doubted: doubted).boxed }
    }
    /// A side that the system reported too soon after adding to be believed at once. (PLAT-046)
    package var doubted: Doubt? {
        get { awaited?.value.doubted }
        set {
            awaited = Awaited(firstEvidence: firstEvidence, doubted: newValue).boxed
            isDoubted = newValue != nil
        }
    }
    /// Whether nothing more is awaited about it.
    package var isSettled: Bool { isHeld && !isDoubted }

    package struct Doubt: Hashable, Sendable {
        package let evidence: Evidence
        package let isCrossing: Bool
    }

    package init(
        regionID: String, owner: StoredFence?, circle: Circle, tellsFirstEnter: Bool, askedAt: Int64, isHeld: Bool,
        firstEvidence: Evidence? = nil
    ) {
        self.init(
            Asked(
                regionID: regionID, owner: owner, circle: circle, center: SurfacePoint(circle.center),
                tellsFirstEnter: tellsFirstEnter, askedAt: askedAt),
            isHeld: isHeld, firstEvidence: firstEvidence)
    }

    private init(_ asked: Asked, isHeld: Bool, firstEvidence: Evidence?) {
        self.asked = asked
        self.isHeld = isHeld
        awaited = Awaited(firstEvidence: firstEvidence, doubted: nil).boxed
    }

    /// The same region, asked for once more.
    package func asked(at steady: Int64) -> Place {
        Place(
            Asked(
                regionID: regionID, owner: owner, circle: circle, center: center, tellsFirstEnter: tellsFirstEnter,
                askedAt: steady),
            isHeld: false, firstEvidence: firstEvidence)
    }

    /// The same region under a definition that changed in other respects than its circle.
    package func owned(by owner: StoredFence) -> Place {
        var place = Place(
            Asked(
                regionID: regionID, owner: owner, circle: circle, center: center, tellsFirstEnter: tellsFirstEnter,
                askedAt: askedAt),
            isHeld: isHeld, firstEvidence: firstEvidence)
        if let doubted { place.doubted = doubted }
        return place
    }
}

/// What was asked for, which never changes.
private final class Asked: Hashable, Sendable {
    let regionID: String
    let owner: StoredFence?
    let ordinal: Int64
    let isCircle: Bool
    let circle: Circle
    let center: SurfacePoint
    let tellsFirstEnter: Bool
    let askedAt: Int64

    init(
        regionID: String, owner: StoredFence?, circle: Circle, center: SurfacePoint, tellsFirstEnter: Bool,
        askedAt: Int64
    ) {
        self.regionID = regionID
        self.owner = owner
        self.ordinal = owner?.ordinal ?? 0
        self.isCircle = owner?.fence.shape.isCircle ?? false
        self.circle = circle
        self.center = center
        self.tellsFirstEnter = tellsFirstEnter
        self.askedAt = askedAt
    }

    static func == (left: Asked, right: Asked) -> Bool {
        left === right
            || left.regionID == right.regionID && left.owner == right.owner && left.circle == right.circle
                && left.tellsFirstEnter == right.tellsFirstEnter && left.askedAt == right.askedAt
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(regionID)
        hasher.combine(askedAt)
    }
}

private struct Awaited: Hashable, Sendable {
    let firstEvidence: Evidence?
    let doubted: Place.Doubt?

    /// `nil` if nothing is awaited.
    var boxed: Boxed<Awaited>? { firstEvidence == nil && doubted == nil ? nil : Boxed(self) }
}
