import APIMigration
import Foundation
import LocationCore
import Testing

/// The samples of Documentation/Migrating.md, word for word between the marks.
@Suite struct `Guide to moving` {
    let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    @Test func `a file is converted`() throws {
        let file = Data(MigrationPlace.bgeoHome.bytes())
        var lost: [String] = []
        // sample: functions
        let migration = try FenceMigration(file, from: .bgeo, to: .customerio)
        let converted = migration.fences.bytes(pretty: true)
        if !migration.report.isComplete { print(migration.report) }
        for entry in migration.report.entries {
            for field in entry.fields {
                if case .notCarried(let whatToDo) = field.outcome { lost.append("\(field.field): \(whatToDo)") }
            }
        }
        // end
        #expect(lost.isEmpty)
        #expect(try FenceFile.read(converted, as: .customerio).entries.count == 1)
    }
}
