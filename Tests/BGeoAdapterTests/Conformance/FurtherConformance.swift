import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

@testable import BGeoAdapter

/// Overwriting, late reports, and fences that keep their places.
@MainActor @Suite struct `BGEO conformance, further` {
    private func inside(_ fences: Geofence..., config: Config = Config()) async throws -> BGeoBench {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started(config)
        await bench.fix(0)
        try await bench.app { try await BackgroundGeolocation.addGeofences(fences) }
        return bench
    }

    @Test func `BGEO-141 overwriting with the same circle continues the stay`() async throws {
        let bench = try await inside(.home(delay: 300_000))
        await bench.wait(30)
        try await bench.add(.home(delay: 90_000, extras: ["kind": "other"]))
        #expect(bench.told == ["ENTER home"])
        await bench.wait(59)
        #expect(bench.told == ["ENTER home"])
        await bench.wait(1)
        #expect(bench.told == ["ENTER home", "DWELL home"])
        await bench.move(400)
        #expect(bench.told == ["ENTER home", "DWELL home", "EXIT home"])
        #expect(bench.events.map { $0.extras?["kind"] as? String } == ["home", "other", "other"])
    }

    @Test func `BGEO-142 a wide fence that holds the device keeps its place`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(6000))
        let near = (0..<19).map { Geofence.north(100 + 20 * Double($0)) }
        try await bench.started(with: [.north(4500, radius: 5000, "wide", exit: true)] + near)
        await bench.fix(6000)
        #expect(try await bench.registered() == ["wide"])
        #expect(bench.told == ["ENTER wide"])
        await bench.fix(0)
        #expect(try await bench.registered() == near.dropLast().map(\.identifier) + ["wide"])
        #expect(bench.told == ["ENTER wide"])
        await bench.move(-600)
        #expect(bench.told == ["ENTER wide", "EXIT wide"])
    }

    @Test func `BGEO-143 a late exit of an old circle is nothing`() async throws {
        let bench = try await inside(.home)
        let old = try #require(try await bench.region("home")?.id)
        try await bench.add(.home(at: 600))
        await bench.phone.os.exit(old)
        #expect(bench.told == ["ENTER home"])
        await bench.move(600)
        #expect(bench.told == ["ENTER home", "ENTER home"])
    }

    @Test func `BGEO-144 without its flag a stay is no dwell`() async throws {
        for dwell in [nil, false] {
            let bench = try await inside(.home(dwell: dwell, delay: 60_000))
            await bench.wait(600)
            #expect(bench.told == ["ENTER home"])
        }
    }

    @Test func `BGEO-145 on Android the system times the stay`() async throws {
        let away = BGeoBench.north(100)
        let bench = BGeoBench(.android, at: BGeoBench.north(900))
        try await bench.started()
        await bench.fix(900)
        try await bench.add(
            .home(delay: 60_000),
            Geofence(
                identifier: "plain", radius: 200, latitude: away.latitude, longitude: away.longitude,
                notifyOnDwell: true))
        // With crossings of the test's own making the system times nothing, and so does nobody else.
        bench.phone.adjust { $0.detectsCrossings = false }
        let home = try #require(try await bench.region("home")?.id)
        await bench.phone.os.enter(home)
        await bench.wait(700)
        #expect(bench.told == ["ENTER home"])
        await bench.phone.os.dwell(home)
        #expect(bench.told == ["ENTER home", "DWELL home"])
        await bench.phone.os.exit(home)
        // With its own it has the delays that it was given.
        bench.phone.adjust { $0.detectsCrossings = true }
        await bench.move(0)
        await bench.wait(59)
        #expect(bench.told.dropFirst(3) == ["ENTER home"])
        await bench.wait(1)
        #expect(bench.told.dropFirst(3) == ["ENTER home", "DWELL home"])
        await bench.wait(239)
        #expect(bench.told.dropFirst(3) == ["ENTER home", "DWELL home"])
        await bench.wait(1)
        #expect(bench.told.dropFirst(3) == ["ENTER home", "DWELL home", "DWELL plain"])
    }

    @Test(arguments: [true, false])
    func `BGEO-146 on Android the option is the initial trigger`(_ option: Bool) async throws {
        let bench = BGeoBench(.android, at: BGeoBench.p0)
        try await bench.started(Config(geofenceInitialTriggerEntry: option))
        await bench.fix(0)
        try await bench.add(.home)
        #expect(bench.told == (option ? ["ENTER home"] : []))
        await bench.wait(600)
        await bench.move(400)
        #expect(bench.told == (option ? ["ENTER home", "DWELL home", "EXIT home"] : ["EXIT home"]))
    }

    @Test func `BGEO-147 without the option slicing tells no entry`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started(Config(geofenceInitialTriggerEntry: false), with: Geofence.row(25))
        await bench.fix(0)
        #expect(try await bench.registered().contains("n0030"))
        #expect(bench.told == [])
    }

    @Test func `BGEO-148 one file holds the fences and the queue`() async throws {
        let bench = BGeoBench()
        try await bench.add(.home)
        try await bench.app { await BackgroundGeolocation.insertLocation(location("a")) }
        let path = bench.folder.appending(path: "bgeo.db").path
        var options = Database.Options()
        options.isReadOnly = true
        let file = try Database(path: path, options: options)
        let fences = try file.query("SELECT identifier FROM geofences") { (row) throws(StoreError) in try row.text(0) }
        let records = try file.query("SELECT uuid FROM locations") { (row) throws(StoreError) in try row.text(0) }
        file.close()
        #expect(fences == ["home"])
        #expect(records == ["a"])
    }

    @Test func `BGEO-149 a visit is three records in their order`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.started()
        await bench.fix(400)
        try await bench.add(.home)
        await bench.move(0)
        await bench.fix(0)
        await bench.wait(300)
        await bench.move(400)
        let actions = try await bench.transitions().map { ($0.raw["geofence"] as? [String: Any])?["action"] as? String }
        #expect(actions == ["ENTER", "DWELL", "EXIT"])
    }

    @Test func `BGEO-150 the nearer edge has the place, then the nearer centre`() async throws {
        let edge = BGeoBench()
        try await edge.started(Config(maxMonitoredGeofences: 1), with: [.north(600), .north(900, radius: 400)])
        await edge.fix(0)
        #expect(try await edge.registered() == ["n0900"])
        let centre = BGeoBench()
        try await centre.started(
            Config(maxMonitoredGeofences: 1),
            with: [.north(900), .north(400, radius: 600), .north(200, radius: 600)])
        await centre.fix(0)
        #expect(try await centre.registered() == ["n0200"])
    }

    @Test func `BGEO-156 two fixes clear outside and out of range are the exit`() async throws {
        let bench = try await inside(.home)
        let id = try #require(try await bench.region("home")?.id)
        let changes = bench.changes.count
        var order: [String] = []
        try await bench.app {
            BackgroundGeolocation.onGeofence { order.append($0.action.rawValue) }
            BackgroundGeolocation.onGeofencesChange { _ in order.append("off") }
        }
        bench.phone.adjust { $0.fixInterval = nil }
        bench.phone.answerFixRequests(.silence)
        await bench.fix(5000, isTrue: false)
        // One fix alone ends no stay. (AMD-03)
        #expect(order == [])
        await bench.phone.advance(by: 5000)
        await bench.fix(5000, isTrue: false)
        #expect(order == ["EXIT", "off"])
        #expect(bench.told == ["ENTER home", "EXIT home"])
        #expect(bench.events.last?.location.coords.latitude == BGeoBench.north(5000).latitude)
        #expect(Array(bench.rotations.dropFirst(changes)) == [[[], ["home"]]])
        await bench.phone.os.exit(id)
        #expect(bench.told == ["ENTER home", "EXIT home"])
        #expect(try await bench.transitions().count == 2)
    }

    @Test func `BGEO-157 five metres among fences that all hold the device change nothing`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started(with: (0..<25).map { .north(Double($0) * 4, radius: 400, "f\($0)", exit: true) })
        await bench.fix(0)
        #expect(bench.appRegions.count == 19)
        let (calls, changes, told) = (bench.phone.registrationLog, bench.changes.count, bench.told)
        await bench.fix(5)
        #expect(bench.phone.registrationLog == calls)
        #expect(bench.changes.count == changes)
        #expect(bench.told == told)
    }

    @Test func `BGEO-158 a relaunch keeps the slice until a fix`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started(with: Geofence.row(50))
        await bench.fix(0)
        let slice = try await bench.registered()
        #expect(slice == Geofence.names(1...19))
        bench.phone.answerFixRequests(.silence)
        bench.phone.killApp()
        let calls = bench.phone.registrationLog
        await bench.move(200)
        #expect(bench.phone.app != nil)
        await bench.wait(20)
        #expect(try await bench.registered() == slice)
        let since = bench.phone.registrationLog.dropFirst(calls.count)
        #expect(since.isEmpty || Backend.current.renewsAfterLaunch)
        #expect(Set(since.map(\.id)).isSubset(of: calls.map(\.id)))
        await bench.fix(1500)
        #expect(try await bench.registered() != slice)
    }

    @Test func `BGEO-159 a fix from tomorrow is refused and does no harm`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: [0, 700, 1400].map { .north($0) })
        await bench.fix(0)
        let tomorrow = bench.phone.now.wall.adding(milliseconds: 86_400_000)
        await bench.phone.deliver(Fix(coordinate: BGeoBench.north(1400), accuracy: 5, timestamp: tomorrow))
        #expect(try await bench.registered() == ["n0000", "n0700"])
        await bench.fix(1400)
        #expect(try await bench.registered() == ["n0700", "n1400"])
    }

    @Test(.enabled(if: Backend.current.datesReports, "\(Backend.needsDates)"))
    func `BGEO-160 an entry from before registration is not told`() async throws {
        let bench = try await inside(.home(dwell: nil), config: Config(geofenceInitialTriggerEntry: false))
        let id = try #require(try await bench.region("home")?.id)
        let early = bench.phone.now.wall
        await bench.wait(5)
        await bench.phone.os.enter(id, at: early)
        #expect(bench.told == [])
        await bench.move(400)
        await bench.phone.os.enter(id, at: early, isLie: true)
        #expect(bench.told == ["EXIT home"])
        await bench.move(0)
        #expect(bench.told == ["EXIT home", "ENTER home"])
    }
}
