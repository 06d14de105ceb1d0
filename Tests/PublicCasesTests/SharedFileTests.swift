import Foundation
import LocationCore
import TestSupport
import Testing

/// The cases as they are told in the specification, which is not part of the project.
@MainActor @Suite(.enabled(if: Shared.isPresent, "the specification is not there"))
struct `CASE the file of the cases` {
    /// Those whose steps or statements need code, which their own tests have.
    static let needingCode: Set<String> = [
        "CASE-009", "CASE-017", "CASE-031", "CASE-089", "CASE-105", "CASE-107", "CASE-108", "CASE-110", "CASE-111",
        "CASE-112", "CASE-115", "CASE-117", "CASE-118", "CASE-120", "CASE-121", "CASE-133", "CASE-139", "CASE-140",
        "CASE-143", "CASE-146", "CASE-063",
        // Its one fix after a day of silence needs a second. (AMD-03)
        "CASE-051",
    ]

    /// Geometry without a phone, proved where the geometry is.
    static let geometry: Set<String> = [
        "CASE-078", "CASE-079", "CASE-080", "CASE-082", "CASE-083", "CASE-084", "CASE-085", "CASE-086", "CASE-087",
        "CASE-091",
    ]

    static func cases() throws -> [JSONValue] {
        let text = String(decoding: try Shared.data("cases/public-cases.md"), as: UTF8.self)
        return try text.components(separatedBy: "```json\n").dropFirst().compactMap {
            try $0.components(separatedBy: "\n```").first.map { try JSONValue(json: $0) }
        }
    }

    static func apis(_ value: JSONValue) -> [Scenario.API] {
        (value["api"]?.arrayValue?.compactMap(\.stringValue) ?? []).compactMap(Scenario.API.init)
            .filter { [.engine, .bgeo].contains($0) }
    }

    @Test func `every case of the engine and of BGeo is named by a test`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "CIOCases.swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let wanted = try Self.cases().filter { !Self.apis($0).isEmpty }.compactMap { $0["id"]?.stringValue }

        let missing = wanted.filter { id in !sources.contains { $0.contains("func `\(id) ") } }

        #expect(wanted.count > 100)
        #expect(Set(missing).isSubset(of: Self.geometry))
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `the machine-readable cases pass as they stand`(_ api: Scenario.API) async throws {
        var count = 0
        for value in try Self.cases() where Self.apis(value).contains(api) {
            guard let id = value["id"]?.stringValue, !Self.needingCode.contains(id), !Self.geometry.contains(id),
                value["steps"] != nil
            else { continue }
            try await CaseRun.run(value, on: api)
            count += 1
        }
        #expect(count > 30)
    }
}
