import Foundation
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@testable import BGeoAdapter

/// A fence is checked before anything of it is stored.
@MainActor @Suite struct `BGEO conformance, validation` {
    private func expectRefusal(_ fence: Geofence) async throws {
        let bench = BGeoBench()
        let error = try await bench.error { try await BackgroundGeolocation.addGeofence(fence) }
        #expect(error?.code == "INVALID_GEOFENCE")
        #expect(try await bench.stored().isEmpty)
    }

    private func expectStored(_ fence: Geofence) async throws {
        let bench = BGeoBench()
        #expect(try await bench.error { try await BackgroundGeolocation.addGeofence(fence) } == nil)
        let stored = try await bench.stored()
        #expect(stored.map(\.identifier) == [fence.identifier])
        #expect(stored.map(\.radius) == [fence.radius])
        #expect(stored.map(\.latitude) == [fence.latitude])
        #expect(stored.map(\.longitude) == [fence.longitude])
    }

    private func fence(
        _ identifier: String = "x", radius: Double = 100, latitude: Double = 52, longitude: Double = 21
    ) -> Geofence {
        Geofence(
            identifier: identifier, radius: radius, latitude: latitude, longitude: longitude, notifyOnEntry: true)
    }

    @Test func `BGEO-001 an empty identifier is refused`() async throws { try await expectRefusal(fence("")) }

    @Test(arguments: [0, -1, Double.nan, .infinity, -.infinity])
    func `BGEO-002 a radius that no circle has is refused`(_ radius: Double) async throws {
        try await expectRefusal(fence(radius: radius))
    }

    @Test(arguments: [0.001, 50_000_000])
    func `BGEO-003 a radius has no other bound and reads back unchanged`(_ radius: Double) async throws {
        try await expectStored(fence(radius: radius))
    }

    @Test(arguments: [90.0001, -90.0001, Double.nan, .infinity])
    func `BGEO-004 a latitude outside of its range is refused`(_ latitude: Double) async throws {
        try await expectRefusal(fence(latitude: latitude))
    }

    @Test(arguments: [90.0, -90])
    func `BGEO-005 a pole is accepted`(_ latitude: Double) async throws {
        try await expectStored(fence(latitude: latitude))
    }

    @Test(arguments: [180.0001, -180.0001, Double.nan, -.infinity])
    func `BGEO-006 a longitude outside of its range is refused`(_ longitude: Double) async throws {
        try await expectRefusal(fence(longitude: longitude))
    }

    @Test(arguments: [180.0, -180])
    func `BGEO-007 the date line is accepted from both sides`(_ longitude: Double) async throws {
        try await expectStored(fence(longitude: longitude))
    }

    @Test func `BGEO-008 a fence without any notify flag is refused`() async throws {
        try await expectRefusal(.home(entry: nil, exit: nil, dwell: nil, delay: nil))
    }

    @Test func `BGEO-009 a fence whose flags are all false is refused, delay or not`() async throws {
        try await expectRefusal(.home(entry: false, exit: false, dwell: false, delay: nil))
        try await expectRefusal(.home(entry: false, exit: false, dwell: false, delay: 60_000))
    }

    @Test(arguments: [[true, nil, nil], [nil, true, nil], [nil, nil, true]] as [[Bool?]])
    func `BGEO-010 one flag is enough`(_ flags: [Bool?]) async throws {
        try await expectStored(.home(entry: flags[0], exit: flags[1], dwell: flags[2]))
    }

    @Test func `BGEO-011 a rejection has one message`() async throws {
        let bench = BGeoBench()
        let error = try await bench.error { try await BackgroundGeolocation.addGeofence(fence(radius: 0)) }
        #expect(error == .invalidGeofence(message: "geofence request rejected (INVALID_GEOFENCE)"))
        #expect(error?.errorDescription == "INVALID_GEOFENCE: geofence request rejected (INVALID_GEOFENCE)")
    }

    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `BGEO-012 every fence of the table answers as it says`() async throws {
        let table = try Fixture.json("invalid-geofences")
        let bench = BGeoBench()
        for group in ["invalid", "valid"] {
            for row in try #require(table[group]?.arrayValue) {
                let name = row["name"]?.stringValue ?? ""
                let fence = try #require(Geofence(dictionary: Fixture.dictionary(row["geofence"])), "\(name)")
                let error = try await bench.error {
                    await BackgroundGeolocation.removeGeofences()
                    try await BackgroundGeolocation.addGeofence(fence)
                }
                #expect(error?.code == row["expect"]?["code"]?.stringValue, "\(name)")
                #expect(error?.message == row["expect"]?["message"]?.stringValue, "\(name)")
                let stored = try await bench.stored()
                #expect(stored.map(\.identifier) == (error == nil ? [fence.identifier] : []), "\(name)")
                #expect(stored.map(\.radius) == (error == nil ? [fence.radius] : []), "\(name)")
            }
        }
    }

    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `BGEO-012 every list of the table answers as it says`() async throws {
        for row in try #require(try Fixture.json("invalid-geofences")["bulk"]?.arrayValue) {
            let name = row["name"]?.stringValue ?? ""
            let bench = BGeoBench()
            let before = fences(row["preload"])
            let list = fences(row["geofences"])
            #expect(list.count == row["geofences"]?.arrayValue?.count)
            let error = try await bench.error {
                try await BackgroundGeolocation.addGeofences(before)
                try await BackgroundGeolocation.addGeofences(list)
            }
            #expect(error?.code == row["expect"]?["code"]?.stringValue, "\(name)")
            let stored = try await bench.stored()
            #expect(stored.map(\.identifier) == row["expect_persisted"]?.arrayValue?.map(\.stringValue), "\(name)")
            for (identifier, radius) in row["expect_radius"]?.objectValue ?? [:] {
                #expect(stored.first { $0.identifier == identifier }?.radius == radius.doubleValue, "\(name)")
            }
        }
    }

    private func fences(_ list: JSONValue?) -> [Geofence] {
        (list?.arrayValue ?? []).compactMap { Geofence(dictionary: Fixture.dictionary($0)) }
    }

    @Test func `BGEO-013 extras are not looked at and keep their kinds, also in the next process`() async throws {
        let extras: JSONObject = [
            "whole": 1, "real": 1.5, "yes": true, "nothing": .null, "text": "§",
            "list": [0, false, 2.25, .null, ["deep": [1, true]]],
        ]
        let bench = BGeoBench()
        try await bench.add(.home(extras: PlainObject(members: extras).dictionary))
        for _ in 1...2 {
            let read = try #require(try await bench.stored().first?.extras)
            #expect(PlainObject(read).members == extras)
            bench.phone.killApp()
        }
    }
}
