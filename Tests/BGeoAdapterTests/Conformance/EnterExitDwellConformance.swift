import Foundation
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@testable import BGeoAdapter

/// What happens at a fence.
@MainActor @Suite struct `BGEO conformance, enter, exit, dwell` {
    /// Started, 400 m from the fences' centre, with a fix that says so.
    private func outside(
        _ profile: PhoneProfile = .iOSClassic, _ fences: Geofence..., config: Config = Config()
    ) async throws -> BGeoBench {
        let bench = BGeoBench(profile, at: BGeoBench.north(400))
        try await bench.started(config)
        await bench.fix(400)
        try await bench.app { try await BackgroundGeolocation.addGeofences(fences) }
        #expect(bench.told == [])
        return bench
    }

    @Test func `BGEO-076 coming in is one enter`() async throws {
        let bench = try await outside(.iOSClassic, .home)
        await bench.move(0)
        #expect(bench.told == ["ENTER home"])
    }

    @Test func `BGEO-077 going out is one exit`() async throws {
        let bench = try await outside(.iOSClassic, .home)
        await bench.move(0)
        await bench.move(400)
        #expect(bench.told == ["ENTER home", "EXIT home"])
        await bench.fix(450)
        #expect(bench.told == ["ENTER home", "EXIT home"])
    }

    @Test func `BGEO-078 only exits are told where only they are wanted`() async throws {
        let bench = try await outside(.iOSClassic, .home(entry: nil, dwell: nil))
        await bench.move(0)
        await bench.wait(600)
        await bench.move(400)
        #expect(bench.told == ["EXIT home"])
        #expect(try await bench.transitions().count == 1)
    }

    @Test func `BGEO-079 only enters are told where only they are wanted`() async throws {
        let bench = try await outside(.iOSClassic, .home(exit: nil, dwell: nil))
        await bench.move(0)
        await bench.wait(600)
        await bench.move(400)
        #expect(bench.told == ["ENTER home"])
        #expect(try await bench.transitions().count == 1)
    }

    /// Expects a dwell so many milliseconds after the entry and not one before.
    private func expectDwell(_ bench: BGeoBench, after delay: Int64) async {
        await bench.move(0)
        await bench.phone.advance(by: delay - 1)
        #expect(bench.told == ["ENTER home"])
        await bench.phone.advance(by: 1)
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test func `BGEO-080 a dwell takes the loitering delay`() async throws {
        let bench = try await outside(.iOSClassic, .home(delay: 60_000))
        await bench.move(0)
        await bench.wait(59)
        #expect(bench.told == ["ENTER home"])
        await bench.wait(1)
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test(arguments: [nil, 0, -1] as [Double?])
    func `BGEO-081 without a delay a dwell takes five minutes`(_ delay: Double?) async throws {
        let bench = try await outside(.iOSClassic, .home(delay: delay))
        await bench.move(0)
        await bench.wait(299)
        #expect(bench.told == ["ENTER home"])
        await bench.wait(1)
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `BGEO-081 every delay of the table has its effective time`() async throws {
        let cases = try #require(try Fixture.json("dwell-delays")["cases"]?.arrayValue)
        #expect(!cases.isEmpty)
        for row in cases {
            let delay = DictionaryReader(Fixture.dictionary(row)).number("loiteringDelay")
            let bench = try await outside(.iOSClassic, .home(delay: delay))
            await expectDwell(bench, after: try #require(row["effective"]?.int64Value))
        }
    }

    @Test func `BGEO-082 a stay has one dwell`() async throws {
        let bench = try await outside(.iOSClassic, .home(delay: 60_000))
        await expectDwell(bench, after: 60_000)
        for _ in 1...10 {
            await bench.wait(60)
            await bench.phone.deliver(at: BGeoBench.p0)
        }
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test func `BGEO-083 leaving cancels a dwell`() async throws {
        let bench = try await outside(.iOSClassic, .home(delay: 60_000))
        await bench.move(0)
        await bench.wait(40)
        await bench.move(400)
        await bench.wait(600)
        #expect(bench.told == ["ENTER home", "EXIT home"])
    }

    @Test func `BGEO-084 the next stay counts from its own entry`() async throws {
        let bench = try await outside(.iOSClassic, .home(delay: 60_000))
        await bench.move(0)
        await bench.wait(40)
        await bench.move(400)
        await bench.wait(5)
        await bench.move(0)
        await bench.wait(59)
        #expect(bench.told == ["ENTER home", "EXIT home", "ENTER home"])
        await bench.wait(1)
        #expect(bench.told == ["ENTER home", "EXIT home", "ENTER home", "DWELL home"])
    }

    /// Inside since 400 s, suspended for all but the first ten.
    private func overslept() async throws -> BGeoBench {
        let bench = try await outside(.iOSClassic, .home)
        await bench.move(0)
        await bench.wait(10)
        await bench.phone.suspendApp()
        await bench.wait(390)
        #expect(bench.told == ["ENTER home"])
        return bench
    }

    @Test func `BGEO-085 a dwell that was slept through is told at the next fix inside`() async throws {
        let bench = try await overslept()
        await bench.phone.significantChange()
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test func `BGEO-086 a dwell that was slept through is told at the wake`() async throws {
        let bench = try await overslept()
        let fixes = bench.locations.count
        await bench.phone.resumeApp()
        #expect(bench.told == ["ENTER home", "DWELL home"])
        #expect(bench.locations.count == fixes)
    }

    @Test func `BGEO-087 a dwell outlives the process`() async throws {
        let bench = try await outside(.iOSClassic, .home)
        await bench.move(0)
        await bench.wait(10)
        bench.phone.killApp()
        await bench.wait(390)
        await bench.phone.launchApp(.backgroundTask)
        try await bench.listen()
        // An Apple system does not tell why it starts a process, so it may be for a report that is still to come.
        await bench.wait(10)
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test func `BGEO-088 a fix outside holds a dwell back until one inside`() async throws {
        let bench = try await outside(.iOSClassic, .home(delay: 60_000))
        await bench.move(0)
        await bench.wait(50)
        await bench.fix(400, isTrue: false)
        await bench.wait(20)
        await bench.fix(400, isTrue: false)
        #expect(bench.told == ["ENTER home"])
        await bench.fix(0, isTrue: false)
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    private static let dwellOnly = Geofence.home(entry: nil, exit: nil, delay: 60_000)

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor, .android])
    func `BGEO-089 a fence may tell dwells alone`(_ profile: PhoneProfile) async throws {
        let bench = try await outside(profile, Self.dwellOnly)
        await bench.move(0)
        await bench.wait(59)
        #expect(bench.told == [])
        await bench.wait(1)
        #expect(bench.told == ["DWELL home"])
        await bench.move(400)
        await bench.wait(60)
        #expect(bench.told == ["DWELL home"])
        #expect(try await bench.transitions().count == 1)
    }

    @Test func `BGEO-090 a stay that registration finds counts from there`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started()
        await bench.fix(0)
        await bench.wait(30)
        try await bench.add(Self.dwellOnly)
        await bench.wait(59)
        #expect(bench.told == [])
        await bench.wait(1)
        #expect(bench.told == ["DWELL home"])
    }

    @Test func `BGEO-091 stopping ends a pending dwell`() async throws {
        let bench = try await outside(.iOSClassic, .home(delay: 60_000))
        await bench.move(0)
        await bench.wait(30)
        try await bench.app { try await BackgroundGeolocation.stop() }
        await bench.wait(600)
        #expect(bench.told == ["ENTER home"])
    }

    @Test func `BGEO-092 removing ends a pending dwell and is no exit`() async throws {
        let bench = try await outside(.iOSClassic, .home(delay: 60_000))
        await bench.move(0)
        await bench.wait(30)
        try await bench.app { await BackgroundGeolocation.removeGeofence(identifier: "home") }
        await bench.wait(600)
        await bench.move(400)
        #expect(bench.told == ["ENTER home"])
    }

    @Test func `BGEO-093 what the system repeats is one transition`() async throws {
        let bench = try await outside(.iOSClassic, .home)
        bench.phone.adjust { $0.detectsCrossings = false }
        let id = try #require(try await bench.region("home")?.id)
        await bench.phone.os.enter(id)
        await bench.phone.os.enter(id)
        #expect(bench.told == ["ENTER home"])
        await bench.phone.os.exit(id)
        await bench.phone.os.exit(id)
        #expect(bench.told == ["ENTER home", "EXIT home"])
        #expect(try await bench.transitions().count == 2)
    }

    @Test func `BGEO-094 Android's own dwell is told as the imitated one`() async throws {
        func payload(_ profile: PhoneProfile) async throws -> JSONObject {
            let bench = try await outside(profile, .home(delay: 60_000))
            var payloads: [JSONObject] = []
            let subscription = bench.hub.subscribe(.geofence) { payloads.append($0.objectValue ?? [:]) }
            await bench.move(0)
            await bench.fix(0)
            await bench.wait(60)
            subscription.remove()
            #expect(bench.told == ["ENTER home", "DWELL home"])
            var location = payloads.last?["location"]?.objectValue ?? [:]
            for key in ["uuid", "timestamp", "age"] {
                #expect(location[key] != nil)
                location[key] = nil
            }
            var nested = location["geofence"]?.objectValue ?? [:]
            nested["timestamp"] = nil
            location["geofence"] = .object(nested)
            return ["event": .object(payloads.last ?? [:]).without("location"), "location": .object(location)]
        }
        #expect(try await payload(.android) == (try await payload(.iOSClassic)))
    }

    @Test func `BGEO-095 an event has fence, action, place and extras`() async throws {
        let extras: JSONObject = [
            "kind": "home", "floor": 2, "height": 2.5, "warm": true, "tags": ["a", .null, false],
        ]
        let bench = try await outside(
            .iOSClassic, .home(delay: 60_000, extras: PlainObject(members: extras).dictionary))
        await bench.move(0)
        await bench.wait(60)
        await bench.move(400)
        #expect(bench.events.map(\.action) == [.enter, .dwell, .exit])
        // Each bears the newest accepted fix (5.1). The wake region's exit asks for one, so the second and third have one at home.
        #expect(bench.events.map(\.location.coords.latitude) == [400, 0, 0].map { BGeoBench.north($0).latitude })
        for event in bench.events {
            #expect(event.identifier == "home")
            #expect(PlainObject(event.extras ?? [:]).members == extras)
            #expect(event.location.event == "geofence")
            #expect(event.location.coords.accuracy == 5)
        }
    }

    @Test func `BGEO-096 without extras the event has no such key`() async throws {
        let bench = try await outside(.iOSClassic, .home(extras: nil))
        var keys: [[String]] = []
        let subscription = bench.hub.subscribe(.geofence) { keys.append($0.objectValue?.map(\.key).sorted() ?? []) }
        await bench.move(0)
        subscription.remove()
        #expect(keys == [["action", "identifier", "location"]])
        #expect(bench.events.first?.extras == nil)
    }

    @Test func `BGEO-097 a transition is no location event`() async throws {
        let bench = try await outside(.iOSClassic, .home(delay: 60_000))
        let before = bench.locations.count
        await bench.move(0)
        await bench.wait(60)
        await bench.move(400)
        #expect(bench.events.count == 3)
        #expect(bench.locations.count == before)
    }

    @Test func `BGEO-098 crossing the wake region is nothing`() async throws {
        let bench = try await outside(.iOSClassic, .home)
        #expect(bench.wakeRegion?.circle.center == BGeoBench.north(400))
        await bench.move(2000)
        #expect(
            bench.phone.log.contains {
                $0.text.hasPrefix("->") && $0.text.contains("exit \(BGeoConfiguration.wakeRegionID)")
            })
        await bench.move(400)
        #expect(bench.told == [])
        #expect(try await bench.transitions().isEmpty)
    }

    @Test func `BGEO-099 fences that overlap are entered each for itself`() async throws {
        let other = BGeoBench.north(50)
        let bench = try await outside(
            .iOSClassic, .home,
            Geofence(
                identifier: "shop", radius: 120, latitude: other.latitude, longitude: other.longitude,
                notifyOnEntry: true, extras: ["kind": "shop"]))
        await bench.move(0)
        #expect(bench.told.sorted() == ["ENTER home", "ENTER shop"])
        #expect(bench.events.allSatisfy { $0.extras?["kind"] as? String == $0.identifier })
    }
}

extension JSONValue {
    /// An object without one of its members.
    func without(_ key: String) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members[key] = nil
        return .object(members)
    }
}
