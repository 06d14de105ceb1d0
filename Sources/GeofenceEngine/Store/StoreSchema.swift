/// What a store's file looks like, as the steps that lead there.
package struct StoreSchema: Sendable {
    /// One step from a version to the next. It runs inside the transaction of the whole migration.
    package typealias Step = @Sendable (Database) throws(StoreError) -> Void

    /// Four bytes in the file's header that say whose file it is; not 0.
    package let applicationID: Int32
    /// Step *n* (from 0) leads from version *n* to version *n* + 1. A step that was released never changes.
    package let steps: [Step]

    /// The version that the steps lead to.
    package var version: Int64 { Int64(steps.count) }

    package init(applicationID: Int32, steps: [Step]) {
        precondition(applicationID != 0, "0 is the identity of files that have none")
        precondition(!steps.isEmpty, "a schema has at least one step")
        self.applicationID = applicationID
        self.steps = steps
    }
}
