import CIOAdapter
import LocationCore
import Testing

@Suite struct `When fences are refreshed` {
    private typealias Output = RefreshMachine.Output

    private let home: Coordinate
    private let noon = Timestamp(milliseconds: 1_783_339_200_000)

    init() throws { home = try Coordinate(latitude: 10, longitude: 20) }

    /// A place so many metres north of home.
    private func north(_ metres: Double) -> Coordinate {
        Geodesic.destination(from: home, bearing: 0, distance: metres)
    }

    /// Fences were downloaded at home so many seconds ago and are registered round it.
    private func settled(secondsAgo: Int64, person: String? = "u1", mode: GeofenceLocationMode = .automatic)
        -> RefreshFacts
    {
        RefreshFacts(
            now: noon, person: person, mode: mode,
            lastSync: LastSync(at: noon.adding(milliseconds: -secondsAgo * 1000), anchor: home),
            registrationCenter: home, lastKnown: home, hasCachedFences: true, hasRegisteredFences: true)
    }

    /// Nothing is known yet.
    private func fresh(person: String? = "u1", mode: GeofenceLocationMode = .automatic) -> RefreshFacts {
        RefreshFacts(now: noon, person: person, mode: mode)
    }

    /// The outputs without lines of the log.
    private func acts(_ outputs: [RefreshMachine.Output]) -> [RefreshMachine.Output] {
        outputs.filter { if case .log = $0 { false } else { true } }
    }

    @Test func `CIO-038 before someone is identified nothing is asked, and then one download follows`() {
        var machine = RefreshMachine()
        var facts = fresh(person: nil)
        facts.lastKnown = home

        let launch = machine.step(.launched, facts)
        facts.person = "u1"
        let identified = machine.step(.identified(isRepublished: false), facts)

        #expect(launch == [])
        #expect(identified == [.download(home)])
    }

    @Test(arguments: [(86_399, false), (86_400, true)])
    func `CIO-039 a launch downloads after 24 hours`(_ secondsAgo: Int64, _ isDue: Bool) {
        var machine = RefreshMachine()

        let outputs = machine.step(.launched, settled(secondsAgo: secondsAgo))

        #expect(acts(outputs) == (isDue ? [.download(home)] : [.ended(.skipped)]))
    }

    @Test func `CIO-040 identifying again with traits at the same place downloads nothing`() {
        var machine = RefreshMachine()

        #expect(acts(machine.step(.identified(isRepublished: false), settled(secondsAgo: 3600))) == [.ended(.skipped)])
    }

    struct Move: Sendable, CustomTestStringConvertible {
        let metres: Double
        let decision: RefreshDecision
        var testDescription: String { "\(metres) m" }
    }

    @Test(arguments: [
        Move(metres: 900, decision: .skip), Move(metres: 1100, decision: .rerank),
        Move(metres: 4900, decision: .rerank),
        Move(metres: 5100, decision: .download),
    ])
    func `CIO-041 CIO-042 a pass at a new fix goes by the distance`(_ row: Move) {
        var machine = RefreshMachine()
        var facts = settled(secondsAgo: 3600)
        facts.registrationCenter = nil
        facts.lastKnown = nil
        _ = machine.step(.launched, facts)

        let outputs = machine.step(.fixAcquired(north(row.metres)), settled(secondsAgo: 3600))

        let expected: [Output] =
            switch row.decision {
            case .skip: [.ended(.skipped)]
            case .rerank: [.rerank(north(row.metres)), .ended(.reranked)]
            case .download: [.download(north(row.metres))]
            }
        #expect(acts(outputs) == expected)
    }

    @Test func `Kept fences of which none is registered anywhere are ranked`() {
        var machine = RefreshMachine()
        var facts = settled(secondsAgo: 3600)
        facts.registrationCenter = nil
        facts.hasRegisteredFences = false

        #expect(acts(machine.step(.launched, facts)) == [.rerank(home), .ended(.reranked)])
    }

    @Test(arguments: [GeofenceLocationMode.automatic, .manual])
    func `CIO-043 CIO-044 a refresh that the host asks for always downloads`(_ mode: GeofenceLocationMode) {
        var machine = RefreshMachine()
        let facts = settled(secondsAgo: 1, mode: mode)

        let asked = machine.step(.refreshAsked, facts)
        let fixed = machine.step(.fixAcquired(home), facts)

        #expect(asked == [.requestSilentFix])
        #expect(fixed == [.download(home)])
    }

    @Test func `CIO-045 a refresh asked before someone is identified is not made up for`() {
        var machine = RefreshMachine()
        var facts = fresh(person: nil, mode: .manual)
        _ = machine.step(.refreshAsked, facts)

        let fixed = machine.step(.fixAcquired(home), facts)
        #expect(!facts.keepsSilentFix)
        facts.person = "u1"
        let identified = machine.step(.identified(isRepublished: false), facts)
        let another = machine.step(.fixAcquired(home), facts)

        #expect(acts(fixed) == [.ended(.noIdentifiedUser)])
        #expect(identified == [])
        #expect(another == [.download(home)], "another fix of any source serves the identify pass")
    }

    @Test func `CIO-046 a launch without a position asks for one, and the first fix downloads once`() {
        var machine = RefreshMachine()

        let launch = machine.step(.launched, fresh())
        let first = machine.step(.fixAcquired(home), fresh())
        let ended = machine.step(.downloadEnded(.received), fresh())
        let second = machine.step(.fixAcquired(home), fresh())

        #expect(launch == [.requestSilentFix])
        #expect(first == [.download(home)])
        #expect(ended == [.apply(home), .ended(.downloaded)])
        #expect(second == [])
    }

    @Test func `CIO-047 where the host decides, its fix serves the launch`() {
        var machine = RefreshMachine()

        let launch = machine.step(.launched, fresh(mode: .manual))
        let fixed = machine.step(.fixAcquired(home), fresh(mode: .manual))

        #expect(launch == [])
        #expect(fixed == [.download(home)])
    }

    @Test func `CIO-048 the registration centre beats a fix of another place`() {
        var machine = RefreshMachine()
        var facts = settled(secondsAgo: 90_000)
        facts.lastKnown = north(50_000)

        #expect(machine.step(.launched, facts) == [.download(home)])
    }

    struct Movement: Sendable, CustomTestStringConvertible {
        let metres: Double
        let secondsAgo: Int64
        let downloads: Bool
        var testDescription: String { "\(metres) m, \(secondsAgo) s" }
    }

    @Test(arguments: [
        Movement(metres: 2000, secondsAgo: 3600, downloads: false),
        Movement(metres: 5100, secondsAgo: 3600, downloads: true),
        Movement(metres: 1500, secondsAgo: 108_000, downloads: false),
    ])
    func `CIO-049 CIO-050 CIO-053 a movement downloads by distance alone`(_ row: Movement) {
        var machine = RefreshMachine()
        let facts = settled(secondsAgo: row.secondsAgo)

        let exit = machine.step(.movementExit, facts)
        let fixed = machine.step(.movementFix(north(row.metres)), facts)

        #expect(exit == [.requestMovementFix])
        #expect(
            fixed
                == (row.downloads
                    ? [.download(north(row.metres))] : [.rerank(north(row.metres)), .ended(.reranked)]))
    }

    @Test func `A movement without any download before downloads, and without a fix does nothing`() {
        var machine = RefreshMachine()
        _ = machine.step(.movementExit, fresh())
        #expect(machine.step(.movementFix(home), fresh()) == [.download(home)])

        var other = RefreshMachine()
        _ = other.step(.movementExit, fresh())
        #expect(acts(other.step(.movementFix(nil), fresh())) == [.ended(.noFix)])
        #expect(!other.isBusy)
    }

    @Test func `CIO-051 a movement whose download fails ranks the kept fences, and still reports the failure`() {
        var machine = RefreshMachine()
        _ = machine.step(.movementExit, settled(secondsAgo: 60))
        _ = machine.step(.movementFix(north(6000)), settled(secondsAgo: 60))

        let outputs = machine.step(.downloadEnded(.failed(.http(statusCode: 500))), settled(secondsAgo: 60))

        #expect(acts(outputs) == [.rerank(north(6000)), .ended(.failed(.http(statusCode: 500)))])
    }

    @Test func `CIO-015 CIO-016 another pass whose download fails changes nothing`() {
        for error: DownloadError in [.http(statusCode: 500), .transport("timedOut"), .decoding("x"), .missingCdpApiKey]
        {
            var machine = RefreshMachine()
            _ = machine.step(.launched, settled(secondsAgo: 90_000))

            let outputs = machine.step(.downloadEnded(.failed(error)), settled(secondsAgo: 90_000))

            #expect(acts(outputs) == [.ended(.failed(error))])
            #expect(outputs.contains(.log(CIOLogLine(.error, .geofence, "the download failed: \(error)"))))
        }
    }

    @Test func `CIO-055 a pass that meets another is dropped, but a refresh of the host runs afterwards`() {
        var machine = RefreshMachine()
        let facts = settled(secondsAgo: 90_000)
        _ = machine.step(.launched, facts)

        let identified = machine.step(.identified(isRepublished: false), facts)
        let movement = machine.step(.movementExit, facts)
        _ = machine.step(.refreshAsked, facts)
        let refused = machine.step(.fixAcquired(north(10)), facts)
        _ = machine.step(.refreshAsked, facts)
        _ = machine.step(.fixAcquired(north(20)), facts)
        let ended = machine.step(.downloadEnded(.received), settled(secondsAgo: 0))

        #expect(acts(identified) == [.ended(.alreadyInProgress)])
        // It waits: the trigger tells its exit once.
        #expect(acts(movement) == [.requestMovementFix])
        #expect(acts(refused) == [])
        #expect(ended == [.apply(home), .ended(.downloaded), .download(north(20))], "the latest position counts")
    }

    @Test func `A movement that met a pass which failed is made up for, so that the trigger does not stay behind`() {
        var machine = RefreshMachine()
        let facts = settled(secondsAgo: 90_000)
        _ = machine.step(.launched, facts)
        _ = machine.step(.movementExit, facts)
        _ = machine.step(.movementFix(north(1500)), facts)
        let ended = machine.step(.downloadEnded(.failed(.transport("unreachable"))), facts)

        #expect(acts(ended).contains(.rerank(north(1500))))
        #expect(!machine.isBusy)
    }

    @Test func `CIO-056 a sign-out during a download discards its result and cleans up`() {
        var machine = RefreshMachine()
        _ = machine.step(.launched, settled(secondsAgo: 90_000))

        let signedOut = machine.step(.signedOut, settled(secondsAgo: 90_000, person: nil))
        let ended = machine.step(.downloadEnded(.received), settled(secondsAgo: 90_000, person: nil))

        #expect(signedOut == [.cleanUp])
        #expect(acts(ended) == [.cleanUp, .ended(.userChanged)])
        #expect(!machine.isBusy)
    }

    @Test func `CIO-057 another person during a download gets a pass of their own at the same place`() {
        var machine = RefreshMachine()
        _ = machine.step(.launched, settled(secondsAgo: 90_000))
        let facts = settled(secondsAgo: 1, person: "u2")

        let ended = machine.step(.downloadEnded(.received), facts)

        #expect(acts(ended) == [.cleanUp, .ended(.userChanged), .download(home)])
    }

    @Test func `CIO-059 a sign-out takes back what was asked for`() {
        var machine = RefreshMachine()
        _ = machine.step(.refreshAsked, fresh())
        _ = machine.step(.signedOut, fresh(person: nil))

        #expect(machine.step(.fixAcquired(home), fresh(person: nil)) == [])
        #expect(machine.step(.fixAcquired(home), fresh(person: "u2")) == [])
    }

    @Test func `A sign-out after which someone is identified again cleans nothing up`() {
        var machine = RefreshMachine()

        #expect(machine.step(.signedOut, settled(secondsAgo: 60, person: "u2")) == [])
    }

    @Test func `CIO-060 permission that comes registers the kept fences without a download`() {
        var machine = RefreshMachine()
        var onlyFetched = settled(secondsAgo: 90_000)
        onlyFetched.registrationCenter = nil

        #expect(
            machine.step(.authorization(allows: true, allowedBefore: false), settled(secondsAgo: 90_000))
                == [.restore(home)])
        #expect(machine.step(.authorization(allows: true, allowedBefore: false), onlyFetched) == [.restore(home)])
        #expect(machine.step(.authorization(allows: true, allowedBefore: true), settled(secondsAgo: 1)) == [])
        #expect(machine.step(.authorization(allows: false, allowedBefore: true), settled(secondsAgo: 1)) == [])
    }

    @Test func `CIO-061 permission that comes on a first run asks for a position and downloads`() {
        var machine = RefreshMachine()
        _ = machine.step(.launched, fresh())
        _ = machine.step(.silentFixFailed, fresh())

        let granted = machine.step(.authorization(allows: true, allowedBefore: false), fresh())
        let fixed = machine.step(.fixAcquired(home), fresh())

        #expect(granted == [.requestSilentFix])
        #expect(fixed == [.download(home)])
    }

    @Test func `CIO-061 where the host decides, or nobody is identified, permission alone does nothing`() {
        var machine = RefreshMachine()

        #expect(machine.step(.authorization(allows: true, allowedBefore: false), fresh(mode: .manual)) == [])
        #expect(machine.step(.authorization(allows: true, allowedBefore: false), fresh(person: nil)) == [])
    }

    @Test func `CIO-142 the launch and the republished person are one reason`() {
        var machine = RefreshMachine()
        var reversed = RefreshMachine()

        #expect(machine.step(.launched, fresh()) == [.requestSilentFix])
        #expect(machine.step(.identified(isRepublished: true), fresh()) == [])
        #expect(reversed.step(.identified(isRepublished: true), fresh()) == [.requestSilentFix])
        #expect(reversed.step(.launched, fresh()) == [])
    }

    @Test func `CIO-149 a first identify without any position asks for one and downloads`() {
        var machine = RefreshMachine()
        _ = machine.step(.launched, fresh(person: nil))

        #expect(machine.step(.identified(isRepublished: false), fresh()) == [.requestSilentFix])
        #expect(machine.step(.fixAcquired(home), fresh()) == [.download(home)])
    }

    @Test func `CIO-155 another person within the day downloads nothing; after a sign-out it does`() {
        var machine = RefreshMachine()
        let switched = machine.step(.identified(isRepublished: false), settled(secondsAgo: 3600, person: "u2"))
        var cleared = settled(secondsAgo: 3600, person: "u2")
        cleared.lastSync = nil
        cleared.registrationCenter = nil
        let afterSignOut = machine.step(.identified(isRepublished: false), cleared)

        #expect(acts(switched) == [.ended(.skipped)])
        #expect(afterSignOut == [.download(home)])
    }

    @Test func `A failed silent fix leaves the arm for the next fix`() {
        var machine = RefreshMachine()
        _ = machine.step(.refreshAsked, settled(secondsAgo: 1))
        _ = machine.step(.silentFixFailed, settled(secondsAgo: 1))

        #expect(machine.step(.fixAcquired(home), settled(secondsAgo: 1)) == [.download(home)])
    }

    @Test func `A download dated ahead of a clock that was set back keeps none away`() {
        var machine = RefreshMachine()

        #expect(machine.step(.launched, settled(secondsAgo: -86_400)) == [.download(home)])
    }

    @Test func `One half of a last download counts as none`() {
        let sync = LastSync(at: noon, anchor: home)

        #expect(LastSync(kept: sync.json) == sync)
        #expect(LastSync(kept: ["at": 5]) == nil)
        #expect(LastSync(kept: ["latitude": 1, "longitude": 2]) == nil)
        #expect(LastSync(kept: nil) == nil)
    }
}
