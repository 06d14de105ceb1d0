import LocationCore

/// One line of output: a figure, its reference, and the goal.
struct Report {
    private var members: JSONObject

    /// - Parameters:
    ///   - what: What was measured, in words.
    ///   - unit: The unit of the value and of the reference.
    init(_ name: String, _ what: String, unit: String) {
        members = ["name": .string(name), "what": .string(what), "unit": .string(unit)]
    }

    mutating func set(_ key: String, _ value: Double) { members[key] = .double(Self.rounded(value)) }
    mutating func set(_ key: String, _ value: Int) { members[key] = .integer(Int64(value)) }
    mutating func set(_ key: String, _ value: String) { members[key] = .string(value) }

    /// The figure: median and least of its samples, in the unit given by its nanoseconds.
    mutating func value(_ samples: Samples, per unit: Double) {
        set("median", samples.median / unit)
        set("least", samples.least / unit)
        set("rounds", samples.count)
    }

    /// The reference, and how many times as much the figure is.
    mutating func reference(_ what: String, _ value: Double, of figure: Double) {
        set("referenceIs", what)
        set("reference", value)
        set("ratio", figure / value)
    }

    mutating func goal(_ text: String, isMet: Bool) {
        members["goal"] = .string(text)
        members["isMet"] = .bool(isMet)
    }

    func emit() { print(JSONValue.object(members).text) }

    /// Four digits say all that a measurement knows.
    private static func rounded(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return 0 }
        var scale = 1.0
        while abs(value) * scale < 1000 { scale *= 10 }
        return (value * scale).rounded() / scale
    }
}
