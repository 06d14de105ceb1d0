import GeofenceEngine
import LocationCore

/// What a switch notes in the two stores, so that a process that comes later knows how far it got.
enum StoreMark {
    /// In the new store, from its first moment on: the style it came from.
    static let from = "migration.from"
    /// In the old store, once it holds nothing but its outbox: the style that took over.
    static let to = "migration.to"
    /// In the old store, once it is back: the style it came back from.
    static let back = "migration.back"
    /// In the old store, once its regions were given back.
    static let released = "migration.released"

    /// In the old store, once it is empty: which region was whose, for what the system may still report.
    static let regions = "migration.regions"

    static func style(_ key: String, in values: [String: JSONValue]) -> APIStyle? {
        values[key]?.stringValue.flatMap(APIStyle.init(rawValue:))
    }
}
