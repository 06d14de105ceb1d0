import CIOAdapter
import LocationCore
import Testing

@Suite struct `The Location module` {
    private typealias Output = LocationMachine.Output

    private let home: Coordinate
    private let start = Timestamp(milliseconds: 0)

    init() throws { home = try Coordinate(latitude: 10, longitude: 20) }

    private func facts(hours: Int64 = 0, person: String? = "u1", mayLocate: Bool = true, keeps: Bool = true)
        -> LocationMachine.Facts
    {
        LocationMachine.Facts(
            now: start.adding(milliseconds: hours * 3_600_000), person: person, mayLocate: mayLocate,
            keepsSilentFix: keeps)
    }

    private func started(_ mode: LocationTrackingMode, memory: LocationMemory = LocationMemory()) -> LocationMachine {
        var machine = LocationMachine(memory: memory)
        _ = machine.step(.initialize(mode, onMainThread: true, isActive: false), facts())
        return machine
    }

    private func north(_ metres: Double) -> Coordinate {
        Geodesic.destination(from: home, bearing: 0, distance: metres)
    }

    private func levels(_ outputs: [LocationMachine.Output]) -> [CioLogLevel] {
        outputs.compactMap { if case .log(let line) = $0 { line.level } else { nil } }
    }

    @Test func `CIO-005 off the main thread the module stays off, and says so`() {
        var machine = LocationMachine(memory: LocationMemory())

        let initialized = machine.step(.initialize(.onAppStart, onMainThread: false, isActive: true), facts())
        let silent = machine.step(.silentAsked, facts())

        #expect(levels(initialized) == [.error])
        #expect(levels(silent) == [.error])
        #expect(!silent.contains(.askFix(accuracy: 100)))
    }

    @Test func `On app start one tracked fix is asked for in a process`() {
        var machine = LocationMachine(memory: LocationMemory())

        #expect(
            machine.step(.initialize(.onAppStart, onMainThread: true, isActive: true), facts())
                == [.askFix(accuracy: 10_000)])
        _ = machine.step(.fixed(home), facts())
        #expect(machine.step(.becameActive, facts()) == [])
        #expect(levels(machine.step(.initialize(.off, onMainThread: true, isActive: true), facts())) == [.error])
    }

    @Test func `CIO-044 with tracking off only silent requests work`() {
        var machine = started(.off)

        #expect(levels(machine.step(.trackedAsked, facts())) == [.debug])
        #expect(levels(machine.step(.hostFix(home), facts())) == [.debug])
        #expect(machine.step(.becameActive, facts()) == [])
        #expect(machine.step(.identified, facts()) == [])
        #expect(machine.step(.silentAsked, facts()) == [.askFix(accuracy: 100)])
        #expect(machine.step(.fixed(home), facts()) == [.acquired(home)])
        #expect(machine.identifyContext.isEmpty)
    }

    @Test func `CIO-135 a silent fix is neither kept nor told`() {
        var machine = started(.manual)
        _ = machine.step(.silentAsked, facts())

        #expect(machine.step(.fixed(home), facts()) == [.acquired(home)])
        #expect(machine.lastKnown == home)
        #expect(machine.memory == LocationMemory())
        #expect(machine.identifyContext.isEmpty)
    }

    @Test func `CIO-045 a silent fix that must not serve a later identify is not even remembered`() {
        var machine = started(.manual)
        _ = machine.step(.silentAsked, facts(person: nil, keeps: false))

        #expect(machine.step(.fixed(home), facts(person: nil, keeps: false)) == [.acquired(home)])
        #expect(machine.lastKnown == nil)
    }

    @Test func `A tracked fix is kept, told and used`() {
        var machine = started(.manual)
        _ = machine.step(.trackedAsked, facts())

        let outputs = machine.step(.fixed(home), facts())

        #expect(outputs == [.persist, .track(name: "CIO Location Update", home), .acquired(home)])
        #expect(machine.identifyContext == ["location_latitude": 10.0, "location_longitude": 20.0])
        #expect(LocationMemory(kept: machine.memory.json) == machine.memory)
    }

    struct Update: Sendable, CustomTestStringConvertible {
        let hours: Int64
        let metres: Double
        let isSent: Bool
        var testDescription: String { "\(hours) h, \(metres) m" }
    }

    @Test(arguments: [
        Update(hours: 25, metres: 900, isSent: false), Update(hours: 23, metres: 2000, isSent: false),
        Update(hours: 25, metres: 1100, isSent: true), Update(hours: 24, metres: 1001, isSent: true),
    ])
    func `CIO-136 a position is sent after a day and a kilometre`(_ row: Update) {
        var machine = started(.manual)
        _ = machine.step(.hostFix(home), facts())
        var relaunched = started(.manual, memory: LocationMemory(kept: machine.memory.json))

        let outputs = relaunched.step(.hostFix(north(row.metres)), facts(hours: row.hours))

        #expect(outputs.contains(.track(name: "CIO Location Update", north(row.metres))) == row.isSent)
        #expect(outputs.last == .acquired(north(row.metres)))
    }

    @Test func `A tracked fix is not told while nobody is identified`() {
        var machine = started(.manual)

        #expect(machine.step(.hostFix(home), facts(person: nil)) == [.persist, .acquired(home)])
        #expect(machine.memory.lastSent == nil)
    }

    @Test func `Impossible coordinates are refused and said`() {
        var machine = started(.manual)

        #expect(levels(machine.step(.hostFix(nil), facts())) == [.error])
        #expect(machine.lastKnown == nil)
    }

    @Test func `A tracked request makes a silent one under way tracked`() {
        var machine = started(.manual)
        _ = machine.step(.silentAsked, facts())

        #expect(machine.step(.trackedAsked, facts()) == [])
        #expect(machine.step(.fixed(home), facts()).first == .persist)
    }

    @Test func `In the background tracked requests are given up, silent ones go on`() {
        var tracked = started(.manual)
        _ = tracked.step(.trackedAsked, facts())
        var both = started(.manual)
        _ = both.step(.silentAsked, facts())
        _ = both.step(.trackedAsked, facts())
        var silent = started(.off)
        _ = silent.step(.silentAsked, facts())

        #expect(tracked.step(.enteredBackground, facts()) == [.cancelFix])
        #expect(both.step(.enteredBackground, facts()) == [])
        #expect(both.step(.fixed(home), facts()) == [.acquired(home)])
        #expect(silent.step(.enteredBackground, facts()) == [])
        #expect(silent.step(.fixed(home), facts()) == [.acquired(home)])
    }

    @Test func `Without permission a request fails quietly and the next one is made anew`() {
        var machine = started(.manual)

        let denied = machine.step(.silentAsked, facts(mayLocate: false))

        #expect(levels(denied) == [.error])
        #expect(denied.contains(.silentFailed))
        #expect(machine.step(.silentAsked, facts()) == [.askFix(accuracy: 100)])
        #expect(machine.step(.failed(.timedOut), facts()).contains(.silentFailed))
        #expect(machine.step(.failed(.timedOut), facts()) == [], "nobody waits any more")
        #expect(machine.step(.fixed(home), facts()) == [])
    }

    @Test func `Identifying asks once where fixes are taken at the start and none is kept`() {
        var machine = started(.onAppStart)

        #expect(machine.step(.identified, facts()) == [.askFix(accuracy: 10_000)])
        _ = machine.step(.fixed(home), facts())
        #expect(machine.step(.identified, facts()) == [])
    }

    @Test func `A sign-out forgets every position`() {
        var machine = started(.manual)
        _ = machine.step(.hostFix(home), facts())

        #expect(machine.step(.signedOut, facts(person: nil)) == [.persist])
        #expect(machine.lastKnown == nil)
        #expect(machine.memory == LocationMemory())
        #expect(machine.memory.json == [:])
    }
}
