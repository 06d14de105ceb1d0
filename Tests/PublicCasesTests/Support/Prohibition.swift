import Foundation

/// What must not happen, read from the case's own words.
///
/// The words are few: `EXIT home`, `any event`, `any other event`, `any event for a`, `any event for g1..g4`,
/// `event for host.shop`, `second ENTER home`, and any of them with `before t=`, `after t=` or `at t=`. Others need code.
struct Prohibition {
    enum Bound { case before(Int64), after(Int64), at(Int64) }

    /// `nil` for every kind.
    private(set) var kind: String?
    /// `nil` for every fence.
    private(set) var fences: Set<String>?
    private(set) var bound: Bound?
    /// How many are allowed.
    private(set) var allowed = 0
    /// Whether the expected events are not meant.
    private(set) var exceptsExpected = false

    init?(_ text: String) {
        var words = text.split(separator: " ").map(String.init)
        if let last = words.last, last.hasPrefix("t="), let seconds = Double(last.dropFirst(2)), words.count >= 2 {
            let time = Int64((seconds * 1000).rounded())
            switch words[words.count - 2] {
            case "before": bound = .before(time)
            case "after": bound = .after(time)
            case "at": bound = .at(time)
            default: return nil
            }
            words.removeLast(2)
        }
        switch words.first {
        case "second":
            allowed = 1
            words.removeFirst()
        case "any": words.removeFirst()
        default: break
        }
        if words.first == "other" {
            exceptsExpected = true
            words.removeFirst()
        }
        guard let noun = words.first, ["ENTER", "EXIT", "DWELL", "event"].contains(noun) else { return nil }
        kind = noun == "event" ? nil : noun
        words.removeFirst()
        if words.first == "for" { words.removeFirst() }
        guard words.count <= 1 else { return nil }
        fences = words.first.map(Self.names)
    }

    /// `a`, or `g1..g4` for four of them.
    private static func names(_ text: String) -> Set<String> {
        let ends = text.components(separatedBy: "..")
        guard ends.count == 2, let prefix = ends[0].first, let first = Int(ends[0].dropFirst()),
            let last = Int(ends[1].dropFirst()), first <= last
        else { return [text] }
        return Set((first...last).map { "\(prefix)\($0)" })
    }

    func broken(by events: [PassedTransition], expected: Int) -> [PassedTransition] {
        if exceptsExpected { return Array(events.dropFirst(expected)) }
        let matching = events.filter { event in
            guard kind == nil || kind == event.told.kind, fences?.contains(event.told.fence) ?? true else {
                return false
            }
            switch bound {
            case nil: return true
            case .before(let time): return event.at < time
            case .after(let time): return event.at > time
            case .at(let time): return event.at == time
            }
        }
        return Array(matching.dropFirst(allowed))
    }
}
