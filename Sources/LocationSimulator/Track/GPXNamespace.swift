/// Whose a namespace is. (LNX-071, AMD-23)
enum GPXNamespace: Hashable {
    /// None, or that of GPX 1.0 or 1.1.
    case exact
    /// That of GPX in another spelling: scheme, `www`, capitals, blanks at the end, another number.
    case resembling
    case foreign

    /// The namespace of GPX 1.1.
    static let current = "http://www.topografix.com/GPX/1/1"

    init(_ text: String) {
        if text.isEmpty || text == Self.current || text == "http://www.topografix.com/GPX/1/0" {
            self = .exact
            return
        }
        var rest = text.withoutOuterSpace.lowercased()[...]
        for prefix in ["https://", "http://"] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
            break
        }
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        self = rest == "topografix.com/gpx" || rest.hasPrefix("topografix.com/gpx/") ? .resembling : .foreign
    }
}
