import APIMigration
import LocationCore
import Testing

/// One field at a time, in one direction: what is written, and what the report says. What is expected was written down
/// from the vendors' documents.
@Suite struct `Each field in each direction` {
    struct Row: Sendable, CustomTestStringConvertible {
        enum Said: Sendable { case carried, differently, lost }

        let source: APIStyle
        let target: APIStyle
        /// Members beside the identifier, the place and the radius.
        let given: JSONObject
        let field: String
        let said: Said
        /// Members that must be written so; null for one that must not be there.
        let written: JSONObject

        init(
            _ source: APIStyle, _ target: APIStyle, _ given: JSONObject, _ field: String, _ said: Said,
            _ written: JSONObject
        ) {
            self.source = source
            self.target = target
            self.given = given
            self.field = field
            self.said = said
            self.written = written
        }

        var testDescription: String { "\(source) to \(target): \(field) of \(JSONValue.object(given))" }
    }

    @Test(arguments: dwellRows + delayRows + flagRows)
    func `what is told, and when`(_ row: Row) throws { try check(row) }

    @Test(arguments: valueRows + wordRows)
    func `what a fence carries`(_ row: Row) throws { try check(row) }

    private func check(_ row: Row) throws {
        var fence = row.given
        fence[row.source == .bgeo ? "identifier" : "id"] = "home"
        fence[row.source == .beekon ? "radiusMeters" : "radius"] = 100
        fence["latitude"] = 1
        fence["longitude"] = 2

        let migration = FenceMigration(
            try FenceFile.read(json: .array([.object(fence)]), as: row.source), to: row.target)

        let list = migration.fences["geofences"] ?? migration.fences
        let written = try #require(list.arrayValue?.first)
        for (member, value) in row.written { #expect(written[member] ?? .null == value, "\(member)") }
        let outcomes = migration.report.entries[0].fields.filter { $0.field == row.field }.map(\.outcome)
        #expect(outcomes.contains { $0.said == row.said }, "\(outcomes)")
        if row.said == .carried { #expect(outcomes.allSatisfy { $0 == .carried }) }
        #expect(migration.report.isComplete == (row.said != .lost))
    }

    // BGEO-081; CIO 2.5: 1 to 2147483 whole seconds; Beekon has none.
    static let dwellRows: [Row] = [
        Row(
            .bgeo, .beekon, ["notifyOnEntry": true, "notifyOnDwell": true], "notifyOnDwell", .lost,
            ["notifyOnEntry": true, "notifyOnDwell": .null]),
        Row(
            .bgeo, .beekon, ["notifyOnDwell": true], "notifyOnDwell", .lost,
            ["notifyOnEntry": false, "notifyOnExit": false]),
        Row(
            .bgeo, .beekon, ["notifyOnEntry": true, "notifyOnDwell": false], "notifyOnDwell", .carried,
            ["notifyOnEntry": true]),
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true, "loiteringDelay": 60_000], "notifyOnDwell", .carried,
            ["dwell_threshold_seconds": 60, "transition_types": ["dwell"]]),
        Row(
            .bgeo, .customerio, ["notifyOnEntry": true, "notifyOnDwell": false], "notifyOnDwell", .carried,
            ["dwell_threshold_seconds": .null]),
        Row(
            .customerio, .bgeo, ["dwell_threshold_seconds": 60], "dwell_threshold_seconds", .carried,
            ["notifyOnDwell": true, "loiteringDelay": 60_000]),
        Row(
            .customerio, .bgeo, [:], "dwell_threshold_seconds", .carried,
            ["notifyOnDwell": false, "loiteringDelay": .null]),
        Row(
            .customerio, .bgeo, ["dwell_threshold_seconds": 2_147_483], "dwell_threshold_seconds", .carried,
            ["loiteringDelay": 2_147_483_000]),
        Row(
            .customerio, .beekon, ["dwell_threshold_seconds": 60], "dwell_threshold_seconds", .lost,
            ["notifyOnEntry": true, "notifyOnExit": true]),
    ]

    static let delayRows: [Row] = [
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true, "loiteringDelay": 60_001], "loiteringDelay", .differently,
            ["dwell_threshold_seconds": 61]),
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true, "loiteringDelay": 1], "loiteringDelay", .differently,
            ["dwell_threshold_seconds": 1]),
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true, "loiteringDelay": 1000], "loiteringDelay", .carried,
            ["dwell_threshold_seconds": 1]),
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true, "loiteringDelay": 0], "loiteringDelay", .differently,
            ["dwell_threshold_seconds": 300]),
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true, "loiteringDelay": -1], "loiteringDelay", .differently,
            ["dwell_threshold_seconds": 300]),
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true], "loiteringDelay", .differently,
            ["dwell_threshold_seconds": 300]),
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true, "loiteringDelay": 2_147_483_000], "loiteringDelay", .carried,
            ["dwell_threshold_seconds": 2_147_483]),
        Row(
            .bgeo, .customerio, ["notifyOnDwell": true, "loiteringDelay": 2_147_483_001], "loiteringDelay",
            .differently, ["dwell_threshold_seconds": 2_147_483]),
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "loiteringDelay": 60_000], "loiteringDelay", .differently,
            ["dwell_threshold_seconds": .null]),
        Row(
            .bgeo, .beekon, ["notifyOnExit": true, "loiteringDelay": 60_000], "loiteringDelay", .differently,
            ["loiteringDelay": .null]),
        Row(
            .bgeo, .beekon, ["notifyOnDwell": true, "loiteringDelay": 60_000], "loiteringDelay", .lost,
            ["loiteringDelay": .null]),
    ]

    // Left out is off in BGeo (BGEO 1.4) and on in Beekon (BKN-002) and Customer.io (CIO 2.7).
    static let flagRows: [Row] = [
        Row(
            .bgeo, .beekon, ["notifyOnEntry": true], "notifyOnExit", .carried,
            ["notifyOnEntry": true, "notifyOnExit": false]),
        Row(.bgeo, .customerio, ["notifyOnExit": true], "notifyOnEntry", .carried, ["transition_types": ["exit"]]),
        Row(
            .bgeo, .customerio, ["notifyOnEntry": true, "notifyOnExit": true], "notifyOnExit", .carried,
            ["transition_types": ["enter", "exit"]]),
        Row(
            .beekon, .bgeo, [:], "notifyOnEntry", .carried,
            ["notifyOnEntry": true, "notifyOnExit": true, "notifyOnDwell": false]),
        Row(
            .beekon, .bgeo, ["notifyOnEntry": false], "notifyOnEntry", .carried,
            ["notifyOnEntry": false, "notifyOnExit": true]),
        Row(.beekon, .customerio, ["notifyOnExit": false], "notifyOnExit", .carried, ["transition_types": ["enter"]]),
        Row(
            .customerio, .bgeo, ["transition_types": ["EXIT"]], "transition_types", .carried,
            ["notifyOnEntry": false, "notifyOnExit": true]),
        Row(
            .customerio, .beekon, ["transition_types": []], "transition_types", .carried,
            ["notifyOnEntry": true, "notifyOnExit": true]),
        Row(
            .customerio, .beekon, ["transition_types": ["dwell"]], "transition_types", .carried,
            ["notifyOnEntry": true, "notifyOnExit": true]),
    ]

    // CIO 2.8: scalars only, a whole double is an integer; BKN 1.3: a notification's data is a flat map of text.
    static let valueRows: [Row] = [
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "extras": ["a": "x"]], "extras.a", .carried,
            ["metadata": ["a": "x"]]),
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "extras": ["a": 9_007_199_254_740_993]], "extras.a", .carried,
            ["metadata": ["a": 9_007_199_254_740_993]]),
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "extras": ["a": 2.0]], "extras.a", .differently,
            ["metadata": ["a": 2]]),
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "extras": ["a": .unsigned(.max)]], "extras.a", .differently,
            ["metadata": ["a": 18_446_744_073_709_551_616.0]]),
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "extras": ["a": [1, "b"]]], "extras.a", .differently,
            ["metadata": ["a": "[1,\"b\"]"]]),
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "extras": ["a": ["b": true]]], "extras.a", .differently,
            ["metadata": ["a": "{\"b\":true}"]]),
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "extras": ["a": .null]], "extras.a", .lost, ["metadata": .null]),
        Row(.bgeo, .customerio, ["notifyOnExit": true, "extras": [:]], "extras", .differently, ["metadata": .null]),
        Row(
            .bgeo, .customerio,
            ["notifyOnExit": true, "extras": ["a": 1, "b": .string(String(repeating: "b", count: 102_400))]],
            "extras.b", .lost, ["metadata": ["a": 1]]),
        Row(.bgeo, .beekon, ["notifyOnExit": true, "extras": ["a": "x"]], "extras.a", .lost, ["notification": .null]),
        Row(.bgeo, .beekon, ["notifyOnExit": true, "extras": [:]], "extras", .differently, ["notification": .null]),
        Row(
            .bgeo, .beekon, ["notifyOnExit": true, "extras": ["a": 1, "beekon": ["notification": shown]]], "extras.a",
            .differently, ["notification": shown("1")]),
        Row(
            .bgeo, .beekon, ["notifyOnExit": true, "extras": ["a": [true], "beekon": ["notification": shown]]],
            "extras.a", .differently, ["notification": shown("[true]")]),
        Row(
            .bgeo, .beekon, ["notifyOnExit": true, "extras": ["a": .null, "beekon": ["notification": shown]]],
            "extras.a", .lost, ["notification": shown]),
        Row(
            .bgeo, .beekon, ["notifyOnExit": true, "extras": ["beekon": ["notification": shown]]], "extras.beekon",
            .differently, ["notification": shown]),
        Row(
            .bgeo, .beekon, ["notifyOnExit": true, "extras": ["beekon": ["notification": ["delivery": "cloud"]]]],
            "extras.beekon", .lost, ["notification": .null]),
        Row(
            .customerio, .bgeo, ["metadata": ["a": 1, "b": 1.5, "c": true, "d": "x"]], "metadata.b", .carried,
            ["extras": ["a": 1, "b": 1.5, "c": true, "d": "x"]]),
        Row(.customerio, .beekon, ["metadata": ["a": 1]], "metadata.a", .lost, ["notification": .null]),
    ]

    static let wordRows: [Row] = [
        Row(.customerio, .bgeo, ["name": "Shop"], "name", .differently, ["extras": ["customerio": ["name": "Shop"]]]),
        Row(
            .customerio, .bgeo, ["geoset_ids": [11, "12"]], "geoset_ids", .differently,
            ["extras": ["customerio": ["geoset_ids": ["11", "12"]]]]),
        Row(
            .customerio, .bgeo, ["last_updated": 5], "last_updated", .differently,
            ["extras": ["customerio": ["last_updated": 5]]]),
        Row(
            .customerio, .bgeo, ["name": "Shop", "metadata": ["customerio": "mine"]], "name", .lost,
            ["extras": ["customerio": "mine"]]),
        Row(.customerio, .beekon, ["name": "Shop"], "name", .lost, ["name": .null]),
        Row(.customerio, .beekon, ["geoset_ids": [11]], "geoset_ids", .lost, ["geoset_ids": .null]),
        Row(.customerio, .beekon, ["external_id": "s-1"], "external_id", .lost, ["external_id": .null]),
        Row(.customerio, .beekon, ["last_updated": 5], "last_updated", .differently, ["last_updated": .null]),
        Row(
            .bgeo, .customerio,
            ["notifyOnExit": true, "extras": ["customerio": ["name": "Shop", "geoset_ids": ["11"]]]],
            "extras.customerio", .differently, ["name": "Shop", "geoset_ids": ["11"], "metadata": .null]),
        Row(
            .bgeo, .customerio, ["notifyOnExit": true, "extras": ["customerio": ["name": 7]]], "extras.customerio",
            .differently, ["name": .null, "metadata": ["customerio": "{\"name\":7}"]]),
        Row(
            .beekon, .bgeo, ["notification": shown], "notification", .differently,
            ["extras": ["beekon": ["notification": shown]]]),
        Row(
            .beekon, .customerio, ["notification": shown], "notification", .differently,
            ["metadata": ["beekon": .string(JSONValue.object(["notification": shown]).text)]]),
        Row(
            .customerio, .beekon, ["metadata": ["beekon": .string(JSONValue.object(["notification": shown]).text)]],
            "metadata.beekon", .differently, ["notification": shown]),
    ]

    private static let shown: JSONValue = [
        "delivery": "local", "onExit": ["title": "Bye", "body": "See you", "importance": "high"],
    ]

    private static func shown(_ a: JSONValue) -> JSONValue {
        ["delivery": "local", "onExit": ["title": "Bye", "body": "See you", "importance": "high", "data": ["a": a]]]
    }
}

extension FieldOutcome {
    fileprivate var said: `Each field in each direction`.Row.Said {
        switch self {
        case .carried: .carried
        case .carriedDifferently: .differently
        case .notCarried: .lost
        }
    }
}
