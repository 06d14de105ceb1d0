public import LocationCore

/// Why what a vendor's SDK keeps on a device could not be read. Nothing of it was changed.
public enum VendorFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system does not let the file be read, at this moment or at all; carries why.
    case unreadable(file: String, why: String)
    /// Not JSON, or broken off.
    case notJSON(file: String, JSONError)
    /// JSON of another form; carries what was expected.
    case otherForm(file: String, expected: String)
    /// The file changed while it was read: the vendor's SDK is running.
    case inUse(file: String)
    /// A database whose tables are not the ones that are known; carries what is in it.
    case unknownDatabase(file: String, found: [String])

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .unreadable(let file, let why): "\(file) cannot be read: \(why)"
        case .notJSON(let file, let error): "\(file) is not JSON, or broken off: \(error)"
        case .otherForm(let file, let expected): "\(file) is no \(expected)"
        case .inUse(let file): "\(file) changed while it was read; read it before the vendor's SDK is started"
        case .unknownDatabase(let file, let found):
            "\(file) has no table geofences with an identifier, a place, a radius and flags; it has "
                + found.joined(separator: "; ") + ". Ask the vendor's SDK for the list instead"
        }
    }
}
