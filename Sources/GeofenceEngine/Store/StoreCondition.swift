package import LocationCore

/// What lies where a store is expected, found without changing it.
package enum StoreCondition: Hashable, Sendable {
    /// Nothing, or an empty file.
    case missing
    /// A store of this library, of this or an older version.
    case sound
    /// A file that cannot be used as a store.
    case unusable(StoreOpening.Reason)
}

extension EngineStore {
    /// Looks at a store before anything may change it.
    ///
    /// - Throws: ``StoreError/notReadableYet(file:)`` for a file that a locked device keeps, and what the system refuses.
    package static func condition(at location: StoreLocation) throws(StoreError) -> StoreCondition {
        if let failure = location.faults?.beforeOpening() {
            throw failure.error(file: StoreFile(path: location.path), waited: 0)
        }
        let inspection = StoreInspection(
            file: StoreFile(path: location.path), schema: EngineSchema.schema, options: StoreOpener.Options())
        switch try inspection.run() {
        case .nothing: return .missing
        case .version: return .sound
        case .unusable(let reason): return .unusable(reason)
        }
    }
}

extension EngineStore {
    /// The single values alone, for who need not know the rest. What cannot be read is left out.
    package func values() throws(StoreError) -> [String: JSONValue] {
        let rows = try database.query("SELECT key, value FROM kv") { (row) throws(StoreError) in
            (try row.text(0), try? JSONValue(json: row.text(1)))
        }
        return Dictionary(rows) { first, _ in first }.compactMapValues { $0 }
    }

    /// How many fences there are in all sets.
    package func fenceCount() throws(StoreError) -> Int {
        let count = try database.first("SELECT count(*) FROM geofences") { (row) throws(StoreError) in
            try row.integer(0)
        }
        return Int(count ?? 0)
    }
}
