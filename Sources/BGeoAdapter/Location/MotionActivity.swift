/// What the person carrying the device seems to be doing.
public struct MotionActivity: Hashable, Sendable {
    /// The kind of movement; a name that is not known reads as ``ActivityType/unknown``.
    public let type: ActivityType
    /// How sure that is, 0…100.
    public let confidence: Int

    /// Reads the object `activity` of a payload; `nil` when the type is no text or the confidence no number.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let type = read.string("type"), let confidence = read.integer("confidence") else { return nil }
        self.type = ActivityType(rawValue: type) ?? .unknown
        self.confidence = confidence
    }
}
