import LocationCore
import Testing

@Suite struct `SHARE the budget of regions` {
    private static let circle = Circle(
        center: Coordinate(checkedLatitude: 52, longitude: 21), checkedRadius: 100)

    private func region(_ id: String) -> Region { Region(id: id, circle: Self.circle) }

    private func system(limit: Int = 20, held: [String] = []) -> RegionCapabilities {
        RegionCapabilities(
            limit: limit, maximumRadius: nil, reports: .crossings, answersStateRequests: true, detectsDwell: false,
            held: held.map { HeldRegion(id: $0, circle: Self.circle) })
    }

    /// A budget with `a` and `b`, both running.
    private func two(limit: Int = 20, held: [String] = []) -> RegionBudget {
        var budget = RegionBudget()
        budget.join("a")
        budget.join("b")
        _ = budget.take(system(limit: limit, held: held))
        _ = budget.setPresent("a", true)
        _ = budget.setPresent("b", true)
        return budget
    }

    private func ids(_ commands: [RegionBudget.Command]) -> [String] {
        commands.compactMap { if case .register(let region) = $0 { region.id } else { nil } }
    }

    @Test func `SHARE-010 one alone has all, and is told nothing of sharing`() {
        var budget = RegionBudget()
        budget.join("a")
        let system = system(held: ["a.f1", "other.1"])
        _ = budget.take(system)
        _ = budget.setPresent("a", true)

        #expect(budget.capabilities(for: "a") == system)
        #expect(budget.share(of: "a") == 19)
    }

    @Test func `SHARE-011 one sees its share, its own regions and the foreign ones, not the other's`() {
        var budget = two(held: ["other.1", "a.f1", "b.f1"])
        _ = budget.want("a", places: 500, notices: [])
        _ = budget.want("b", places: 4, notices: [])

        let seen = budget.capabilities(for: "a")

        #expect(seen?.limit == 16)
        #expect(seen?.held.map(\.id) == ["a.f1", "other.1"])
        #expect(seen?.sharing == RegionSharing(places: 15, total: 19, others: ["b": 4]))
    }

    @Test func `SHARE-012 what is not wanted by the others need not be asked for`() {
        var budget = two()
        _ = budget.want("a", places: 3, notices: [])
        _ = budget.want("b", places: 4, notices: [])

        // 13 are left over: 7 more for the first, 6 for the second.
        #expect(budget.share(of: "a") == 10)
        #expect(budget.share(of: "b") == 10)
    }

    @Test func `SHARE-013 who gives up unregisters before the other registers`() {
        var budget = two(limit: 4)
        _ = budget.want("a", places: 4, notices: [])
        _ = budget.want("b", places: 0, notices: [])
        for number in 1...4 { #expect(ids(budget.register("a", region("a.\(number)"))) == ["a.\(number)"]) }

        _ = budget.want("b", places: 500, notices: [])
        #expect(budget.share(of: "a") == 2)
        #expect(budget.share(of: "b") == 0)
        #expect(ids(budget.register("b", region("b.1"))).isEmpty)

        #expect(ids(budget.unregister("a", "a.4")) == ["b.1"])
        #expect(budget.share(of: "b") == 1)
        #expect(budget.unregister("a", "a.3").isEmpty)
        #expect(budget.share(of: "b") == 2)
        #expect(budget.used == 3)
    }

    @Test func `SHARE-014 a wish that shrinks by little takes no place away from the other's`() {
        var budget = two()
        _ = budget.want("a", places: 500, notices: [])
        _ = budget.want("b", places: 8, notices: [])
        #expect(budget.share(of: "a") == 12)

        _ = budget.want("b", places: 6, notices: [])
        #expect(budget.share(of: "a") == 12)
        _ = budget.want("b", places: 8, notices: [])
        #expect(budget.share(of: "a") == 12)
        _ = budget.want("b", places: 5, notices: [])
        #expect(budget.share(of: "a") == 15)
        _ = budget.want("b", places: 6, notices: [])
        #expect(budget.share(of: "a") == 14)
        _ = budget.want("b", places: 0, notices: [])
        #expect(budget.share(of: "a") == 20)
    }

    @Test func `SHARE-015 one that stops keeps what it holds and no more`() {
        var budget = two()
        _ = budget.want("a", places: 500, notices: [])
        _ = budget.want("b", places: 500, notices: [])
        for number in 1...3 { _ = budget.register("a", region("a.\(number)")) }

        _ = budget.setPresent("a", false)

        #expect(budget.share(of: "b") == 17)
        #expect(budget.regions(of: "a") == ["a.1", "a.2", "a.3"])
        for id in budget.regions(of: "a") { _ = budget.unregister("a", id) }
        #expect(budget.share(of: "b") == 20)
    }

    @Test func `SHARE-016 regions of an earlier process belong to their owner before it has said a word`() {
        var budget = two(limit: 6, held: ["a.f1", "a.f2", "a_f3", "b.f1", "ab.f1", "a"])

        #expect(budget.regions(of: "a") == ["a", "a.f1", "a.f2", "a_f3"])
        #expect(budget.owner(of: "ab.f1") == nil)
        #expect(budget.total == 5)
        #expect(budget.used == 5)
        #expect(ids(budget.register("a", region("a.f1"))) == ["a.f1"])
        #expect(ids(budget.register("b", region("b.f2"))).isEmpty)
    }

    @Test func `SHARE-017 a list that was made before a region was given back is late`() {
        var budget = two(limit: 2)
        _ = budget.want("a", places: 1, notices: [])
        _ = budget.register("a", region("a.1"))
        _ = budget.unregister("a", "a.1")

        _ = budget.take(system(limit: 2, held: ["a.1"]))

        #expect(budget.used == 0)
        #expect(budget.total == 2)
        #expect(budget.capabilities(for: "a")?.held.isEmpty == true)
    }

    @Test func `SHARE-018 a region that foreign ones left no place for is refused once its owner knows`() {
        var budget = two(limit: 2, held: ["other.1", "other.2"])

        #expect(ids(budget.register("a", region("a.1"))).isEmpty)
        #expect(budget.refuseWaiting("a") == ["a.1"])
        #expect(budget.refuseWaiting("a").isEmpty)
    }

    @Test func `SHARE-019 notifications that the system shows take places too`() {
        var budget = two(limit: 4)
        _ = budget.want("a", places: 1, notices: ["a.old"])
        _ = budget.want("b", places: 500, notices: [])
        #expect(budget.share(of: "b") == 3)
        let notice = LocalNotification(
            id: "a.new", title: "", body: "", isProminent: true,
            trigger: NotificationTrigger(circle: Self.circle, direction: .enter))

        #expect(budget.arm("a", notice).isEmpty)
        #expect(budget.used == 1)
        #expect(budget.disarm("a", ["a.old"]).count == 1)
        #expect(budget.used == 1)
    }

    @Test func `SHARE-020 where the system watches nothing, nothing is divided`() {
        var budget = RegionBudget()
        budget.join("a")
        budget.join("b")
        var nothing = system(limit: 0)
        nothing.reports = .nothing
        _ = budget.take(nothing)
        _ = budget.setPresent("a", true)

        #expect(budget.capabilities(for: "a") == nothing)
        #expect(ids(budget.register("a", region("a.1"))) == ["a.1"])
    }

    /// Against a slow, obvious model: whoever listens does what it is told, and the rest is random.
    @Test(arguments: [UInt64](1...20))
    func `SHARE-021 never more than there are places, and never less than the bound`(_ seed: UInt64) {
        var random = Mixer(state: seed)
        var budget = two(limit: 20)
        var foreign = 0
        var mine: [String: [String]] = ["a": [], "b": []]
        var wishes = ["a": 0, "b": 0]
        var next = 0
        for step in 0..<200 {
            switch random.below(4) {
            case 0:
                foreign = min(random.below(21), 20 - budget.used)
                let held = mine.values.flatMap { $0 } + (0..<foreign).map { "other.\($0)" }
                _ = budget.take(system(held: held))
            case 1:
                let name = ["a", "b"][random.below(2)]
                wishes[name] = [0, 1, 5, 9, 12, 500][random.below(6)]
                _ = budget.want(name, places: wishes[name] ?? 0, notices: [])
            default: break
            }
            // Each does what it is told, in any order, until both are content.
            for _ in 0..<2 {
                for name in random.below(2) == 0 ? ["a", "b"] : ["b", "a"] {
                    let wanted = min(wishes[name] ?? 0, budget.share(of: name))
                    while let last = mine[name]?.last, (mine[name]?.count ?? 0) > wanted {
                        mine[name]?.removeLast()
                        #expect(ids(budget.unregister(name, last)).isEmpty)
                    }
                    while (mine[name]?.count ?? 0) < wanted {
                        next += 1
                        #expect(ids(budget.register(name, region("\(name).\(next)"))) == ["\(name).\(next)"])
                        mine[name]?.append("\(name).\(next)")
                        if budget.used > budget.total {
                            Issue.record("step \(step): \(budget.used) of \(budget.total)")
                        }
                    }
                }
            }
            for (name, wish) in wishes {
                let bound = min(wish, budget.total / 2)
                if (mine[name]?.count ?? 0) < bound {
                    Issue.record("seed \(seed), step \(step): \(name) has \(mine[name]?.count ?? 0) of \(bound)")
                }
            }
        }
    }
}

private struct Mixer {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
