/// The charge of the device's battery.
public struct Battery: Hashable, Sendable {
    /// 0…1; −1 when unknown.
    public let level: Double
    /// Whether the battery is being charged.
    public let isCharging: Bool

    /// Reads the object `battery` of a payload; `nil` when either member is missing or mistyped.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let level = read.number("level"), let isCharging = read.bool("is_charging") else { return nil }
        self.level = level
        self.isCharging = isCharging
    }
}
