import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

/// Whole engines that start with a snapshot beside the same without.
@Suite struct `Engines with a snapshot` {
    private static let fences = (0..<300).map { number in
        CoreBench.fence(
            FenceID("f\(number)"), Double(number % 20) * 400, Double(number / 20) * 400, radius: 150,
            reports: [.enter, .exit])
    }

    private static func bench(threshold: Int, _ fences: [Fence] = fences) async throws -> EngineBench {
        let bench = try EngineBench(at: CoreBench.at(0, -2000))
        bench.setSnapshots(from: threshold)
        try await bench.engine().put(fences)
        await bench.phone.settle()
        return bench
    }

    private static func names(_ bench: EngineBench) throws -> [String] {
        let folder = URL(filePath: bench.path).deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("-fences") }
    }

    private static func relaunch(_ bench: EngineBench) async throws -> GeofenceEngine {
        bench.phone.killApp()
        await bench.phone.launchApp()
        return try await bench.engine()
    }

    @Test func `from exactly the threshold on there is one`() async throws {
        let small = try await Self.bench(threshold: 301)
        let large = try await Self.bench(threshold: 300)
        #expect(try Self.names(small) == [])
        #expect(try Self.names(large) == ["sample.db-fences"])
        #expect(small.snapshotNews == [])
        #expect(large.snapshotNews == [.written])

        try await large.engine().remove(["f7"])

        #expect(try Self.names(large) == [])
        #expect(try await large.engine().fenceCount() == 299)
        try await small.engine().put([CoreBench.fence("one more")])
        #expect(try Self.names(small) == ["sample.db-fences"])
        try await small.engine().removeAll()
        #expect(try Self.names(small) == [])
    }

    /// The same life, with and without: the same transitions and regions, over deaths of the process and changes.
    @Test func `live the same life`() async throws {
        var lives: [[String]] = []
        for threshold in [100, 1_000_000] {
            let bench = try await Self.bench(threshold: threshold)
            var notes: [String] = []
            for stage in 0..<8 {
                var engine = try await bench.engine()
                if stage % 2 == 1 { engine = try await Self.relaunch(bench) }
                await bench.go(Double(stage) * 700)
                try await engine.rank(RankRequest(anchor: bench.north(Double(stage) * 700)))
                notes += await engine.watchedFences.map(\.text)
                try await engine.put([CoreBench.fence(FenceID("f\(stage * 11)"), 50, Double(stage) * 700)])
                try await engine.remove([FenceID("f\(stage * 13 + 1)")])
                notes.append("\(await engine.state(of: "f0")?.side.rawValue ?? "gone")")
                await bench.go(Double(stage) * 700 + 300)
                notes += await engine.watchedFences.map(\.text)
                notes += await engine.insideNow().map(\.text)
            }
            notes += bench.told + bench.arrived
            notes += try await bench.engine().fences().map { "\($0)" }
            #expect(bench.snapshotNews == (threshold == 100 ? [.written] : []))
            lives.append(notes)
        }
        #expect(lives[0] == lives[1])
        #expect(lives[0].count > 400)
    }

    @Test func `many changes lead to another snapshot`() async throws {
        let bench = try await Self.bench(threshold: 100)
        let engine = try await Self.relaunch(bench)
        #expect(bench.snapshotNews == [.written])

        try await engine.put((0..<600).map { CoreBench.fence(FenceID("n\($0)"), Double($0), 0) })

        #expect(bench.snapshotNews == [.written, .written])
        #expect(try await Self.relaunch(bench).fenceCount() == 900)
        #expect(bench.snapshotNews == [.written, .written])
    }

    @Test func `a damaged one is told at the start, and written anew`() async throws {
        let bench = try await Self.bench(threshold: 100)
        bench.phone.killApp()
        let file = URL(filePath: bench.path + "-fences")
        try Data("nothing".utf8).write(to: file)

        let engine = try await Self.relaunch(bench)
        await bench.go(0)

        #expect(bench.snapshotNews == [.written, .ignored, .written])
        #expect(try await engine.journal().contains { $0.code == .store && $0.text.contains("is none") })
        #expect(bench.told == ["enter f0"])
        #expect(try Data(contentsOf: file).count > 10_000)
    }

    private static let many = (0..<1000).map { number in
        CoreBench.fence(
            FenceID("f\(number)"), Double(number % 20) * 400, Double(number / 20) * 400, radius: 150,
            reports: [.enter, .exit])
    }

    private static func walk(_ bench: EngineBench) async throws -> [String] {
        let engine = try await relaunch(bench)
        var notes: [String] = []
        for metres in [0.0, 800, 9600, 19_200] {
            await bench.go(metres)
            try await engine.rank(RankRequest(anchor: bench.north(metres)))
            await bench.phone.advance(by: 1000)
            notes += await engine.watchedFences.map(\.text)
        }
        return notes + bench.told
    }

    /// One block after another is spoilt. Where that shows at the start, the file is not used; where it shows in the middle
    /// of a step, what the step found is thrown away.
    @Test func `one that is damaged costs no answer`() async throws {
        let expected = try await Self.walk(Self.bench(threshold: 1_000_000, Self.many))
        #expect(expected.contains("f980"))
        var kinds: Set<SnapshotNews.Kind> = []
        let size = try await { () async throws -> Int in
            let bench = try await Self.bench(threshold: 100, Self.many)
            return try Data(contentsOf: URL(filePath: bench.path + "-fences")).count
        }()
        for place in stride(from: 16_384 + 200, to: size, by: 16_384) {
            let bench = try await Self.bench(threshold: 100, Self.many)
            bench.phone.killApp()
            let file = URL(filePath: bench.path + "-fences")
            var bytes = try Data(contentsOf: file)
            bytes[place] ^= 0x10
            try bytes.write(to: file)

            #expect(try await Self.walk(bench) == expected, "byte \(place) of \(size)")

            let news = bench.snapshotNews
            #expect(
                news == [.written] || news == [.written, .ignored, .written] || news == [.written, .damaged, .written])
            kinds.formUnion(news)
        }
        #expect(kinds == [.written, .ignored, .damaged])
    }

    @Test(arguments: 0...4)
    func `reads find damage too`(_ question: Int) async throws {
        let bench = try await Self.bench(threshold: 100, Self.many)
        bench.phone.killApp()
        let file = URL(filePath: bench.path + "-fences")
        var bytes = try Data(contentsOf: file)
        // Definitions that no start needs.
        let place = try #require(bytes.range(of: Data("f500".utf8))).lowerBound
        bytes[place + 8] ^= 1
        try bytes.write(to: file)
        let engine = try await Self.relaunch(bench)
        #expect(bench.snapshotNews == [.written])

        switch question {
        case 0: #expect(try await engine.fences().count == 1000)
        case 1: #expect(try await engine.fence("f500")?.id == "f500")
        case 2: #expect(await engine.state(of: "f500")?.side == .unknown)
        case 3: #expect(await engine.monitored().count == 1000)
        default: #expect(await engine.explain("f500").first == "it reports enter, exit")
        }

        await engine.settle()
        #expect(bench.snapshotNews == [.written, .damaged, .written])
        #expect(try await engine.journal().contains { $0.code == .store && $0.text.contains("damaged") })
    }

    @Test func `a failure is told once, and the fences are there all the same`() async throws {
        let bench = try EngineBench()
        bench.setSnapshots(from: 100) { $0 == .writing ? .fail(.full) : .proceed }
        let engine = try await bench.engine()
        try await engine.put(Self.fences)
        for number in 0..<4 { try await engine.put([CoreBench.fence(FenceID("n\(number)"))]) }

        #expect(bench.snapshotNews == [.notWritten])
        #expect(try Self.names(bench) == [])
        #expect(try await Self.relaunch(bench).fenceCount() == 304)
        bench.setSnapshots(from: 100)
        #expect(try await Self.relaunch(bench).fenceCount() == 304)
        #expect(bench.snapshotNews == [.notWritten, .ignored, .notWritten, .ignored, .written])
    }
}
