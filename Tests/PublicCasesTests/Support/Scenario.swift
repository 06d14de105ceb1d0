import LocationCore

/// One public case: what the world is like, what happens in it, and what must come of it.
///
/// It is read from the JSON in which the cases are told, so that a test can hold the text and others can run the text
/// itself. Times are seconds since the start.
struct Scenario {
    /// Which implementation a case binds.
    enum API: String, CaseIterable, Sendable {
        case engine, bgeo, cio, beekon
    }

    /// Who makes region events out of where the device is.
    enum Monitor: String {
        case os, software
    }

    let monitor: Monitor
    let start: Timestamp
    let environment: JSONObject
    let config: JSONObject
    let fences: [CaseFence]
    let steps: [CaseStep]
    /// `nil` when the case says nothing about the order of events.
    let expected: [Expectation]?
    let forbidden: [String]

    init(json text: String, api: API) throws { try self.init(JSONValue(json: text), api: api) }

    init(_ value: JSONValue, api: API) throws {
        var members = try value.objectValue.orThrow("a scenario is an object")
        if let own = members["per"]?[api.rawValue]?.objectValue {
            for (key, value) in own { members[key] = value }
        }
        environment = members["env"]?.objectValue ?? [:]
        config = members["config"]?.objectValue ?? [:]
        fences = try members["fences"].map(CaseFence.list) ?? []
        steps = try (members["steps"]?.arrayValue ?? []).map(CaseStep.init)
        expected = try members["expect"]?.arrayValue?.map(Expectation.init)
        forbidden = members["forbid"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let speaksOfRegions = steps.contains { ["enter", "exit", "state"].contains($0.members["os"]?.stringValue) }
        monitor =
            environment["monitor"]?.stringValue.flatMap(Monitor.init) ?? (speaksOfRegions ? .os : .software)
        start =
            try environment["wallStart"]?.stringValue.map { try Timestamp(iso8601: $0).orThrow("a time, not \($0)") }
            ?? Timestamp(milliseconds: 1_783_339_200_000)
    }
}

/// Something that happens at a time.
struct CaseStep {
    /// Milliseconds since the start.
    let at: Int64
    let members: JSONObject

    init(_ value: JSONValue) throws {
        members = try value.objectValue.orThrow("a step is an object")
        at = try CaseStep.milliseconds(members["t"]).orThrow("a step has a time in seconds")
    }

    /// Milliseconds out of seconds.
    static func milliseconds(_ seconds: JSONValue?) -> Int64? {
        seconds?.doubleValue.map { Int64(($0 * 1000).rounded()) }
    }

    func milliseconds(_ key: String) -> Int64? { CaseStep.milliseconds(members[key]) }

    subscript(key: String) -> JSONValue? { members[key] }

    /// Where the device is from this step on: by a move, or by a fix of 100 m or better.
    var place: Coordinate? {
        guard let numbers = (members["move"] ?? members["fix"])?.arrayValue?.map(\.doubleValue), numbers.count >= 2,
            let latitude = numbers[0], let longitude = numbers[1],
            members["move"] != nil || (numbers.last ?? nil).map({ (0...100).contains($0) }) == true
        else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }
}

/// What is wrong with the text of a case.
struct CaseError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension Optional {
    func orThrow(_ rule: String) throws(CaseError) -> Wrapped {
        guard let self else { throw CaseError(rule) }
        return self
    }
}
