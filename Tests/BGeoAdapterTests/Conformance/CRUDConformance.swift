import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@testable import BGeoAdapter

/// Adding, replacing, removing and listing fences.
@MainActor @Suite struct `BGEO conformance, create, read, remove` {
    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `the fences that are written out are those of the seed`() throws {
        let seed = try Fixture.json("geofences-seed")
        #expect(
            JSONValue.object(PlainObject(Geofence.home.toDictionary()).members).isEquivalent(
                to: seed["single"] ?? .null))
        let bulk = Geofence.bulk.map { JSONValue.object(PlainObject($0.toDictionary()).members) }
        #expect(JSONValue.array(bulk).isEquivalent(to: seed["bulk"] ?? .null))
    }

    @Test func `BGEO-014 fences are managed without tracking`() async throws {
        let bench = BGeoBench()
        try await bench.add(.home)
        #expect(try await bench.stored().map(\.identifier) == ["home"])
        try await bench.app { await BackgroundGeolocation.removeGeofence(identifier: "home") }
        #expect(try await bench.stored().isEmpty)
    }

    @Test func `BGEO-015 a list is stored in its order`() async throws {
        let bench = BGeoBench()
        try await bench.app { try await BackgroundGeolocation.addGeofences(Geofence.bulk) }
        #expect(try await bench.stored().map(\.identifier) == ["home", "office", "school"])
    }

    @Test func `BGEO-016 one bad fence leaves the set as it was`() async throws {
        let bench = BGeoBench()
        try await bench.add(.home)
        let error = try await bench.error {
            try await BackgroundGeolocation.addGeofences([.home(radius: 300), .north(100, radius: -5)])
        }
        #expect(error?.code == "INVALID_GEOFENCE")
        let stored = try await bench.stored()
        #expect(stored.map(\.identifier) == ["home"])
        #expect(stored.map(\.radius) == [150])
    }

    @Test func `BGEO-017 an empty list changes nothing`() async throws {
        let bench = BGeoBench()
        try await bench.add(.home)
        #expect(try await bench.error { try await BackgroundGeolocation.addGeofences([]) } == nil)
        #expect(try await bench.stored().map(\.identifier) == ["home"])
    }

    @Test func `BGEO-018 of two fences of one name the later one is stored`() async throws {
        let bench = BGeoBench()
        try await bench.add(.home, .home(radius: 300))
        #expect(try await bench.stored().map(\.radius) == [300])
    }

    @Test func `BGEO-019 overwriting replaces every field`() async throws {
        let bench = BGeoBench()
        try await bench.add(.home)
        let new = Geofence(
            identifier: "home", radius: 200, latitude: 52.1, longitude: 21.2, notifyOnEntry: false, notifyOnExit: true,
            notifyOnDwell: false, loiteringDelay: 1000, extras: ["other": 1])
        try await bench.add(new)
        let stored = try await bench.stored()
        #expect(stored.count == 1)
        let read = try #require(stored.first)
        #expect(PlainObject(read.toDictionary()).members == PlainObject(new.toDictionary()).members)
    }

    @Test func `BGEO-020 overwriting keeps the place in the order`() async throws {
        let bench = BGeoBench()
        try await bench.app { try await BackgroundGeolocation.addGeofences(Geofence.bulk) }
        try await bench.add(.home(radius: 400))
        #expect(try await bench.stored().map(\.identifier) == ["home", "office", "school"])
        bench.phone.killApp()
        #expect(try await bench.stored().map(\.identifier) == ["home", "office", "school"])
    }

    @Test func `BGEO-021 extras that are left out are gone`() async throws {
        let bench = BGeoBench()
        try await bench.add(.home)
        try await bench.add(.home(extras: nil))
        let stored = try await bench.stored()
        #expect(stored.count == 1 && stored.allSatisfy { $0.extras == nil })
    }

    @Test func `BGEO-022 one fence is removed`() async throws {
        let bench = BGeoBench()
        try await bench.app {
            try await BackgroundGeolocation.addGeofences(Geofence.bulk)
            await BackgroundGeolocation.removeGeofence(identifier: "office")
        }
        #expect(try await bench.stored().map(\.identifier) == ["home", "school"])
    }

    @Test func `BGEO-023 removing what is not there changes nothing`() async throws {
        let bench = BGeoBench()
        try await bench.app {
            try await BackgroundGeolocation.addGeofences(Geofence.bulk)
            await BackgroundGeolocation.removeGeofence(identifier: "nobody")
        }
        #expect(try await bench.stored().count == 3)
    }

    @Test func `BGEO-024 removing all empties the set and the system's list`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.row(50))
        await bench.fix(0)
        #expect(bench.appRegions.count == 19)
        try await bench.app { await BackgroundGeolocation.removeGeofences() }
        #expect(try await bench.stored().isEmpty)
        #expect(bench.appRegions.isEmpty)
    }

    @Test func `BGEO-025 listing and asking read the whole set`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.row(50))
        await bench.fix(0)
        #expect(try await bench.stored().count == 50)
        #expect(try await !bench.registered().contains("n1500"))
        #expect(try await bench.app { await BackgroundGeolocation.geofenceExists(identifier: "n1500") })
    }

    @Test func `BGEO-026 nothing exists in an empty set`() async throws {
        let bench = BGeoBench()
        #expect(try await bench.app { await BackgroundGeolocation.geofenceExists(identifier: "home") } == false)
    }

    @Test func `BGEO-027 a row that cannot be read costs itself`() async throws {
        let bench = BGeoBench()
        try await bench.app { try await BackgroundGeolocation.addGeofences(Geofence.bulk) }
        bench.phone.killApp()
        let file = try Database(path: bench.folder.appending(path: BackgroundGeolocation.databaseName).path)
        #expect(try file.execute("UPDATE geofences SET attributes = '{' WHERE identifier = 'office'") == 1)
        file.close()
        #expect(try await bench.stored().map(\.identifier) == ["home", "school"])
    }

    @Test func `BGEO-028 the wake region is in no list`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: [.home])
        await bench.fix(400)
        #expect(bench.wakeRegion != nil)
        #expect(try await bench.stored().map(\.identifier) == ["home"])
        let exists = try await bench.app {
            await BackgroundGeolocation.geofenceExists(identifier: BGeoConfiguration.wakeRegionID)
        }
        #expect(!exists)
        let state = try await bench.app { await BackgroundGeolocation.getState() }
        #expect(state["geofenceCount"] as? Int == 1)
        #expect(!PlainObject(state.raw).members.contains { $0.value == .string(BGeoConfiguration.wakeRegionID) })
        #expect(bench.rotations == [[["home"], []]])
    }

    @Test func `BGEO-029 a fence may have the wake region's name`() async throws {
        let name = BGeoConfiguration.wakeRegionID
        let bench = BGeoBench()
        try await bench.started()
        await bench.fix(400)
        try await bench.add(.north(0, radius: 150, name, exit: true))
        #expect(bench.appRegions.count == 1 && bench.wakeRegion != nil)
        await bench.move(0)
        #expect(bench.told == ["ENTER \(name)"])
        try await bench.app { await BackgroundGeolocation.removeGeofence(identifier: name) }
        #expect(bench.appRegions.isEmpty && bench.wakeRegion != nil)
    }
}
