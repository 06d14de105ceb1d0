import Foundation
import LocationCore
import LocationSimulator
import Testing

/// One scenario under way on one phone.
@MainActor final class CaseRun {
    /// A statement of the case in code, asserted when everything up to a time has happened.
    struct Check {
        /// Seconds since the start; `nil` for the end.
        let at: Double?
        let body: @MainActor (CaseRun) async throws -> Void

        static func at(_ time: Double, _ body: @escaping @MainActor (CaseRun) async throws -> Void) -> Check {
            Check(at: time, body: body)
        }

        static func atEnd(_ body: @escaping @MainActor (CaseRun) async throws -> Void) -> Check {
            Check(at: nil, body: body)
        }
    }

    let api: Scenario.API
    let scenario: Scenario
    let phone: SimulatedPhone
    let folder: URL
    let subject: any CaseSubject
    /// Fixes that are no positions, so that no back end can hand them over.
    var droppedFixes = 0
    /// The most fences watched at any moment, as far as the steps go.
    private(set) var mostWatched = 0
    /// The names of regions, also of fences that are gone.
    var regionIDs: [String: String] = [:]
    /// Milliseconds by which the wall clock was moved: from when on, and the sum then.
    var jumps: [(from: Int64, sum: Int64)] = []
    /// When the device was last put somewhere, in milliseconds since the start.
    var placedAt: Int64?
    /// Builds the SDK in the process that waits for its store.
    var pendingLaunch: (due: Int64, build: @MainActor () async -> Void)?
    var launchFailure: (any Error)?
    let listensItself: Bool

    init(_ scenario: Scenario, on api: Scenario.API) throws {
        self.api = api
        self.scenario = scenario
        var knobs = PhoneKnobs.quick
        knobs.fixInterval = nil
        knobs.suspendsInBackground = false
        knobs.detectsCrossings = false
        knobs.answersStateFromTruth = true
        knobs.maximumRadius = scenario.environment["maximumRegionMonitoringDistance"]?.doubleValue
        phone = SimulatedPhone(
            profile: scenario.monitor == .os ? .iOSClassic : .software, knobs: knobs, wall: scenario.start)
        folder = FileManager.default.temporaryDirectory.appending(path: "case-\(UUID().uuidString)")
        subject = try CaseRun.make(api, phone, folder)
        listensItself = scenario.steps.contains { $0["call"]?.stringValue == "subscribe" }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func make(
        _ api: Scenario.API, _ phone: SimulatedPhone, _ folder: URL
    ) throws -> any CaseSubject {
        switch api {
        case .engine: EngineSubject(phone: phone, folder: folder)
        case .bgeo: BGeoSubject(phone: phone, folder: folder)
        case .cio: CIOSubject(phone: phone, folder: folder)
        case .beekon: BeekonSubject(phone: phone, folder: folder)
        }
    }

    /// What was told so far, with times of the scenario.
    var events: [PassedTransition] { subject.told.map { PassedTransition(told: $0, at: time(of: $0.at)) } }

    /// `ENTER home`, in the order told.
    var told: [String] { subject.told.map { "\($0.kind) \($0.fence)" } }

    /// Runs a whole case.
    ///
    /// - Parameters:
    ///   - take: Takes over the steps for which it returns true.
    ///   - more: Members that are laid over those of the case, one level deep.
    ///   - forbidden: Code for prohibitions whose words cannot be read.
    static func run(
        _ text: String, on api: Scenario.API, with more: JSONObject = [:], checks: [Check] = [],
        forbidden: [String: @MainActor (CaseRun) -> Bool] = [:],
        take: @MainActor (CaseRun, CaseStep) async throws -> Bool = { _, _ in false }
    ) async throws {
        var members = try JSONValue(json: text).objectValue.orThrow("a case is an object")
        for (key, value) in more {
            let old = members[key]?.objectValue
            let merged = value.objectValue.flatMap { new in old.map { JSONObject(Array($0) + Array(new)) } }
            members[key] = merged.map { .object($0) } ?? value
        }
        try await run(.object(members), on: api, checks: checks, forbidden: forbidden, take: take)
    }

    static func run(
        _ value: JSONValue, on api: Scenario.API, checks: [Check] = [],
        forbidden: [String: @MainActor (CaseRun) -> Bool] = [:],
        take: @MainActor (CaseRun, CaseStep) async throws -> Bool = { _, _ in false }
    ) async throws {
        let run = try CaseRun(Scenario(value, api: api), on: api)
        try await run.prepare()
        try await run.takeSteps(checks, take)
        if let failure = run.launchFailure { throw failure }
        run.checkExpectations()
        for text in run.scenario.forbidden { try run.checkProhibition(text, forbidden[text]) }
        for check in checks where check.at == nil { try await check.body(run) }
        await run.end()
    }

    private func takeSteps(
        _ checks: [Check], _ take: @MainActor (CaseRun, CaseStep) async throws -> Bool
    ) async throws {
        var waiting = checks.compactMap { check in check.at.map { (at: Int64(($0 * 1000).rounded()), check: check) } }
        for step in timeline() {
            while let next = waiting.first, next.at < step.at {
                waiting.removeFirst()
                try await advance(to: next.at)
                try await next.check.body(self)
            }
            try await advance(to: step.at)
            if try await !take(self, step) { try await perform(step) }
            mostWatched = max(mostWatched, await subject.watched().fences.count)
            await learnRegionIDs()
        }
        for next in waiting {
            try await advance(to: next.at)
            try await next.check.body(self)
        }
        // What waits for a position has it then, or never.
        try await advance(to: phone.elapsed + 30_000)
    }

    private func checkExpectations() {
        guard let expected = scenario.expected else { return }
        let named = Set(expected.map(\.fence))
        let events = events.filter { expected.isEmpty || named.contains($0.told.fence) }
        let story = Comment(rawValue: "told: \(events)\n\(phone.transcript)")
        #expect(events.count == expected.count, story)
        for (event, expectation) in zip(events, expected) { expectation.check(event, story) }
    }

    private func checkProhibition(_ text: String, _ code: (@MainActor (CaseRun) -> Bool)?) throws {
        if let code {
            #expect(!code(self), "forbidden: \(text); told: \(events)")
        } else {
            let prohibition = try Prohibition(text).orThrow("\"\(text)\" needs code")
            let broken = prohibition.broken(by: events, expected: scenario.expected?.count ?? 0)
            #expect(broken.isEmpty, "forbidden: \(text)")
        }
    }
}
