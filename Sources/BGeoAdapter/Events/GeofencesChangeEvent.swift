/// The set of fences that the system watches has changed.
public struct GeofencesChangeEvent: Hashable, Sendable {
    /// Fences that are watched from now on.
    public let on: [Geofence]
    /// Fences that are no longer watched, as they were defined while they were.
    public let off: [Geofence]

    /// Reads a payload of channel `geofenceschange`; `nil` unless both lists are there.
    ///
    /// An entry that is no complete fence is left out of its list. (BGEO-152)
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let on = read.array("on"), let off = read.array("off") else { return nil }
        self.on = Self.fences(on)
        self.off = Self.fences(off)
    }

    private static func fences(_ entries: [Any]) -> [Geofence] {
        entries.compactMap { ($0 as? [String: Any]).flatMap(Geofence.init(dictionary:)) }
    }
}
