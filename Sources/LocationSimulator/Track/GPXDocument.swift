import Foundation

/// Collects the points of a GPX document.
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

    /// The complete points of each element, in document order.
    private(set) var points: [GPXPoint.Element: [GPXPoint]] = [:]
    /// Where and why the document stopped being well-formed.
    private(set) var brokeOff: TrackWarning?
    /// What concerns the document as a whole.
    private(set) var warnings: [TrackWarning] = []

    private var roles: [Role] = []
    private var current: GPXPoint?
    private var counts: [GPXPoint.Element: Int] = [:]
    private var segment = 0
    private var text = ""

    /// Reads as far as the document is well-formed.
    ///
    /// - Throws: ``TrackError`` for what must not be read at all: another root, an encoding, a limit, a declaration.
    init(_ document: Data) throws(TrackError) {
        let walk = try XMLWalk(document, GPXDocument())
        walk.run()
        if let failure = walk.failure { throw failure }
        self = walk.listener
        brokeOff = walk.brokeOff.map { TrackWarning(kind: .truncated, line: $0.line, text: $0.reason) }
        if let unknown = walk.unknownEntities.first {
            let count = walk.unknownEntities.count
            let text =
                "&\(unknown.name); is no known entity"
                + (count > 1 ? ", nor are \(count - 1) more" : "") + "; the text around it is lost"
            warnings.append(TrackWarning(kind: .entity, line: unknown.line, text: text))
        }
    }

    private init() {}

    mutating func open(_ element: XMLStart) throws(TrackError) {
        let role = role(of: element)
        if roles.isEmpty { try checkRoot(element) }
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

    mutating func text(_ piece: String) {
        if case .field? = roles.last { text += piece }
    }

    /// Refuses what is no GPX, and remarks on a namespace that only resembles GPX's. (LNX-071, AMD-23)
    private mutating func checkRoot(_ element: XMLStart) throws(TrackError) {
        guard element.localName == "gpx", let namespace = element.namespace else {
            throw .notGPX(root: element.name, line: element.line)
        }
        switch GPXNamespace(namespace) {
        case .exact: break
        case .resembling:
            let text = "the namespace \"\(namespace)\" is not the schema's, \(GPXNamespace.current); read all the same"
            warnings.append(TrackWarning(kind: .namespace, line: element.line, text: text))
        case .foreign: throw .foreignNamespace(namespace, line: element.line)
        }
    }

    private func role(of element: XMLStart) -> Role {
        let isOurs = element.namespace.map { GPXNamespace($0) != .foreign } ?? false
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

    private mutating func begin(_ element: XMLStart) {
        guard let kind = GPXPoint.Element(rawValue: String(element.localName)) else { return }
        counts[kind, default: 0] += 1
        current = GPXPoint(
            element: kind, line: element.line, number: counts[kind, default: 0], segment: segment,
            latitude: element.attributes["lat"], longitude: element.attributes["lon"])
    }

    /// A value outside of any point belongs to nothing and is lost here.
    mutating func close() {
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
