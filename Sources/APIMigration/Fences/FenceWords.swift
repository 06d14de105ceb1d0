/// What a file calls the parts of a fence.
enum FenceWords: Hashable, Sendable {
    case bgeo
    case beekon
    /// Beekon's server spells in another way than its app.
    case beekonSlice
    case customerio

    /// The words that are written.
    init(writing style: APIStyle) {
        switch style {
        case .bgeo: self = .bgeo
        case .beekon: self = .beekon
        case .customerio: self = .customerio
        }
    }

    var style: APIStyle {
        switch self {
        case .bgeo: .bgeo
        case .beekon, .beekonSlice: .beekon
        case .customerio: .customerio
        }
    }

    /// The member or members; empty where the style has none.
    subscript(aspect: FenceAspect) -> String {
        switch self {
        case .bgeo: bgeo(aspect)
        case .beekon: beekon(aspect)
        case .beekonSlice: beekonSlice(aspect)
        case .customerio: customerio(aspect)
        }
    }

    /// The members one by one.
    func members(_ aspect: FenceAspect) -> [String] {
        self[aspect].split(separator: ", ").map { String($0) }
    }

    private func bgeo(_ aspect: FenceAspect) -> String {
        switch aspect {
        case .id: "identifier"
        case .center: "latitude, longitude"
        case .radius: "radius"
        case .enter: "notifyOnEntry"
        case .exit: "notifyOnExit"
        case .dwell: "notifyOnDwell"
        case .dwellDelay: "loiteringDelay"
        case .data: "extras"
        case .order: "order"
        case .polygon, .watchedCircle, .notification, .name, .geosets, .lastUpdated, .externalID, .options: ""
        }
    }

    private func beekon(_ aspect: FenceAspect) -> String {
        switch aspect {
        case .id: "id"
        case .center: "latitude, longitude"
        case .radius: "radiusMeters"
        case .enter: "notifyOnEntry"
        case .exit: "notifyOnExit"
        case .notification: "notification"
        case .order: "order"
        case .polygon, .watchedCircle, .dwell, .dwellDelay, .data, .name, .geosets, .lastUpdated, .externalID,
            .options:
            ""
        }
    }

    private func beekonSlice(_ aspect: FenceAspect) -> String {
        switch aspect {
        case .center: "geometry.latitude, geometry.longitude"
        case .radius: "geometry.radius_meters"
        case .polygon: "geometry.coordinates"
        case .enter: "notify_on_entry"
        case .exit: "notify_on_exit"
        default: beekon(aspect)
        }
    }

    private func customerio(_ aspect: FenceAspect) -> String {
        switch aspect {
        case .id: "id"
        case .center: "latitude, longitude"
        case .radius: "radius"
        case .polygon: "geometry"
        case .watchedCircle: "enclosing_circle"
        case .enter, .exit: "transition_types"
        case .dwell, .dwellDelay: "dwell_threshold_seconds"
        case .data: "metadata"
        case .name: "name"
        case .geosets: "geoset_ids"
        case .lastUpdated: "last_updated"
        case .externalID: "external_id"
        case .order: "order"
        case .options: "config"
        case .notification: ""
        }
    }
}
