/// What an owner asks of a database before it takes it for its store.
///
/// A check of the file's structure does not see a bit that flipped in the schema's text or a table that is gone.
struct StoreVerification: Sendable {
    /// Statements that must compile; none is run.
    let statements: [String]

    /// - Throws: ``StoreError`` that is about the content when one of them does not fit the tables.
    func check(_ database: Database) throws(StoreError) {
        for statement in statements {
            _ = try database.query("EXPLAIN \(statement)") { (_) throws(StoreError) in }
        }
    }
}

extension StoreError {
    /// Whether it is what the file holds that was wrong, and not the disk, the system or the time.
    var isAboutContent: Bool {
        switch self {
        case .corrupt, .badValue, .misuse: true
        default: false
        }
    }

    /// What was wrong, for the name of a reason.
    var detail: String {
        switch self {
        case .corrupt(_, let detail), .migrationFailed(_, _, _, let detail): detail
        case .misuse(_, _, let message), .badValue(_, _, _, let message): message
        default: description
        }
    }
}
