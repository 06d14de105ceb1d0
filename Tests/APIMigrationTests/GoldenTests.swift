import APIMigration
import Foundation
import LocationCore
import Testing

/// Whole files with their reports, written down and checked by hand against the vendors' documents.
@Suite struct `Golden reports` {
    struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        let source: APIStyle
        let target: APIStyle
        var testDescription: String { "\(file) to \(target)" }
    }

    static let rows =
        [("bgeo", APIStyle.bgeo), ("beekon", .beekon), ("beekon-slice", .beekon), ("customerio", .customerio)]
        .flatMap { file, source in
            APIStyle.allCases.filter { $0 != source || file == "beekon-slice" }
                .map { Row(file: file, source: source, target: $0) }
        }

    @Test(arguments: rows)
    func `fences and report`(_ row: Row) throws {
        let migration = try FenceMigration(golden("\(row.file).json"), from: row.source, to: row.target)

        let name = "\(row.file)-to-\(row.target)"
        #expect(migration.fences == (try JSONValue(json: golden("\(name).json"))))
        #expect(migration.report.description + "\n" == String(decoding: try golden("\(name).txt"), as: UTF8.self))
    }

    @Test func `the report for programs says the same as the text`() throws {
        let report = try FenceMigration(golden("bgeo.json"), from: .bgeo, to: .customerio).report

        #expect(report.json == (try JSONValue(json: golden("bgeo-to-customerio.report.json"))))
    }

    private func golden(_ name: String) throws -> Data {
        try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Golden").appending(path: name))
    }
}
