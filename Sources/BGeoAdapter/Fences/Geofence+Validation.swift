package import LocationCore

extension Geofence {
    /// The first rule that the fence breaks; `nil` if it may be stored.
    package var brokenRule: GeofenceRule? {
        if identifier.isEmpty { return .identifier }
        if !(radius.isFinite && radius > 0) { return .radius }
        // NaN lies in no range, and neither does an infinity.
        if !(-90...90).contains(latitude) { return .latitude }
        if !(-180...180).contains(longitude) { return .longitude }
        if notifyOnEntry != true, notifyOnExit != true, notifyOnDwell != true { return .notify }
        return nil
    }

    /// Checks a whole list before anything of it is stored, and gives it in its stored shape.
    ///
    /// An identifier that occurs twice keeps its first place and its last definition. (BGEO-016, BGEO-018)
    ///
    /// - Throws: The first broken rule of the first such fence; extras that are not JSON only when no rule is broken.
    package static func stored(_ fences: [Geofence]) throws(GeofenceRejection) -> [JSONValue] {
        for (index, fence) in fences.enumerated() {
            if let rule = fence.brokenRule {
                throw .broken(rule: rule, index: index, identifier: fence.identifier)
            }
        }
        for (index, fence) in fences.enumerated() {
            if let member = fence.extrasObject?.unrepresentable {
                throw .extras(member: member, index: index, identifier: fence.identifier)
            }
        }
        var places: [[UInt8]: Int] = [:]
        var stored: [JSONValue] = []
        for fence in fences {
            // Bytes, because Swift calls two spellings of one accented letter equal and the database does not.
            let key = Array(fence.identifier.utf8)
            if let place = places[key] {
                stored[place] = fence.storedForm
            } else {
                places[key] = stored.count
                stored.append(fence.storedForm)
            }
        }
        return stored
    }

    /// The fence as it is stored and read back: flags that were left out are `false`.
    ///
    /// A loitering delay that is not finite has no JSON form; it is left out, which means the same. (BGEO-081)
    package var storedForm: JSONValue {
        var writer = MemberWriter()
        // In the order that objects keep, so that a list of many thousands is not sorted fence by fence.
        writer.put("extras", extrasObject)
        writer.put("identifier", identifier)
        writer.put("latitude", latitude)
        writer.put("loiteringDelay", loiteringDelay.flatMap { $0.isFinite ? $0 : nil })
        writer.put("longitude", longitude)
        writer.put("notifyOnDwell", notifyOnDwell ?? false)
        writer.put("notifyOnEntry", notifyOnEntry ?? false)
        writer.put("notifyOnExit", notifyOnExit ?? false)
        writer.put("radius", radius)
        return .object(writer.members)
    }

    /// Milliseconds of staying after which a dwell is told. (BGEO-081)
    package static func effectiveLoiteringDelay(_ given: Double?) -> Double {
        guard let given, given.isFinite, given > 0 else { return 300_000 }
        return given
    }
}
