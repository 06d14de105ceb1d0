import Foundation
import Testing

@Suite struct `The log of transitions` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "log.json") }
    private let noon = Date(timeIntervalSince1970: 1_783_339_200)

    @Test func `another process reads what was kept, newest first`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var log = try TransitionLog(reading: file)
        try log.add(Crossing(fence: "home", action: .enter, date: noon), of: .bgeo, because: ["one", "two"])
        try log.add(Crossing(fence: "home", action: .exit, date: noon), of: .beekon, because: [])

        let read = try TransitionLog(reading: file)

        #expect(read.entries.map(\.line) == ["Beekon: EXIT home", "BGeo: ENTER home"])
        #expect(read.entries.map(\.reason) == ["no reason is known", "two"])
        #expect(read.entries.map(\.id) == [2, 1])
        #expect(read.lastAction(of: "home", .bgeo) == .enter)
        #expect(read.lastAction(of: "home", .customerIO) == nil)
    }

    @Test func `the oldest entry beyond 200 is dropped`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var log = try TransitionLog(reading: file)
        for number in 1...201 {
            try log.add(Crossing(fence: "f\(number)", action: .enter, date: noon), of: .bgeo, because: [])
        }
        #expect(log.entries.count == 200)
        #expect(log.entries.first?.fence == "f201" && log.entries.last?.fence == "f2")
        #expect(try TransitionLog(reading: file).entries == log.entries)
    }

    @Test func `a file that is no log is an error, and the next entry replaces it`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: file)
        #expect(throws: (any Error).self) { try TransitionLog(reading: file) }

        var log = TransitionLog(beginning: file)
        try log.add(Crossing(fence: "home", action: .dwell, date: noon), of: .bgeo, because: [])

        #expect(try TransitionLog(reading: file).entries.map(\.line) == ["BGeo: DWELL home"])
    }
}
