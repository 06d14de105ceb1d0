package import GeofenceEngine
package import LocationCore

/// Customer.io's records: one row for each geoset of the fence, none for fixes. (CIO 4.3, 5.3)
package struct CIOFormat: RecordFormat {
    package init() {}

    /// The rows of a transition; nothing in them tells where the device was. (CIO-070)
    package func records(of transition: Transition, in context: RecordContext, id: () -> String) -> [Record] {
        TransitionRow.rows(of: transition).map { row in
            // The row's key is its identifier, so that the same row twice is one. (CIO 5.3)
            Record(
                id: row.key.text, kind: .transition, fence: transition.fence.id, transition: transition.id,
                at: transition.at, person: transition.person, body: row.json)
        }
    }

    /// Fixes are never sent.
    package func record(of fix: Fix, beside transition: Transition?, in context: RecordContext, id: String) -> Record? {
        nil
    }
}
