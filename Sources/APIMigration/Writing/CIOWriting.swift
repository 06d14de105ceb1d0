import BGeoAdapter
import CIOAdapter
import GeofenceEngine
import LocationCore

/// Writes a fence in the shape in which Customer.io's server sends it.
struct CIOWriting {
    let fence: FenceDefinition
    var log: FieldLog

    private static let longestDwell = 2_147_483.0

    init(_ fence: FenceDefinition, from source: FenceWords) {
        self.fence = fence
        log = FieldLog(from: source, to: .customerio)
    }

    mutating func entry() throws(FenceRefusal) -> JSONValue {
        guard !fence.id.text.isBlank else {
            throw FenceRefusal(reason: "Customer.io takes no blank id; give the fence another one")
        }
        guard !fence.reports.isEmpty else {
            throw FenceRefusal(
                reason: "Customer.io has no fence that tells neither enter nor exit nor dwell; it was silent before, "
                    + "so leave it out, or switch one of them on")
        }
        log.carried(.id)
        var members: JSONObject = ["id": .string(fence.id.text)]
        shape(into: &members)
        reports(into: &members)
        let kept = lifted()
        metadata(without: kept == nil ? nil : CustomerIOKeepsake.key, into: &members)
        for aspect in CustomerIOKeepsake(fence).aspects { log.carried(aspect) }
        for member in (kept ?? CustomerIOKeepsake(fence)).json.objectValue ?? [:] {
            members[member.key] = member.value
        }
        return .object(members)
    }

    private mutating func shape(into members: inout JSONObject) {
        guard case .polygon(let polygon) = fence.shape else {
            put(log.circle(of: fence, because: "Customer.io has polygons of one ring only"), into: &members)
            return
        }
        let circle = fence.watchedCircle ?? FenceShape.polygon(polygon).roundedEnclosingCircle
        members["shape"] = "polygon"
        members["geometry"] = ["type": "Polygon", "coordinates": [Self.ring(polygon.shell)]]
        members["enclosing_circle"] = [
            "latitude": .plain(circle.center.latitude), "longitude": .plain(circle.center.longitude),
            "base_radius_m": .plain(circle.radius),
        ]
        if let fault = Self.fault(.object(members)) {
            for member in ["shape", "geometry", "enclosing_circle"] { members[member] = nil }
            put(log.circle(of: fence, because: "Customer.io refuses the polygon, as \(fault)"), into: &members)
            return
        }
        if polygon.holes.isEmpty {
            log.carried(.polygon)
        } else {
            log.differently(
                .polygon, into: ["geometry"],
                "its outer ring alone; Customer.io has no holes, and what they cut out (\(polygon.holes.count)) counts as inside"
            )
        }
        if fence.watchedCircle != nil { log.carried(.watchedCircle) }
    }

    private func put(_ circle: Circle, into members: inout JSONObject) {
        members["latitude"] = .plain(circle.center.latitude)
        members["longitude"] = .plain(circle.center.longitude)
        members["radius"] = .plain(circle.radius)
    }

    /// The vertices, longitude first, and the first one again.
    private static func ring(_ ring: Ring) -> JSONValue {
        .array((ring.vertices + ring.vertices.prefix(1)).map { [.plain($0.longitude), .plain($0.latitude)] })
    }

    /// Why Customer.io's SDK would drop an entry.
    private static func fault(_ entry: JSONValue) -> String? {
        do throws(EntryError) {
            var reader = try EntryReader(entry)
            _ = try reader.fence()
            return nil
        } catch {
            return error.description
        }
    }

    private mutating func reports(into members: inout JSONObject) {
        log.carried(.enter)
        log.carried(.exit)
        var words: [JSONValue] = []
        if fence.reports.contains(TransitionKinds.enter) { words.append("enter") }
        if fence.reports.contains(TransitionKinds.exit) { words.append("exit") }
        // Without a word both would be told; this one alone switches them off. (CIO 2.7)
        members["transition_types"] = .array(words.isEmpty ? ["dwell"] : words)
        let word = log.source[.dwell]
        guard fence.reports.contains(TransitionKinds.dwell) else {
            if !word.isEmpty { log.carried(.dwell) }
            if fence.dwellDelay != nil { log.differently(.dwellDelay, "left out; without \(word) it means nothing") }
            return
        }
        log.carried(.dwell)
        let delay = Geofence.effectiveLoiteringDelay(fence.dwellDelay)
        let seconds = min((delay / 1000).rounded(.up), Self.longestDwell)
        members["dwell_threshold_seconds"] = .plain(seconds)
        threshold(seconds, for: delay)
    }

    private mutating func threshold(_ seconds: Double, for delay: Double) {
        let into = log.target.members(.dwellDelay)
        let text = FieldLog.metres(seconds)
        if fence.dwellDelay != delay {
            let given = fence.dwellDelay == nil ? "left out, which" : "not above 0, which"
            log.differently(.dwellDelay, into: into, "\(given) means 300000 ms: \(text) s")
        } else if seconds * 1000 == delay {
            log.carried(.dwellDelay)
        } else if seconds == Self.longestDwell {
            log.differently(.dwellDelay, into: into, "shortened to the longest that Customer.io takes, \(text) s")
        } else {
            log.differently(.dwellDelay, into: into, "rounded up to whole seconds: \(text) s")
        }
    }

    /// What an earlier conversion kept in a member of its own.
    private mutating func lifted() -> CustomerIOKeepsake? {
        guard let kept = CustomerIOKeepsake(fence.data?[CustomerIOKeepsake.key]) else { return nil }
        log.data(
            CustomerIOKeepsake.key, into: kept.aspects.map { log.target[$0] },
            .carriedDifferently(how: "as the fence's own fields, from which an earlier conversion had taken them"))
        return kept
    }

    private mutating func metadata(without taken: String?, into members: inout JSONObject) {
        var offered: [(key: String, value: JSONValue)] = []
        for (key, value) in fence.data ?? [:] where key != taken {
            if value.isNull {
                log.data(
                    key, into: [], .notCarried(whatToDo: "Metadata has no null; leave it out, or write another value"))
            } else {
                offered.append((key, Self.flat(value)))
            }
        }
        if fence.data?.isEmpty == true { log.differently(.data, "left out; it was empty") }
        let notification = offerNotification(to: &offered)
        let kept = Metadata(wire: .object(JSONObject(offered))).values
        for (key, value) in offered {
            let isNotification = notification && key == NotificationKeepsake.key
            let outcome = Self.outcome(of: isNotification ? nil : fence.data?[key], offered: value, kept: kept[key])
            let into = kept[key] == nil ? [] : ["metadata.\(key)"]
            guard isNotification else {
                log.data(key, into: into, outcome)
                continue
            }
            if case .notCarried(let whatToDo) = outcome {
                log.lost(.notification, whatToDo)
            } else {
                log.differently(
                    .notification, into: into,
                    "kept as JSON text; Customer.io's SDK shows nothing by itself: send a push from a campaign")
            }
        }
        if !kept.isEmpty { members["metadata"] = .object(kept) }
    }

    /// Adds the notification to the values; whether it could be added.
    private mutating func offerNotification(to offered: inout [(key: String, value: JSONValue)]) -> Bool {
        guard let notification = fence.notification else { return false }
        guard !offered.contains(where: { compareUTF8($0.key, NotificationKeepsake.key) == 0 }) else {
            log.lost(
                .notification,
                "It would go to metadata.beekon, but there is a member of that name; give that another name")
            return false
        }
        offered.append((NotificationKeepsake.key, .string(NotificationKeepsake.json(notification).text)))
        return true
    }

    /// A list or an object as its JSON text; metadata is flat.
    private static func flat(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array, .object: .string(value.text)
        case .null, .bool, .integer, .unsigned, .double, .string: value
        }
    }

    private static func outcome(of given: JSONValue?, offered: JSONValue, kept: JSONValue?) -> FieldOutcome {
        guard let kept else {
            return .notCarried(
                whatToDo: "A fence has at most 100 values and 102400 bytes of them, in the order of their names; "
                    + "shorten or drop some")
        }
        if kept == given { return .carried }
        if kept == offered { return .carriedDifferently(how: "as JSON text; metadata is flat") }
        return .carriedDifferently(how: "\(offered) becomes \(kept)")
    }
}
