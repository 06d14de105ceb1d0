/// The device began to move or came to rest.
public struct MotionChangeEvent: Hashable, Sendable {
    /// Whether it moves now.
    public let isMoving: Bool
    /// Where that happened; absent at the first change after tracking was started.
    public let location: Location?

    /// Reads a payload of channel `motionchange`; `nil` when `isMoving` is no boolean.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let isMoving = read.bool("isMoving") else { return nil }
        self.isMoving = isMoving
        self.location = read.object("location").flatMap(Location.init(dictionary:))
    }
}
