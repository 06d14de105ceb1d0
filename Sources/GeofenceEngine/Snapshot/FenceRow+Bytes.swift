import LocationCore

/// A row as bytes: the name first, for whoever only looks for that.
extension FenceRow {
    private struct Parts: OptionSet {
        let rawValue: UInt8
        static let enter = Parts(rawValue: 1)
        static let exit = Parts(rawValue: 2)
        static let dwell = Parts(rawValue: 4)
        static let shape = Parts(rawValue: 8)
        static let geosets = Parts(rawValue: 16)
        static let notice = Parts(rawValue: 32)
        static let attributes = Parts(rawValue: 64)
    }

    func write(to writer: inout ByteWriter) {
        var parts: Parts = []
        if reports.contains(TransitionKinds.enter) { parts.insert(.enter) }
        if reports.contains(TransitionKinds.exit) { parts.insert(.exit) }
        if reports.contains(TransitionKinds.dwell) { parts.insert(.dwell) }
        if shape != nil { parts.insert(.shape) }
        if geosets != nil { parts.insert(.geosets) }
        if notice != nil { parts.insert(.notice) }
        if attributes != nil { parts.insert(.attributes) }
        writer.append(id)
        writer.append(parts.rawValue)
        writer.append(compact: UInt64(bitPattern: ordinal))
        writer.append(center?.latitude ?? .nan)
        writer.append(center?.longitude ?? .nan)
        writer.append(radius)
        writer.append(compact: UInt64(bitPattern: dwellDelay))
        writer.append(compact: UInt64(bitPattern: revision))
        writer.append(compact: UInt64(bitPattern: shapeRevision))
        for text in [shape, geosets, notice, attributes] { if let text { writer.append(text) } }
    }

    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = ByteReader(bytes)
        guard let id = reader.text(), let parts = reader.number(UInt8.self).map(Parts.init(rawValue:)),
            let ordinal = reader.compact(), let latitude = reader.double(), let longitude = reader.double(),
            let radius = reader.double(),
            let delay = reader.compact(), let revision = reader.compact(), let shapeRevision = reader.compact()
        else { return nil }
        var texts: [String?] = []
        for part in [Parts.shape, .geosets, .notice, .attributes] {
            guard parts.contains(part) else {
                texts.append(nil)
                continue
            }
            guard let text = reader.text() else { return nil }
            texts.append(text)
        }
        var reports: TransitionKinds = []
        if parts.contains(.enter) { reports.insert(.enter) }
        if parts.contains(.exit) { reports.insert(.exit) }
        if parts.contains(.dwell) { reports.insert(.dwell) }
        self.init(
            ordinal: Int64(bitPattern: ordinal), id: id,
            center: try? Coordinate(latitude: latitude, longitude: longitude),
            radius: radius, reports: reports, dwellDelay: Int64(bitPattern: delay), shape: texts[0],
            geosets: texts[1], notice: texts[2], attributes: texts[3], revision: Int64(bitPattern: revision),
            shapeRevision: Int64(bitPattern: shapeRevision))
    }

    /// The bytes of the name alone.
    static func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var reader = ByteReader(bytes)
        return reader.textBytes()
    }
}
