import LocationCore
import Testing

/// An event that must come.
struct Expectation {
    let kind: String
    let fence: String
    /// Milliseconds since the start; the time that the event carries.
    let at: Int64?
    let after: Int64?
    let by: Int64?
    /// Milliseconds since the start before which the app cannot have been told.
    let toldFrom: Int64?
    let extras: JSONValue?

    init(_ value: JSONValue) throws {
        kind = try (value["ev"]?.stringValue).orThrow("an expectation has a kind")
        fence = try (value["id"]?.stringValue).orThrow("an expectation has a fence")
        at = CaseStep.milliseconds(value["at"])
        after = CaseStep.milliseconds(value["after"])
        by = CaseStep.milliseconds(value["by"])
        extras = value["extras"]
        toldFrom = try value["deliveredAt"]?.stringValue.map { text in
            let seconds = try Int64(text.drop { !$0.isNumber }).orThrow("deliveredAt is >= a number of seconds")
            return seconds * 1000
        }
    }

    func check(_ event: PassedTransition, _ comment: Comment) {
        #expect(event.told.kind == kind && event.told.fence == fence, comment)
        if let at { #expect(event.at == at, comment) }
        if let after { #expect(event.at >= after, comment) }
        if let by { #expect(event.at <= by, comment) }
        if let toldFrom { #expect(event.told.deliveredAt >= toldFrom, comment) }
        if let extras { #expect(event.told.extras == extras, comment) }
    }
}

/// A transition with its time in the scenario.
struct PassedTransition: CustomStringConvertible {
    let told: ToldTransition
    /// Milliseconds since the start, whatever the wall clock did.
    let at: Int64

    var description: String { "\(told.kind) \(told.fence) at \(Double(at) / 1000)" }
}
