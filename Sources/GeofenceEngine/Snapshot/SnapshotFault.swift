/// Why a snapshot is not used.
package enum SnapshotFault: Error, Hashable, Sendable {
    /// The database remembers one, and there is none.
    case missing
    case unreadable(StoreError)
    case notASnapshot
    case otherByteOrder
    case otherVersion(UInt32)
    case wrongLength(bytes: Int, expected: UInt64)
    case damaged(String)
    /// It was made of another database, or of an earlier life of this one.
    case foreign
    /// The database does not know any more, or not yet, what was changed since.
    case outOfStep(generation: Int64)
}

extension SnapshotFault: CustomStringConvertible {
    /// What is wrong, to follow "the snapshot".
    package var description: String {
        switch self {
        case .missing: "is missing"
        case .unreadable(let error): "cannot be read: \(error)"
        case .notASnapshot: "is none"
        case .otherByteOrder: "was written in another byte order"
        case .otherVersion(let version): "is of version \(version), not \(SnapshotHeader.version)"
        case .wrongLength(let bytes, let expected): "has \(bytes) bytes, not \(expected)"
        case .damaged(let part): "is damaged in \(part)"
        case .foreign: "belongs to another database"
        case .outOfStep(let generation): "is of generation \(generation), from which the changes are not known"
        }
    }
}
