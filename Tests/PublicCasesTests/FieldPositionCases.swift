import LocationCore
import LocationSimulator
import Testing

/// Cases from the field about single positions that are wrong, and positions that are missing.
@MainActor @Suite struct `Field cases: positions` {
    /// A neighbor of CASE-150.
    enum Night: String, CaseIterable, Sendable {
        case twoKilometers = "52.2567"
        case thirtyKilometers = "52.4994"
        case threeHundredMeters = "52.2324"
        case first

        /// The way home in the evening; the region is reported where the system watches.
        func steps(isWatched: Bool) -> String {
            let enter = isWatched ? #"{"t": 120, "os": "enter", "id": "home", "ts": 120},"# : ""
            let lie = self == .first ? "52.2567" : rawValue
            let wrong = { (time: Int) in #"{"t": \#(time), "fix": [\#(lie), 21.0122, 40], "lie": true, "m": 3000},"# }
            return """
                \(self == .first ? wrong(0) : #"{"t": 0, "fix": [52.2351, 21.0122, 8]},"#)
                {"t": 60, "fix": [52.2324, 21.0122, 8]},
                \(enter)
                {"t": 120, "fix": [52.2297, 21.0122, 8]},
                {"t": 130, "fix": [52.2298, 21.0122, 8]},
                \(self == .first ? "" : wrong(10930))
                {"t": 10935, "fix": [52.2297, 21.0122, 8]},
                {"t": 10940, "fix": [52.2298, 21.0122, 8]},
                {"t": 14600, "fix": [52.2297, 21.0122, 8]}
                """
        }
    }

    @Test(arguments: Scenario.API.allCases, Night.allCases)
    func `CASE-150 one wrong position after a still night`(_ api: Scenario.API, _ night: Night) async throws {
        for isWatched in [true, false] {
            try await CaseRun.run(
                #"""
                {
                  "env": {"monitor": "\#(isWatched ? "os" : "software")"},
                  "fences": [{"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}],
                  "steps": [\#(night.steps(isWatched: isWatched))],
                  "expect": [{"ev": "ENTER", "id": "home", "by": 130}],
                  "forbid": ["EXIT home"]
                }
                """#, on: api,
                checks: [
                    .atEnd { run in
                        #expect(await run.subject.side(of: "home") == .inside)
                        #expect(await run.subject.watched().fences == ["home"])
                    }
                ])
        }
    }

    /// The real exit is not lost by the wrong position before it, and bears its own date.
    @Test(arguments: Scenario.API.allCases, [true, false])
    func `CASE-150 the real exit comes hours after the wrong position`(
        _ api: Scenario.API, _ isWatched: Bool
    ) async throws {
        let exit = isWatched ? #"{"t": 14620, "os": "exit", "id": "home", "ts": 14620},"# : ""
        try await CaseRun.run(
            #"""
            {
              "env": {"monitor": "\#(isWatched ? "os" : "software")"},
              "fences": [{"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}],
              "steps": [\#(Night.thirtyKilometers.steps(isWatched: isWatched)),
                {"t": 14610, "fix": [52.2305, 21.0122, 8]},
                \#(exit)
                {"t": 14620, "fix": [52.2324, 21.0122, 8]},
                {"t": 14630, "fix": [52.2330, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "by": 130},
                {"ev": "EXIT", "id": "home", "after": 14620, "by": 14630}
              ]
            }
            """#, on: api)
    }

    /// What CASE-151 varies.
    enum Newcomer: String, CaseIterable, Sendable {
        case oneFence, dwellOnly, beforeStart, twoFences
    }

    @Test(arguments: [Scenario.API.engine, .bgeo], Newcomer.allCases)
    func `CASE-151 a fence is added around somebody who stands still`(
        _ api: Scenario.API, _ newcomer: Newcomer
    ) async throws {
        let fence = { (id: String, on: String) in
            #"{"id": "\#(id)", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "\#(on)", "loiteringDelay": 60000}"#
        }
        let add = { (time: Int, fence: String) in #"{"t": \#(time), "call": "addGeofence", "with": \#(fence)},"# }
        let start = { (time: Int) in #"{"t": \#(time), "call": "start"},"# }
        let (steps, expected) =
            switch newcomer {
            case .oneFence:
                (start(0) + add(60, fence("home", "EX")), #"{"ev": "ENTER", "id": "home", "after": 60, "by": 75}"#)
            case .dwellOnly:
                (start(0) + add(60, fence("home", "D")), #"{"ev": "DWELL", "id": "home", "after": 120, "by": 135}"#)
            case .beforeStart:
                (add(0, fence("home", "EX")) + start(0), #"{"ev": "ENTER", "id": "home", "by": 15}"#)
            case .twoFences:
                (
                    start(0) + add(60, fence("home", "EX")) + add(90, fence("porch", "EX")),
                    #"{"ev": "ENTER", "id": "home", "after": 60, "by": 75},"#
                        + #"{"ev": "ENTER", "id": "porch", "after": 90, "by": 105}"#
                )
            }
        try await CaseRun.run(
            #"""
            {
              "env": {"monitor": "software"},
              "steps": [{"t": 0, "fix": [52.2297, 21.0122, 8]}, \#(steps) {"t": 600}],
              "expect": [\#(expected)]
            }
            """#, on: api
        ) { run, step in
            // A fix is to be had; only nothing moves, so that none comes by itself.
            if step["call"] != nil { run.phone.answerFixRequests(.truth) }
            return false
        }
    }

    @Test func `CASE-151 a last fix that is not fresh is no evidence, and another is asked for`() async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"monitor": "software"},
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 0, "call": "start"},
                {"t": 600, "move": [52.2567, 21.0122]},
                {"t": 660, "call": "addGeofence", "with": {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 900}
              ],
              "expect": []
            }
            """#, on: .bgeo,
            checks: [.atEnd { run in #expect(await run.subject.side(of: "home") == .outside) }]
        ) { run, step in
            if step["call"] != nil { run.phone.answerFixRequests(.truth) }
            return false
        }
    }

    @Test func `CASE-151 the side of a new fence is known where no first enter is told`() async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"monitor": "software"},
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 60, "call": "addGeofence", "with": {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 600}
              ],
              "expect": []
            }
            """#, on: .beekon,
            checks: [.at(75) { run in #expect(await run.subject.side(of: "home") == .inside) }])
    }
}
