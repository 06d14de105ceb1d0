import Foundation
import LocationCore

/// A file of a vendor's SDK, which is read and nothing else.
struct VendorFile {
    let url: URL

    init(_ folder: URL, _ name: String) { url = folder.appending(path: name) }

    init(_ url: URL) { self.url = url }

    var name: String { url.lastPathComponent }

    /// What is in it; `nil` when it is not there.
    func json() throws(VendorFileError) -> JSONValue? {
        guard let data = try bytes() else { return nil }
        do throws(JSONError) {
            return try JSONValue(json: data)
        } catch {
            throw .notJSON(file: name, error)
        }
    }

    func bytes() throws(VendorFileError) -> Data? {
        do {
            return try Data(contentsOf: url)
        } catch {
            guard FileManager.default.fileExists(atPath: url.path) else { return nil }
            throw .unreadable(file: name, why: error.localizedDescription)
        }
    }

    /// Its size and when it was changed last; `nil` when it is not there.
    var stamp: Stamp? {
        let values = try? FileManager.default.attributesOfItem(atPath: url.path)
        return values.map { Stamp(size: $0[.size] as? Int, changed: $0[.modificationDate] as? Date) }
    }

    struct Stamp: Hashable {
        let size: Int?
        let changed: Date?
    }
}
