/// Decides whether an identify call says anything new. (CIO 1.2)
package struct Identification: Hashable, Sendable {
    /// What becomes of a call.
    package enum Verdict: Hashable, Sendable {
        /// There is no id.
        case blank
        /// The same person again, with nothing new about them.
        case repeated
        /// Taken, and published.
        case accepted
    }

    private var last: String?

    package init() {}

    /// Judges a call. `hasTraits` is true for an empty dictionary too: only no traits at all are nothing new. (CIO-010)
    package mutating func judge(userId: String, hasTraits: Bool) -> Verdict {
        guard !userId.isBlank else { return .blank }
        if !hasTraits, let last, last.utf8.elementsEqual(userId.utf8) { return .repeated }
        last = userId
        return .accepted
    }

    /// Nobody is identified any more.
    package mutating func clear() { last = nil }
}
