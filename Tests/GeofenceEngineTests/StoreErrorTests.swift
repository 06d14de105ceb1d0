import Foundation
import GeofenceEngine
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `Store errors` {
    struct Row: Sendable, CustomTestStringConvertible {
        let code: Int32
        var problem: Int32 = 0
        let error: StoreError
        var testDescription: String { "code \(code), errno \(problem)" }
    }

    // The numbers are those of https://sqlite.org/rescode.html.
    @Test(arguments: [
        Row(code: 5, error: .busy(file: "no.db", waitedMilliseconds: 7)),
        Row(code: 261, error: .busy(file: "no.db", waitedMilliseconds: 7)),
        Row(code: 6, error: .busy(file: "no.db", waitedMilliseconds: 7)),
        Row(code: 8, error: .readOnly(file: "no.db")),
        Row(code: 1544, error: .readOnly(file: "no.db")),
        Row(code: 1032, error: .io(file: "no.db", code: 1032, message: "m")),
        Row(code: 11, error: .corrupt(file: "no.db", detail: "m")),
        Row(code: 779, error: .corrupt(file: "no.db", detail: "m")),
        Row(code: 26, error: .corrupt(file: "no.db", detail: "m")),
        Row(code: 522, error: .io(file: "no.db", code: 522, message: "m")),
        Row(code: 13, error: .full(file: "no.db")),
        Row(code: 778, problem: ENOSPC, error: .full(file: "no.db")),
        Row(code: 778, problem: EDQUOT, error: .full(file: "no.db")),
        Row(code: 778, problem: EIO, error: .io(file: "no.db", code: 778, message: "m")),
        Row(code: 23, error: .notReadableYet(file: "no.db")),
        Row(code: 7178, error: .notReadableYet(file: "no.db")),
        Row(code: 266, problem: EPERM, error: .notReadableYet(file: "no.db")),
        Row(code: 266, problem: EIO, error: .io(file: "no.db", code: 266, message: "m")),
        Row(code: 14, problem: EPERM, error: .notReadableYet(file: "no.db")),
        Row(code: 14, problem: EACCES, error: .readOnly(file: "no.db")),
        Row(code: 14, problem: EROFS, error: .readOnly(file: "no.db")),
        Row(code: 14, problem: EMFILE, error: .io(file: "no.db", code: 14, message: "m")),
        Row(code: 14, problem: EISDIR, error: .notAFile(file: "no.db")),
        Row(code: 526, error: .notAFile(file: "no.db")),
        Row(code: 7, error: .io(file: "no.db", code: 7, message: "m")),
        Row(code: 1, error: .misuse(file: "no.db", code: 1, message: "m")),
        Row(code: 2067, error: .misuse(file: "no.db", code: 2067, message: "m")),
    ])
    func `a result code becomes the error a caller can act on`(_ row: Row) {
        let file = StoreFile(path: "/a/folder/that/is/not/there/no.db")

        #expect(StoreError(code: row.code, systemError: row.problem, message: "m", file: file, waited: 7) == row.error)
    }

    @Test(arguments: [
        (StoreError.full(file: "a.db"), "a.db cannot grow: no space left; nothing of the last change was kept"),
        (.newerSchema(file: "a.db", found: 9, known: 2), "a.db has schema version 9; versions up to 2 can be read"),
        (
            .badValue(file: "a.db", column: "radius", expected: "a real number", found: "text"),
            "a.db holds text in column radius, where a real number is allowed"
        ),
    ])
    func `an error says which file, why, and what is allowed`(_ error: StoreError, _ sentence: String) {
        #expect(error.description == sentence)
        #expect(error.file == "a.db")
    }
}

/// Who runs as root may do everything, so each of these becomes an ordinary user first, in a process of its own.
@Suite struct `Store permissions` {
    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `CASE-117 a file that may not be read is kept for later and nothing is touched`() async {
            await #expect(processExitsWith: .success) {
                becomeOrdinary()
                let folder = try ScratchFolder()
                let database = try Sample.open(folder).database
                try Sample.add(["a"], to: database)
                database.close()
                try #require(chmod(folder.database, 0) == 0)
                let before = try folder.names()

                #expect(throws: StoreError.notReadableYet(file: "sample.db")) { try Sample.open(folder) }

                #expect(try folder.names() == before)
                try #require(chmod(folder.database, 0o600) == 0)
                let later = try Sample.open(folder)
                #expect(later.opening == .opened)
                #expect(try Sample.ids(later.database) == ["a"])
            }
        }

        @Test func `a log that may not be read is kept for later`() async {
            await #expect(processExitsWith: .success) {
                becomeOrdinary()
                let folder = try ScratchFolder()
                let killed = try Sample.open(folder).database
                try Sample.add(["a"], to: killed)
                let other = try ScratchFolder()
                for name in ["sample.db", "sample.db-wal"] { try other.write(try folder.bytes(name), to: name) }
                try #require(chmod(other.database + "-wal", 0) == 0)

                #expect(throws: StoreError.notReadableYet(file: "sample.db")) { try Sample.open(other) }

                try #require(chmod(other.database + "-wal", 0o600) == 0)
                #expect(try Sample.ids(Sample.open(other).database) == ["a"])
            }
        }

        @Test func `a folder that may not be looked into is kept for later`() async {
            await #expect(processExitsWith: .success) {
                becomeOrdinary()
                let folder = try ScratchFolder()
                try Sample.open(folder).database.close()
                try #require(chmod(folder.path, 0) == 0)

                #expect(throws: StoreError.notReadableYet(file: "sample.db")) { try Sample.open(folder) }

                try #require(chmod(folder.path, 0o700) == 0)
                #expect(try Sample.open(folder).opening == .opened)
            }
        }

        @Test func `a file or folder that may not be written is said to be so`() async {
            await #expect(processExitsWith: .success) {
                becomeOrdinary()
                let folder = try ScratchFolder()
                try Sample.open(folder).database.close()
                let bytes = try folder.bytes("sample.db")

                try #require(chmod(folder.database, 0o400) == 0)
                #expect(throws: StoreError.readOnly(file: "sample.db")) { try Sample.open(folder) }
                try #require(chmod(folder.database, 0o600) == 0)

                let sealed = try ScratchFolder()
                try sealed.write(bytes, to: "sample.db")
                try #require(chmod(sealed.path, 0o500) == 0)
                #expect(throws: StoreError.readOnly(file: "sample.db")) { try Sample.open(sealed) }
                #expect(throws: StoreError.readOnly(file: "new.db")) {
                    try StoreOpener(path: sealed.path + "/new.db", schema: Sample.second).open(at: noon)
                }
                #expect(throws: StoreError.readOnly(file: "new.db")) {
                    try StoreOpener(path: sealed.path + "/sub/new.db", schema: Sample.second).open(at: noon)
                }

                #expect(try sealed.names() == ["sample.db"])
                #expect(try sealed.bytes("sample.db") == bytes)
                try #require(chmod(sealed.path, 0o700) == 0)
            }
        }

        @Test func `damage in a folder that may not be written is an error, not a loss`() async {
            await #expect(processExitsWith: .success) {
                becomeOrdinary()
                let folder = try ScratchFolder()
                try folder.write(Data(repeating: 7, count: 5_000), to: "sample.db")
                try #require(chmod(folder.path, 0o500) == 0)

                #expect(throws: StoreError.readOnly(file: "sample.db")) { try Sample.open(folder) }

                #expect(try folder.bytes("sample.db") == Data(repeating: 7, count: 5_000))
                try #require(chmod(folder.path, 0o700) == 0)
            }
        }
    #endif
}

/// 65534 is "nobody" on Linux; any number but 0 would do.
private func becomeOrdinary() {
    guard geteuid() == 0 else { return }
    precondition(setgid(65534) == 0 && setuid(65534) == 0 && geteuid() != 0)
}
