package import GeofenceEngine
package import LocationCore

/// What the answer to a sync says about the slice. (BKN 8)
package enum SliceAnswer: Hashable, Sendable {
    /// The slice stays as it is; the reason, where it is not simply that nothing was said.
    case unchanged(String?)
    /// The slice becomes this.
    case replaced(Slice)

    /// The fences that the server gives this device.
    package struct Slice: Hashable, Sendable {
        /// By which the server knows it again.
        package let revision: String?
        /// In the order of the answer; of two with one id the later counts.
        package let items: [SliceItem]
        /// What was left out.
        package let faults: [SliceFault]
        /// Of that, the fences that have an id.
        package let leftOut: LeftOutFences
    }

    /// Reads the body of an answer; what cannot be read changes nothing.
    package init(body: some Collection<UInt8>) {
        guard !body.isEmpty else {
            self = .unchanged(nil)
            return
        }
        do {
            self.init(json: try JSONValue(json: body))
        } catch {
            self = .unchanged(error.description)
        }
    }

    /// Reads an answer; keys that are not known are ignored, whatever its version.
    package init(json: JSONValue) {
        guard let geofences = json["geofences"], !geofences.isNull else {
            self = .unchanged(nil)
            return
        }
        guard let entries = geofences["items"]?.arrayValue else {
            self = .unchanged("geofences.items is no list")
            return
        }
        var faults: [SliceFault] = []
        var items: [SliceItem] = []
        var leftOut = LeftOutFences()
        for (index, entry) in entries.enumerated() {
            do throws(SliceFault) {
                let item = try SliceItem(json: entry)
                if let fault = item.notificationFault {
                    faults.append(SliceFault("items[\(index)].notification.\(fault)"))
                }
                items.append(item)
            } catch {
                faults.append(SliceFault("items[\(index)]: \(error)"))
                if let id = entry["id"]?.stringValue { leftOut.add(id, error.description) }
            }
        }
        self = .replaced(
            Slice(
                revision: geofences["revision"]?.stringValue, items: Self.lastOfEach(items), faults: faults,
                leftOut: leftOut))
    }

    private static func lastOfEach(_ items: [SliceItem]) -> [SliceItem] {
        var places: [[UInt8]: Int] = [:]
        var kept: [SliceItem] = []
        for item in items {
            // By bytes, as everywhere: text that only looks alike names another fence.
            if let place = places[Array(item.id.utf8)] {
                kept[place] = item
            } else {
                places[Array(item.id.utf8)] = kept.count
                kept.append(item)
            }
        }
        return kept
    }
}
