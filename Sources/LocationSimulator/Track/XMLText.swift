import Foundation

/// A document made ready for the XML reader: UTF-8, no type declaration, no entity that XML does not know. (AMD-24)
///
/// A document that needs no change is not copied.
struct XMLText {
    /// What the reader gets: the document up to the first byte that belongs to no XML character.
    private(set) var data: Data
    /// The line in which ``data`` end, and the byte for which they end before the document does.
    private(set) var end: (line: Int, badByte: UInt8?) = (1, nil)
    /// The line of the tag, comment or the like in which ``data`` end.
    private(set) var openMarkup: Int?
    /// The names that neither XML nor HTML knows.
    private(set) var unknownEntities: [(name: String, line: Int)] = []

    /// Reads what a document is made of.
    ///
    /// - Throws: ``TrackError/unsupportedEncoding(_:)`` and ``TrackError/forbiddenDeclaration(line:)``. (LNX-077)
    init(_ document: Data) throws(TrackError) {
        data = try XMLEncoding.utf8(document)
        var scan = XMLScan()
        // Typed throws do not pass through the closure of Foundation.
        let length = data.withUnsafeBytes { bytes in scan.run(bytes.bindMemory(to: UInt8.self)) }
        if let line = scan.declaration { throw .forbiddenDeclaration(line: line) }
        end = (scan.line, length < data.count ? data[data.startIndex + length] : nil)
        openMarkup = scan.openMarkup
        unknownEntities = scan.unknownEntities
        data = scan.applyReplacements(to: data.prefix(length))
    }

    /// Why reading cannot go on at the end of ``data``.
    var endReason: String {
        end.badByte.map { "byte \($0) is no character of an XML document in UTF-8" } ?? "the document ends too early"
    }
}
