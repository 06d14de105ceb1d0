import LocationCore

/// The list of fences in a file, and what stands beside it.
struct FenceContainer {
    let entries: [JSONValue]
    let words: FenceWords
    /// Customer.io's `config`.
    let options: JSONValue?
    let remarks: [String]

    init(_ json: JSONValue, as style: APIStyle) throws(MigrationError) {
        switch json {
        case .array(let entries):
            self.init(entries: entries, words: FenceWords(writing: style), options: nil, remarks: [])
        case .object(let members):
            self = try Self.inside(members, as: style)
        case .null, .bool, .integer, .unsigned, .double, .string:
            throw .noList
        }
    }

    private init(entries: [JSONValue], words: FenceWords, options: JSONValue?, remarks: [String]) {
        self.entries = entries
        self.words = words
        self.options = options
        self.remarks = remarks
    }

    private static func inside(_ members: JSONObject, as style: APIStyle) throws(MigrationError) -> FenceContainer {
        if members["cachedGeofences"] != nil { throw .storedState }
        switch members["geofences"] {
        case .array(let entries):
            guard style == .customerio else { throw .wrongStyle(given: style, looksLike: .customerio) }
            return FenceContainer(
                entries: entries, words: .customerio, options: members["config"].flatMap { $0.isNull ? nil : $0 },
                remarks: remarks(members, besides: ["geofences", "config"], prefix: ""))
        case .object(let slice):
            guard style == .beekon else { throw .wrongStyle(given: style, looksLike: .beekon) }
            guard let items = slice["items"]?.arrayValue else { throw .noList }
            return FenceContainer(
                entries: items, words: .beekonSlice, options: nil,
                remarks: remarks(members, besides: ["geofences"], prefix: "")
                    + remarks(slice, besides: ["items"], prefix: "geofences."))
        case .null, .bool, .integer, .unsigned, .double, .string, nil:
            guard let other = StyleEvidence.style(of: .object(members)), other != style else { throw .noList }
            throw .wrongStyle(given: style, looksLike: other)
        }
    }

    private static func remarks(_ members: JSONObject, besides known: Set<String>, prefix: String) -> [String] {
        members.keys.filter { !known.contains($0) }.map { "\(prefix)\($0) is no fence and is left behind" }
    }
}
