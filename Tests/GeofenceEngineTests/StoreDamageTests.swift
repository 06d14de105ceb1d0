import Foundation
import GeofenceEngine
import LocationCore
import Testing

/// Every store here is opened from the bytes of a sound one, changed in one way.
@Suite struct `Store damage` {
    let sound: Data

    init() throws {
        let folder = try ScratchFolder()
        let database = try Sample.open(folder).database
        try Sample.add((0..<400).map { "fence number \($0)" }, to: database)
        database.close()
        sound = try folder.bytes("sample.db")
    }

    /// Opens damaged bytes, uses what comes of it, and says whether the old bytes are all still there.
    private func live(_ damaged: Data, log: Data? = nil, checkedBytes: Int64 = 16 << 20) throws -> StoreOpening? {
        let folder = try ScratchFolder()
        try folder.write(damaged, to: "sample.db")
        if let log { try folder.write(log, to: "sample.db-wal") }
        var options = Sample.options()
        options.checkedBytes = checkedBytes
        let opener = StoreOpener(path: folder.database, schema: Sample.second, options: options)

        let opened = try opener.open(at: noon)

        if case .startedOver(_, let name) = opened.opening {
            #expect(try folder.bytes(name) == damaged)
            if let log { #expect(try folder.bytes(name + "-wal") == log) }
            #expect(try Sample.ids(opened.database).isEmpty)
        }
        do throws(StoreError) {
            let count = try Sample.ids(opened.database).count
            try Sample.add(["z"], to: opened.database)
            #expect(try Sample.ids(opened.database).count == count + 1)
        } catch {
            switch error {
            case .corrupt(_, let detail):
                opened.database.closeKeepingLog()
                let again = try opener.startOver(.corrupt(detail: detail), at: noon)
                try Sample.add(["z"], to: again.database)
                #expect(try Sample.ids(again.database) == ["z"])
            case .badValue:
                // A flipped bit inside a record's header makes another kind of value: told, at no cost to others.
                break
            case .misuse(_, let code, _):
                // A flipped bit in a stored text can spell another name, or an id that exists.
                #expect([1, 19, 2067, 1299, 1555].contains(code))
            default:
                Issue.record("\(error)")
            }
        }
        return opened.opening
    }

    @Test func `CASE-117 a file that is damaged is set aside, byte for byte`() throws {
        let page = 4096
        var header = sound
        header.replaceSubrange(0..<100, with: Data(repeating: 0x5A, count: 100))
        var zeroed = sound
        zeroed.replaceSubrange(2 * page..<3 * page, with: Data(repeating: 0, count: page))
        let noise = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) })

        for damaged in [header, zeroed, noise, Data("short".utf8), sound.prefix(page), sound.prefix(page + 1)] {
            let opening = try live(damaged)
            guard case .startedOver(.corrupt, "sample.db.corrupt-20260706T120000Z") = opening else {
                Issue.record("\(damaged.count) bytes: \(String(describing: opening))")
                continue
            }
        }
    }

    @Test func `CASE-117 a file cut anywhere never crashes and never loses its rest`() throws {
        for length in stride(from: 1, to: sound.count, by: 509) {
            let opening = try live(sound.prefix(length))

            guard case .startedOver(.corrupt, _) = opening else {
                Issue.record("cut to \(length) bytes: \(String(describing: opening))")
                continue
            }
        }
    }

    @Test(arguments: [16 << 20, 0] as [Int64])
    func `CASE-117 a flipped bit anywhere never crashes and never loses the old bytes`(_ checkedBytes: Int64) throws {
        // All of the header, then a prime step through the pages.
        let offsets = Array(0..<100) + Array(stride(from: 100, to: sound.count, by: 211))
        var startedOver = 0
        for (number, offset) in offsets.enumerated() {
            var damaged = sound
            damaged[offset] ^= 1 << UInt8(number % 8)

            let opening: StoreOpening?
            do {
                opening = try live(damaged, checkedBytes: checkedBytes)
            } catch {
                Issue.record("byte \(offset): \(error)")
                continue
            }

            if case .startedOver = opening { startedOver += 1 }
        }
        #expect(startedOver > 10)
    }

    @Test func `CASE-117 a log cut or flipped anywhere costs at most its own transactions`() throws {
        let folder = try ScratchFolder()
        let database = try Sample.open(folder).database
        var counts: [Int] = [0]
        for number in 0..<6 {
            try Sample.add((0..<20).map { "\(number) \($0)" }, to: database)
            counts.append(20 * (number + 1))
        }
        let main = try folder.bytes("sample.db")
        let log = try folder.bytes("sample.db-wal")

        var seen: Set<Int> = []
        for length in stride(from: log.count, to: 0, by: -997) {
            for isFlipped in [false, true] {
                var damaged = isFlipped ? log : log.prefix(length)
                if isFlipped { damaged[length - 1] ^= 0x10 }
                let other = try ScratchFolder()
                try other.write(main, to: "sample.db")
                try other.write(Data(damaged), to: "sample.db-wal")

                let opened = try Sample.open(other)

                switch opened.opening {
                case .opened:
                    let count = try Sample.ids(opened.database).count
                    #expect(counts.contains(count))
                    seen.insert(count)
                case .startedOver(.corrupt, let name):
                    #expect(try other.bytes(name) == main)
                case .created:
                    // The main file holds nothing until the log is folded in; the log's first transaction made it.
                    #expect(try Sample.ids(opened.database).isEmpty)
                default:
                    Issue.record("\(length) \(isFlipped): \(opened.opening)")
                }
            }
        }
        #expect(seen.isSuperset(of: [20, 100, 120]))
    }

    @Test func `damage beyond the checked size shows in use as damage`() throws {
        var damaged = sound
        // Every page but the first, so whatever is read next is hit.
        damaged.replaceSubrange(4096..., with: Data(repeating: 0xEE, count: sound.count - 4096))
        let folder = try ScratchFolder()
        try folder.write(damaged, to: "sample.db")
        var options = Sample.options()
        options.checkedBytes = 0
        let opener = StoreOpener(path: folder.database, schema: Sample.second, options: options)
        let opened = try opener.open(at: noon)

        #expect(opened.opening == .opened)
        let problem = #expect(throws: StoreError.self) { try Sample.ids(opened.database) }
        guard case .corrupt("sample.db", let detail) = problem else {
            Issue.record("got \(String(describing: problem))")
            return
        }
        opened.database.closeKeepingLog()
        let again = try opener.startOver(.corrupt(detail: detail), at: noon)

        let name = "sample.db.corrupt-20260706T120000Z"
        #expect(again.opening == .startedOver(reason: .corrupt(detail: detail), setAside: name))
        #expect(try folder.bytes(name) == damaged)
    }

    @Test func `damage met in use is set aside with the log as it was`() throws {
        let folder = try ScratchFolder()
        let opener = StoreOpener(path: folder.database, schema: Sample.second, options: Sample.options())
        let database = try opener.open(at: noon).database
        try Sample.add((0..<50).map { "n\($0)" }, to: database)
        let bytes = try (folder.bytes("sample.db"), folder.bytes("sample.db-wal"))

        database.closeKeepingLog()
        _ = try opener.startOver(.corrupt(detail: "met in use"), at: noon)

        let name = "sample.db.corrupt-20260706T120000Z"
        #expect(bytes.1.count > 4096)
        #expect(try folder.bytes(name) == bytes.0)
        #expect(try folder.bytes(name + "-wal") == bytes.1)
    }

    @Test func `a migration that meets damage starts over with the log as it was`() throws {
        let folder = try ScratchFolder()
        let old = try Sample.open(folder, Sample.first)
        try Sample.add(["a"], to: old.database)
        let bytes = try (folder.bytes("sample.db"), folder.bytes("sample.db-wal"))
        let other = try ScratchFolder()
        try other.write(bytes.0, to: "sample.db")
        try other.write(bytes.1, to: "sample.db-wal")
        let meetsDamage = StoreSchema(
            applicationID: Sample.identity, steps: [Sample.makeFences, Sample.meetDamageInFences])

        let opened = try Sample.open(other, meetsDamage)

        let name = "sample.db.corrupt-20260706T120000Z"
        #expect(opened.opening == .startedOver(reason: .corrupt(detail: "met"), setAside: name))
        #expect(try other.bytes(name) == bytes.0)
        #expect(try other.bytes(name + "-wal") == bytes.1)
    }
}
