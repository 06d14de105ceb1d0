import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The start of an element.
struct XMLStart: Hashable {
    /// The name as written, prefix included.
    let name: String
    /// The namespace of ``name``: empty for none, `nil` for a prefix that nothing declares.
    let namespace: String?
    /// Values by name as written, with references resolved.
    let attributes: [String: String]
    /// The line its tag ends in.
    let line: Int

    /// The name without its prefix.
    var localName: Substring {
        name.firstIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
    }
}

/// Leads a GPX document through its XML with Foundation's parser, within limits. (LNX-063, LNX-076)
///
/// Nothing outside of the document is ever opened: there are no declarations left in it, and external entities are off.
final class XMLWalk: NSObject, XMLParserDelegate {
    private(set) var listener: GPXDocument
    private(set) var failure: TrackError?
    /// Where and why the document stopped being well-formed.
    private(set) var brokeOff: (line: Int, reason: String)?

    /// The names that neither XML nor HTML knows.
    var unknownEntities: [(name: String, line: Int)] { text.unknownEntities }

    private let text: XMLText
    private var depth = 0
    private var textLength = 0

    init(_ document: Data, _ listener: GPXDocument) throws(TrackError) {
        self.listener = listener
        text = try XMLText(document)
    }

    /// Goes through the document to its end or to the first error, behind which nothing is told.
    func run() {
        let parser = XMLParser(stream: InputStream(data: text.data))
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        let isWhole = parser.parse()
        if isOver { return }
        if text.end.badByte != nil || !isWhole || depth > 0 || text.data.isEmpty {
            brokeOff = (text.end.line, text.endReason)
        }
    }

    private var isOver: Bool { failure != nil || brokeOff != nil }

    private func stop(_ parser: XMLParser, _ error: TrackError) {
        failure = error
        parser.abortParsing()
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard !isOver else { return }
        textLength = 0
        depth += 1
        let line = parser.lineNumber
        guard depth <= XMLLimit.depth else {
            return stop(
                parser, .beyondLimit(line: line, reason: "elements are nested deeper than \(XMLLimit.depth)"))
        }
        guard attributes.values.allSatisfy({ $0.utf8.count <= XMLLimit.text }) else {
            return stop(parser, tooLong(line))
        }
        let name = qualifiedName ?? element
        let isUndeclared = (namespaceURI ?? "").isEmpty && name.contains(":")
        do throws(TrackError) {
            try listener.open(
                XMLStart(
                    name: name, namespace: isUndeclared ? nil : namespaceURI ?? "", attributes: attributes, line: line))
        } catch {
            stop(parser, error)
        }
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        guard !isOver else { return }
        textLength = 0
        depth -= 1
        listener.close()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { take(string, parser) }

    func parser(_ parser: XMLParser, foundCDATA data: Data) { take(String(decoding: data, as: UTF8.self), parser) }

    private func take(_ piece: String, _ parser: XMLParser) {
        guard !isOver else { return }
        textLength += piece.utf8.count
        guard textLength <= XMLLimit.text else { return stop(parser, tooLong(parser.lineNumber)) }
        listener.text(piece)
    }

    private func tooLong(_ line: Int) -> TrackError {
        .beyondLimit(line: line, reason: "a text is longer than \(XMLLimit.text) bytes")
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard !isOver else { return }
        let code = (error as NSError).code
        // What concerns only namespaces does not make a document unreadable.
        if XMLFault.harmless.contains(code) { return }
        let line = parser.lineNumber
        let endsEarly = code == XMLFault.documentEnd || text.openMarkup.map { $0 <= line } ?? false
        brokeOff = endsEarly ? (text.end.line, text.endReason) : (line, XMLFault.reason(code))
        parser.abortParsing()
    }
}

/// How much of a document is read. (LNX-063)
enum XMLLimit {
    /// Elements within elements, the root being the first.
    static let depth = 64
    /// Bytes of one text or one attribute.
    static let text = 64 * 1024
}

/// The parser's error numbers, which are those of libxml2 on every system.
enum XMLFault {
    static let documentEnd = 5
    /// Warnings, and errors that concern only namespaces.
    static let harmless: Set<Int> = [97, 98, 99, 100, 102, 106, 200, 201, 202, 203, 204, 205]

    static func reason(_ code: Int) -> String {
        switch code {
        case 4: "text outside of the root element"
        case 6...8, 22, 23, 26: "\"&\" begins no known entity and no character reference"
        case 9: "a character that XML does not allow"
        case 38: "\"<\" within a value"
        case 39: "a value without quotation marks"
        case 41: "an attribute without a value"
        case 42: "an attribute is given twice"
        case 62: "\"]]>\" within text"
        case 64: "the XML declaration is not at the very beginning"
        case 65: "a space is missing"
        case 68: "a name is missing behind \"<\" or \"&\""
        case 76: "an end tag does not fit the element that is open"
        case 80: "\"--\" within a comment"
        case 86: "something follows the root element"
        default: "the document is not well-formed (XML parser error \(code))"
        }
    }
}
