import Foundation
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@testable import BGeoAdapter

/// The specification's tables, played on the phone.
@MainActor
@Suite(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
struct `BGEO conformance, tables` {
    @Test func `BGEO-151 slices and deltas are those of the table`() async throws {
        let cases = try #require(try Fixture.json("slicing-cases")["cases"]?.arrayValue)
        #expect(cases.count >= 10)
        for row in cases {
            let name = row["name"]?.stringValue ?? ""
            let bench = BGeoBench(row["platform"] == "android" ? .android : .iOSClassic)
            let options = row["config"]?.objectValue ?? [:]
            try await bench.ready(
                Config(
                    geofenceProximityRadius: options["geofenceProximityRadius"]?.doubleValue,
                    maxMonitoredGeofences: options["maxMonitoredGeofences"]?.int64Value.map { Int($0) }))
            let fences = try fences(of: row, in: cases)
            try await bench.app { try await BackgroundGeolocation.addGeofences(fences) }
            for (index, step) in (row["steps"]?.arrayValue ?? []).enumerated() {
                try await take(step, on: bench, "\(name), step \(index)")
            }
        }
    }

    private func fences(of row: JSONValue, in cases: [JSONValue]) throws -> [Geofence] {
        if let other = row["use_geofences_of"] {
            return try fences(of: try #require(cases.first { $0["name"] == other }), in: cases)
        }
        if let rule = row["generate"] {
            let count = try #require(rule["count"]?.int64Value)
            let spacing = try #require(rule["spacing_metres"]?.doubleValue)
            let radius = try #require(rule["radius"]?.doubleValue)
            return (1...count).map { number in
                let digits = String(number)
                let name = "a" + String(repeating: "0", count: 3 - digits.count) + digits
                return .north(Double(number) * spacing, radius: radius, name)
            }
        }
        let listed = (row["geofences"]?.arrayValue ?? []).compactMap { Geofence(dictionary: Fixture.dictionary($0)) }
        #expect(listed.count == row["geofences"]?.arrayValue?.count)
        return listed
    }

    private func take(_ step: JSONValue, on bench: BGeoBench, _ name: String) async throws {
        let before = bench.rotations.count
        if step["do"] == "start" {
            try await bench.app { try await BackgroundGeolocation.start() }
        } else {
            // A quarter of an hour, so that no ride is too fast.
            await bench.wait(900)
            let place = try Coordinate(
                latitude: try #require(step["latitude"]?.doubleValue),
                longitude: try #require(step["longitude"]?.doubleValue))
            await bench.phone.deliver(at: place)
        }
        let events = Array(bench.rotations.dropFirst(before))
        let names: (String) -> [String]? = { step[$0]?.arrayValue?.compactMap(\.stringValue).sorted() }
        let registered = try await bench.registered()
        if let expected = names("expect_registered") { #expect(registered == expected, "\(name)") }
        if let count = step["expect_registered_count"]?.int64Value { #expect(registered.count == count, "\(name)") }
        if let nearest = step["expect_nearest"]?.stringValue { #expect(registered.first == nearest, "\(name)") }
        if let farthest = step["expect_farthest"]?.stringValue { #expect(registered.last == farthest, "\(name)") }
        if let on = names("expect_on"), let off = names("expect_off") {
            #expect(events == (on.isEmpty && off.isEmpty ? [] : [[on, off]]), "\(name)")
        }
        if step["expect_event"] == false { #expect(events.isEmpty, "\(name)") }
    }

    @Test(arguments: ["single_default_root", "single_custom_root", "single_dot_root", "unknown_method", "batch"])
    func `BGEO-155 what is sent is what the table says`(_ name: String) async throws {
        let row = try #require(try Fixture.json("upload-requests")[name])
        let file = try Fixture.json("upload-record-geofence")
        let record = try #require(file["record"]?.objectValue ?? file.objectValue)
        let options = row["config"]?.objectValue ?? [:]
        let bench = BGeoBench()
        try await bench.ready(
            Config(
                url: options["url"]?.stringValue ?? "https://example.invalid/locations",
                method: options["method"]?.stringValue,
                params: options["params"]?.objectValue.map { PlainObject(members: $0).dictionary },
                httpRootProperty: options["httpRootProperty"]?.stringValue, autoSync: false,
                batchSync: options["batchSync"]?.boolValue,
                maxBatchSize: options["maxBatchSize"]?.int64Value.map { Int($0) }))
        let records = (0..<(row["pending_records"]?.int64Value ?? 1)).map { number in
            var record = record
            if number > 0 { record["uuid"] = .string("copy-\(number)") }
            return record
        }
        bench.phone.serve { _ in .text(200, #"{"ok":true}"#) }
        try await bench.app {
            for record in records {
                await BackgroundGeolocation.insertLocation(PlainObject(members: record).dictionary)
            }
            _ = try await BackgroundGeolocation.sync()
        }
        #expect(bench.phone.requests.allSatisfy { $0.request.method == row["method"]?.stringValue ?? "POST" })
        #expect(bench.http.allSatisfy { $0.success && $0.status == 200 && $0.responseText == #"{"ok":true}"# })
        #expect(bench.http.count == bench.phone.requests.count)
        var waiting = records[...]
        let expected: [JSONValue]
        if let body = row["body"] {
            expected = [filled(body, &waiting)]
        } else if let requests = row["requests"]?.arrayValue {
            expected = requests.map { filled($0, &waiting) }
        } else if row["body_is"] != nil {
            var merged = options["params"]?.objectValue ?? [:]
            for (key, value) in record { merged[key] = value }
            expected = [.object(merged)]
        } else {
            expected = [["location": .object(record)]]
        }
        #expect(bench.bodies.map { JSONValue.object($0) } == expected)
    }

    /// A body of the table with records where it says `record`.
    private func filled(_ body: JSONValue, _ records: inout ArraySlice<JSONObject>) -> JSONValue {
        switch body {
        case .string("record"): return .object(records.popFirst() ?? [:])
        case .array(let elements): return .array(elements.map { filled($0, &records) })
        case .object(let members):
            var filledMembers: JSONObject = [:]
            for (key, value) in members { filledMembers[key] = filled(value, &records) }
            return .object(filledMembers)
        default: return body
        }
    }
}
