package import GeofenceEngine
import LocationCore

/// A server's answer to a download: all fences that can be used, and what could not. (CIO 2.3 to 2.8)
package struct NearestResponse: Sendable {
    /// The server's options; `nil` when it sent none, so that the kept ones go on. (CIO-022)
    package let config: ServerConfig?
    /// In the order of the response; identifiers are distinct.
    package let fences: [Fence]
    /// Entries that are not used.
    package let dropped: [DroppedEntry]
    /// What was passed over in entries that are used.
    package let remarks: [EntryRemark]

    /// Reads a body. One bad entry costs itself alone.
    ///
    /// Where the server sent fences and none can be used, something is wrong with the answer rather than with each of
    /// them, unless they all have shapes that only a newer version knows. (CIO-032)
    ///
    /// - Throws: ``DownloadError/decoding(_:)``.
    package init(body: [UInt8]) throws(DownloadError) {
        var config: ServerConfig?
        var draft = Draft()
        var hasList = false
        var scanner = ResponseScanner(body)
        try scanner.forEachMember { (scanner, name) throws(DownloadError) in
            switch name {
            case "config":
                let block = try scanner.value()
                config = block.isNull ? nil : try ServerConfig(wire: block)
            case "geofences":
                // Of members with the same name the last one counts, as everywhere in JSON.
                draft = Draft()
                guard try scanner.forEachElement({ draft.take($0) }) else {
                    throw .decoding("geofences is no list")
                }
                hasList = true
            default:
                _ = try scanner.value()
            }
        }
        // An error object, or the page of a portal, must not empty what is watched. (AMD-13)
        guard hasList else { throw .decoding("there is no list of geofences") }
        if draft.fences.isEmpty, let reason = draft.dropped.first(where: { !$0.reason.isUnknownShape }) {
            throw .decoding("none of \(draft.count) fences can be used; the first reason: \(reason)")
        }
        self.config = config
        fences = draft.fences
        dropped = draft.dropped
        remarks = draft.remarks
    }

    private struct Draft {
        var fences: [Fence] = []
        var dropped: [DroppedEntry] = []
        var remarks: [EntryRemark] = []
        var count = 0
        private var known: Set<FenceID> = []

        mutating func take(_ entry: JSONValue) {
            let index = count
            count += 1
            do throws(EntryError) {
                var reader = try EntryReader(entry)
                let fence = try reader.fence()
                // The first usable entry of an identifier stays. (CIO 2.5)
                guard known.insert(fence.id).inserted else {
                    remarks.append(EntryRemark(id: reader.id, text: "entry \(index) repeats the id and is ignored"))
                    return
                }
                fences.append(fence)
                remarks += reader.remarks
            } catch {
                let id = entry.objectValue.flatMap { EntryReader.identifier($0) }
                dropped.append(DroppedEntry(index: index, id: id, reason: error))
            }
        }
    }
}
