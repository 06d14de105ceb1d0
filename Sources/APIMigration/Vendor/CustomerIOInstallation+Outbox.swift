import CIOAdapter
import GeofenceEngine
public import LocationCore

extension CustomerIOInstallation {
    /// Puts what waits into a store of ours, from which ``RetiringOutbox`` delivers it in Customer.io's shape, whatever
    /// style the app has from now on.
    ///
    /// Each row keeps its `transitionId`, so that a server knows it if the vendor's SDK sends it after all.
    ///
    /// - Parameter style: Where the store goes; of Customer.io's style.
    /// - Returns: How many rows wait there; 0 when the store was there before, which is then left alone.
    /// - Throws: ``StoreMigrationError``; the store is whole or not there.
    @discardableResult
    public func prepareOutbox(in style: InstalledStyle, at now: Timestamp) throws(StoreMigrationError) -> Int {
        precondition(style.style == .customerio, "rows of Customer.io go into a store of its style")
        // Only the files' names of a switch are used; nothing is switched.
        let files = StoreMigration(from: style, to: InstalledStyle(.bgeo, store: style.store))
        let there = try files.perform { () throws(StoreError) in try EngineStore.condition(at: style.store) }
        guard there == .missing, !waiting.isEmpty else { return 0 }
        let aside = files.aside(style)
        try files.perform { () throws(StoreError) in
            try aside.remove()
            try StoreFile(path: style.store.path).createFolder()
        }
        let count = try files.using(style.store.moved(to: aside.path), at: now) { (store) throws(StoreError) in
            try store.commit(waiting.map { .append($0.record) } + context, isPrecious: true)
            return try store.count()
        }
        try files.perform { () throws(StoreError) in try aside.replace(StoreFile(path: style.store.path)) }
        return count
    }

    private var context: [Change] {
        apiHost.map { [.value(CIOStore.contextKey, ["apiHost": .string($0)])] } ?? []
    }
}

extension CustomerIOInstallation.Waiting {
    fileprivate var record: Record {
        Record(
            id: row.key.text, kind: .transition, fence: FenceID(geofenceID), transition: transitionID, at: at,
            person: person, body: row.json)
    }
}
