import LocationCore

/// A fence as it is kept: in a row of the database, and in the same form in a snapshot.
///
/// A polygon's registered circle stands in the columns of a circle.
struct FenceRow {
    var ordinal: Int64
    var id: String
    /// `nil` where the column holds something else.
    var center: Coordinate?
    var radius: Double
    var reports: TransitionKinds
    var dwellDelay: Int64
    /// `nil` for a circle.
    var shape: String?
    var geosets: String?
    var notice: String?
    /// The vendor's own definition, as it was given.
    var attributes: String?
    var revision: Int64
    var shapeRevision: Int64
}

extension FenceRow {
    init(_ stored: StoredFence) {
        let fence = stored.fence
        ordinal = stored.ordinal
        id = fence.id.text
        center = stored.enclosing.center
        radius = stored.enclosing.radius
        reports = fence.reports
        dwellDelay = fence.dwellDelay
        shape = fence.shape.isCircle ? nil : fence.shape.json.text
        geosets = fence.geosets.isEmpty ? nil : JSONValue.array(fence.geosets.map { .string($0) }).text
        notice = fence.notice?.json.text
        attributes = fence.attributes == .null ? nil : fence.attributes.text
        revision = Int64(stored.revision)
        shapeRevision = Int64(stored.shapeRevision)
    }

    /// The fence; `nil` if the columns make none, or another than was defined.
    var stored: StoredFence? {
        guard let area, let attributes = Self.json(attributes), let geosets = Self.json(geosets),
            let notice = Self.json(notice)
        else { return nil }
        return StoredFence(
            fence: Fence(
                id: FenceID(id), shape: area, watchedCircle: area.isCircle ? nil : circle, reports: reports,
                dwellDelay: dwellDelay, geosets: geosets.arrayValue?.compactMap(\.stringValue) ?? [],
                notice: Notice(json: notice), attributes: attributes),
            ordinal: ordinal, revision: Int(truncatingIfNeeded: revision),
            shapeRevision: Int(truncatingIfNeeded: shapeRevision))
    }

    private var area: FenceShape? {
        guard let shape else { return circle.map { .circle($0) } }
        return (try? JSONValue(json: shape)).flatMap { try? FenceShape(json: $0) }
    }

    private var circle: Circle? { center.flatMap { try? Circle(center: $0, radius: radius) } }

    /// A column that is there but cannot be read is `nil`.
    private static func json(_ text: String?) -> JSONValue? {
        guard let text else { return .null }
        return try? JSONValue(json: text)
    }
}
