/// Walks through a GPX document and collects its points.
struct GPXDocument {
    /// What an open element means to us.
    private enum Role {
        case gpx
        case track
        case trackSegment
        case route
        case point
        case field(GPXPoint.Field)
        /// An element that is not read; within a point, some of what stands below it may be.
        case unread
    }

    private static let namespaces: Set<String> = [
        "", "http://www.topografix.com/GPX/1/0", "http://www.topografix.com/GPX/1/1",
    ]

    /// The complete points of each element, in document order.
    private(set) var points: [GPXPoint.Element: [GPXPoint]] = [:]
    /// Where and why the document stopped being well-formed.
    private(set) var brokeOff: TrackWarning?

    private var roles: [Role] = []
    private var current: GPXPoint?
    private var counts: [GPXPoint.Element: Int] = [:]
    private var segment = 0
    private var text = ""

    /// Reads as far as the document is well-formed.
    ///
    /// - Throws: ``TrackError`` for what must not be read at all: another root, an encoding, a limit, a declaration.
    init(_ document: [UInt8]) throws(TrackError) {
        var tokenizer = XMLTokenizer(document)
        do {
            var isOpen = true
            while isOpen {
                switch try tokenizer.next() {
                case .start(let element): try open(element)
                case .text(let piece): text += piece
                case .end: close()
                case .endOfDocument: isOpen = false
                }
            }
        } catch .malformed(let line, let reason) {
            brokeOff = TrackWarning(kind: .truncated, line: line, text: reason)
        } catch {
            throw error
        }
    }

    private mutating func open(_ element: XMLElement) throws(TrackError) {
        let role = role(of: element)
        if roles.isEmpty, case .gpx = role {
        } else if roles.isEmpty {
            throw .notGPX(root: element.name, line: element.line)
        }
        // A value with elements inside is not one number or one time.
        if case .field? = roles.last { roles[roles.count - 1] = .unread }
        switch role {
        case .trackSegment, .route: segment += 1
        case .point: begin(element)
        default: break
        }
        roles.append(role)
        text = ""
    }

    private func role(of element: XMLElement) -> Role {
        let isOurs = element.namespace.map(Self.namespaces.contains) ?? false
        switch (roles.last, element.localName) {
        case (nil, "gpx") where isOurs: return .gpx
        case (.gpx?, "trk") where isOurs: return .track
        case (.gpx?, "rte") where isOurs: return .route
        case (.gpx?, "wpt") where isOurs: return .point
        case (.track?, "trkseg") where isOurs: return .trackSegment
        case (.trackSegment?, "trkpt") where isOurs: return .point
        case (.route?, "rtept") where isOurs: return .point
        case (.point?, let name):
            guard let field = GPXPoint.Field(rawValue: String(name)) else { return .unread }
            return isOurs || field.isExtension ? .field(field) : .unread
        case (_, let name):
            guard let field = GPXPoint.Field(rawValue: String(name)), field.isExtension else {
                return .unread
            }
            return .field(field)
        }
    }

    private mutating func begin(_ element: XMLElement) {
        guard let kind = GPXPoint.Element(rawValue: String(element.localName)) else { return }
        counts[kind, default: 0] += 1
        current = GPXPoint(
            element: kind, line: element.line, number: counts[kind, default: 0], segment: segment,
            latitude: element.attributes["lat"], longitude: element.attributes["lon"])
    }

    /// A value outside of any point belongs to nothing and is lost here.
    private mutating func close() {
        switch roles.removeLast() {
        case .field(let field):
            let value = String(text.withoutOuterSpace)
            if !value.isEmpty, current?.fields[field] == nil { current?.fields[field] = value }
        case .point:
            if let current { points[current.element, default: []].append(current) }
            current = nil
        default: break
        }
        text = ""
    }
}
