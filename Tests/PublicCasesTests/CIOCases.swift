import CIOAdapter
import Foundation
import LocationCore
import LocationSimulator
import TestSupport
import Testing

/// The public cases under Customer.io's API, read from where they are told.
@MainActor @Suite(.enabled(if: Shared.isPresent, "needs the public cases")) struct `CASE Customer.io` {
    private func run(
        _ id: String, checks: [CaseRun.Check] = [], forbidden: [String: @MainActor (CaseRun) -> Bool] = [:],
        take: @MainActor (CaseRun, CIOSubject, CaseStep) async throws -> Bool = { _, _, _ in false }
    ) async throws {
        let pages = try String(decoding: Shared.data("cases/public-cases.md"), as: UTF8.self)
        for block in pages.components(separatedBy: "```json\n").dropFirst() {
            let text = block.components(separatedBy: "```")[0]
            guard let value = try? JSONValue(json: text), value["id"]?.stringValue == id else { continue }
            try await CaseRun.run(value, on: .cio, checks: checks, forbidden: forbidden) { run, step in
                let subject = try (run.subject as? CIOSubject).orThrow("the subject is Customer.io's")
                return try await take(run, subject, step)
            }
            return
        }
        Issue.record("there is no case \(id)")
    }

    /// The requests that carry transitions, each as what it says of them.
    private func sent(_ run: CaseRun) -> [[String]] {
        run.phone.requests.compactMap { record in
            guard let body = try? JSONValue(json: record.request.body) else { return nil }
            let events = (body["batch"]?.arrayValue ?? [body]).filter { $0["event"] == "Geofence Transition" }
            return events.isEmpty ? nil : events.compactMap { $0["properties"]?["transitionId"]?.stringValue }
        }
    }

    /// The server's own list of a case, in the form of the wire.
    private func wire(_ fences: [(id: String, latitude: String, longitude: String, radius: Int)]) -> String {
        let entries = fences.map {
            #"{"id":\#($0.id),"latitude":\#($0.latitude),"longitude":\#($0.longitude),"radius":\#($0.radius)}"#
        }
        return #"{"geofences":[\#(entries.joined(separator: ","))]}"#
    }

    @Test func `CASE-003 absurd accuracy while inside`() async throws { try await run("CASE-003") }

    @Test func `CASE-004 error circle that reaches a far fence`() async throws { try await run("CASE-004") }

    @Test func `CASE-005 OS enter with a fix a hair outside`() async throws { try await run("CASE-005") }

    @Test func `CASE-010 occupied large fence out-ranked by small ones`() async throws { try await run("CASE-010") }

    @Test func `CASE-014 empty stretch of road`() async throws { try await run("CASE-014") }

    @Test func `CASE-015 regions that are not ours`() async throws {
        try await run(
            "CASE-015",
            checks: [
                .at(31) { run in #expect(run.phone.monitoredRegions.contains { $0.id == "host.shop" }) }
            ])
    }

    @Test func `CASE-022 resume wipes the inside state`() async throws { try await run("CASE-022") }

    @Test func `CASE-024 the same crossing delivered three times`() async throws { try await run("CASE-024") }

    @Test func `CASE-026 arrival invented from a remembered position`() async throws { try await run("CASE-026") }

    @Test func `CASE-027 exit overtakes the synthetic enter`() async throws { try await run("CASE-027") }

    @Test func `CASE-028 exit reported only on the way back in`() async throws { try await run("CASE-028") }

    @Test func `CASE-030 outside at registration`() async throws { try await run("CASE-030") }

    @Test func `CASE-033 timer dies while the app is suspended`() async throws { try await run("CASE-033") }

    @Test func `CASE-035 killed and relaunched, still inside`() async throws { try await run("CASE-035") }

    @Test func `CASE-044 cold launch by the event itself`() async throws { try await run("CASE-044") }

    /// The shared case has one fix after a day of silence. By AMD-03, which wins, such a fix does not decide alone: a second
    /// one is added here, and the enter still bears the time of the first.
    @Test func `CASE-051 AMD-03 crossing missed during a long sleep`() async throws {
        try await run(
            "CASE-051",
            checks: [
                .at(90_006) { run in
                    #expect(run.told == [])
                    await run.phone.deliver(
                        at: Coordinate(checkedLatitude: 52.2298799, longitude: 21.0122), accuracy: 10)
                }
            ])
    }

    @Test func `CASE-058 id equal to an internal name`() async throws { try await run("CASE-058") }

    @Test func `CASE-060 numeric ids from the server`() async throws {
        try await run(
            "CASE-060",
            checks: [
                .atEnd { run in
                    #expect(Set(run.subject.told.map(\.fence)) == ["48122", "48123"])
                }
            ]
        ) { _, subject, _ in
            subject.answers.withLock {
                $0.nearest = wire([
                    ("48122", "52.2297", "21.0122", 150), (#""48123""#, "52.2297", "21.0122", 150),
                ])
            }
            return false
        }
    }

    @Test func `CASE-066 one malformed fence in a server set`() async throws {
        let good = wire([
            (#""ok1""#, "52.2297", "21.0122", 150), (#""r0""#, "52.2297", "21.0122", 0), (#""lat""#, "91", "0", 100),
            (#""nan""#, #""NaN""#, "0", 100), (#""ok2""#, "52.2297", "21.0122", 300),
        ])
        let bad = wire([(#""r0""#, "52.2297", "21.0122", 0), (#""lat""#, "91", "0", 100)])
        try await run(
            "CASE-066",
            checks: [
                .at(102) { run in
                    let kept = try await run.subject.fences().map(\.id)
                    #expect(Set(kept) == ["ok1", "ok2"])
                    #expect(run.phone.requests.count { $0.request.url.hasSuffix("/nearest") } == 2)
                }
            ]
        ) { _, subject, step in
            subject.answers.withLock { $0.nearest = step.at < 100_000 ? good : bad }
            return step["server"] != nil
        }
    }

    @Test func `CASE-069 OS event for a removed fence`() async throws { try await run("CASE-069") }

    @Test func `CASE-071 pending dwell or exit of a removed fence`() async throws { try await run("CASE-071") }

    @Test func `CASE-076 refresh with unchanged fences`() async throws {
        try await run(
            "CASE-076",
            checks: [
                .atEnd { run in
                    let ids = run.phone.registrationLog.map(\.id).filter { $0 != "cio_movement_trigger" }
                    #expect(ids.count == Set(ids).count)
                    #expect(run.phone.requests.count { $0.request.url.hasSuffix("/nearest") } == 6)
                }
            ])
    }

    @Test func `CASE-089 polygon larger than the OS allows`() async throws {
        try await run(
            "CASE-089",
            checks: [
                .at(0) { run in #expect(run.registered == ["cio_movement_trigger"]) }
            ]
        ) { run, _, step in
            // The system tells nothing about a region that it was not given.
            step["os"] == "exit" && run.registered.count == 1
        }
    }

    @Test func `CASE-090 shop smaller than the accuracy`() async throws { try await run("CASE-090") }

    @Test func `CASE-101 stale cached fix`() async throws { try await run("CASE-101") }

    @Test func `CASE-102 fix from the future`() async throws { try await run("CASE-102") }

    @Test func `CASE-104 time of the crossing, not of the sending`() async throws { try await run("CASE-104") }

    @Test func `CASE-105 zones, summer time and formats`() async throws {
        try await run(
            "CASE-105",
            checks: [
                .atEnd { run in
                    let times = run.subject.told.map(\.at.iso8601)
                    #expect(
                        times == ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z", "2026-10-25T01:38:20.000Z"])
                }
            ]
        ) { _, _, step in step["zone"] != nil }
    }

    @Test func `CASE-107 answer lost after the server had stored the batch`() async throws {
        try await run(
            "CASE-107",
            checks: [
                .atEnd { run in
                    let ids = sent(run).flatMap(\.self)
                    #expect(Set(ids).count == 2)
                    #expect(Dictionary(grouping: ids) { $0 }.values.allSatisfy { $0.count > 1 })
                    #expect(await run.queue().isEmpty)
                }
            ]
        ) { _, subject, step in
            subject.answers.withLock { $0.other = step.at < 200_000 ? .silence : .status(200) }
            return step["server"] != nil
        }
    }

    @Test func `CASE-108 two uploads of one batch at once`() async throws {
        try await run(
            "CASE-108",
            checks: [
                .atEnd { run in
                    let ids = sent(run).filter { $0.count == 2 }.flatMap(\.self)
                    #expect(Set(ids).count == ids.count)
                    #expect(await run.queue().isEmpty)
                }
            ]
        ) { run, subject, step in
            guard step["server"] != nil else { return false }
            subject.answers.withLock { $0.other = .status(200, after: 2000) }
            let before = run.phone.requests.count
            await run.phone.setNetwork(.unmetered)
            try await subject.app { for _ in 0..<10 { CustomerIO.shared.flush() } }
            await run.phone.advance(by: 30_000)
            let ids = run.phone.requests.dropFirst(before).flatMap { record -> [String] in
                guard let body = try? JSONValue(json: record.request.body) else { return [] }
                return (body["batch"]?.arrayValue ?? [body]).compactMap {
                    $0["properties"]?["transitionId"]?.stringValue
                }
            }
            #expect(ids.count == 2)
            #expect(Set(ids).count == 2)
            return true
        }
    }

    @Test func `CASE-124 nobody logged in`() async throws {
        try await run(
            "CASE-124", forbidden: ["event with a time before 200": { $0.events.contains { $0.at < 200_000 } }])
    }

    @Test func `CASE-125 revoked, then granted again`() async throws { try await run("CASE-125") }

    @Test func `CASE-127 fences added before any permission`() async throws { try await run("CASE-127") }

    @Test func `CASE-128 approximate location only`() async throws { try await run("CASE-128") }

    @Test func `CASE-129 location services off and on`() async throws { try await run("CASE-129") }

    @Test func `CASE-141 check and record must be one step`() async throws { try await run("CASE-141") }
}
