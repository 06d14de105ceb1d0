import LocationSimulator
import Testing

/// Ways in plain words, and without a third import: coordinates and times come with the phone.
@Suite struct `Phone ways` {
    private let home: Coordinate
    private let there: Coordinate

    init() throws {
        home = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        there = try Coordinate(latitude: 52.2397, longitude: 21.0122)
    }

    @Test func `a phone may be made and moved with plain degrees`() async {
        let phone = SimulatedPhone(at: 52.2346, 21.0122)
        #expect(phone.position?.latitude == 52.2346)

        await phone.move(to: 52.2297, 21.0122)

        #expect(phone.position == home)
    }

    @Test func `walking and driving take the time that the way takes`() async {
        // 0.01 degrees of latitude at 52.2347: 1112.718 m, GeographicLib 2.1.
        let walker = SimulatedPhone(at: 52.2297, 21.0122)
        let driver = SimulatedPhone(at: 52.2297, 21.0122)

        await walker.walk(to: 52.2397, 21.0122)
        await driver.drive(to: 52.2397, 21.0122, speed: 20)

        #expect(walker.position?.latitude == 52.2397)
        #expect(abs(Double(walker.elapsed) - 1112.718 / 1.4 * 1000) < 20)
        #expect(abs(Double(driver.elapsed) - 1112.718 / 20 * 1000) < 20)
        #expect(driver.pathEnd == nil)
    }

    @Test func `a duration is as good as milliseconds`() async {
        let phone = SimulatedPhone()

        await phone.advance(by: .seconds(90))
        await phone.advance(by: .milliseconds(5))

        #expect(phone.elapsed == 90_005)
    }

    @Test func `what comes due in a deep sleep happens once, at its end`() async throws {
        let phone = SimulatedPhone(at: 52.2297, 21.0122)
        let device = phone.device
        let app = await phone.opened()
        device.wakeUps.arm(key: "early", after: 60_000)
        let end = phone.now.wall.adding(milliseconds: 20 * 365 * 86_400_000)

        await phone.sleep(until: end)

        #expect(phone.now.wall == end)
        #expect(phone.elapsed == 20 * 365 * 86_400_000)
        #expect(app.wakeUps == ["early"])
        await phone.advance(by: 86_400_000)
        #expect(app.wakeUps == ["early"])
    }

    @Test func `AMD-26 a recording is followed with its pauses, and across them when that is asked for`() async throws {
        let start = SimulatedPhone.standardStart
        func at(_ seconds: Int64) -> Timestamp { start.adding(milliseconds: seconds * 1000) }
        let track = Track(points: [
            TrackPoint(coordinate: home, timestamp: at(0), accuracy: 5),
            TrackPoint(coordinate: there, timestamp: at(100), accuracy: 5, startsAfterGap: true),
        ])
        let staying = SimulatedPhone()
        let travelling = SimulatedPhone()

        await staying.follow(track)
        await travelling.follow(track, throughGaps: true)
        await staying.advance(by: .seconds(50))
        await travelling.advance(by: .seconds(50))

        #expect(staying.position == home)
        #expect(abs((travelling.position?.latitude ?? 0) - 52.2347) < 1e-9)
        await staying.advance(by: .seconds(50))
        #expect(staying.position?.latitude == 52.2397)
    }

    @Test func `a circle is an area whose crossings are the phone's own`() async throws {
        let phone = SimulatedPhone(at: 52.2297, 21.0122)
        let area = SimulatedArea(center: home, radius: 150)
        #expect(phone.isInside(area) == true)
        let start = phone.now.wall
        await phone.follow([
            TimedPosition(at: start, coordinate: home),
            TimedPosition(at: start.adding(milliseconds: 1_112_635), coordinate: there),
        ])

        let crossings = phone.trueCrossings(of: area, from: start, to: start.adding(milliseconds: 1_112_635))

        // One metre a second.
        #expect(crossings.map(\.direction) == [.exit])
        #expect(abs(crossings[0].at.milliseconds(since: start) - 150_000) < 100)
    }
}
