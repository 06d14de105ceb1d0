/// What became of one field of a fence.
public enum FieldOutcome: Hashable, Sendable {
    /// It says the same there.
    case carried
    /// It is there in another form, or need not be there; says how.
    case carriedDifferently(how: String)
    /// The target style cannot say it; says what to do instead.
    case notCarried(whatToDo: String)
}

/// One field of a fence, and what became of it.
public struct FieldReport: Hashable, Sendable {
    /// The field as the source style spells it; members of `extras` and `metadata` one by one, as `extras.floor`.
    public let field: String
    /// What it is about, whatever the styles call it.
    public let aspect: FenceAspect
    /// The fields of the target style that hold it now; empty when none does.
    public let into: [String]
    /// What became of it.
    public let outcome: FieldOutcome
}
