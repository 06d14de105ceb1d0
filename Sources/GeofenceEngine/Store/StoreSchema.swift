/// What a store's file looks like, as the steps that lead there.
package struct StoreSchema: Sendable {
    /// One step from a version to the next. It runs inside the transaction of the whole migration.
    ///
    /// A struct, because a function type with a typed error cannot be an element of an array before iOS 18 and macOS 15.
    package struct Step: Sendable {
        private let change: @Sendable (Database) throws(StoreError) -> Void

        package init(_ change: @escaping @Sendable (Database) throws(StoreError) -> Void) { self.change = change }

        /// Changes the tables from one version's to the next one's.
        package func run(on database: Database) throws(StoreError) { try change(database) }
    }

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
