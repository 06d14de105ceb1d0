import APIMigration
import Foundation
import LocationCore

/// Files of fences as customers might have them, the odd ones included.
struct RandomFences {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A file in a style; Beekon's is its app's list or its server's answer.
    mutating func file(_ style: APIStyle) -> JSONValue {
        let count = Int.random(in: 0...5, using: &random)
        switch style {
        case .bgeo: return .array((0..<count).map { _ in bgeo() })
        case .beekon where random.happens(50): return .array((0..<count).map { _ in beekon() })
        case .beekon:
            return [
                "schema_version": 1,
                "geofences": ["revision": "r1", "items": .array((0..<count).map { _ in slice() })],
            ]
        case .customerio:
            var file: JSONObject = ["geofences": .array((0..<count).map { _ in customerio() })]
            if random.happens(20) { file["config"] = ["max_monitoring_distance": 1000] }
            return random.happens(20) ? file["geofences"] ?? .null : .object(file)
        }
    }

    private mutating func bgeo() -> JSONValue {
        var fence: JSONObject = ["identifier": .string(id()), "radius": radius()]
        place(into: &fence)
        for flag in ["notifyOnEntry", "notifyOnExit", "notifyOnDwell"] {
            fence[flag] = optional(70, .bool(random.happens(60)))
        }
        fence["loiteringDelay"] = optional(60, delay())
        fence["extras"] = optional(70, extras())
        if random.happens(5) { fence["color"] = "red" }
        return .object(fence)
    }

    private mutating func beekon() -> JSONValue {
        var fence: JSONObject = ["id": .string(id()), "radiusMeters": radius()]
        place(into: &fence)
        for flag in ["notifyOnEntry", "notifyOnExit"] { fence[flag] = optional(60, .bool(random.happens(70))) }
        fence["notification"] = optional(60, notification(delivery: random.happens(97) ? "local" : "cloud"))
        return .object(fence)
    }

    private mutating func slice() -> JSONValue {
        var fence: JSONObject = ["id": .string(id())]
        if random.happens(30) {
            var circle: JSONObject = ["type": "Circle", "radius_meters": radius()]
            place(into: &circle)
            fence["geometry"] = .object(circle)
        } else if random.happens(50) {
            fence["geometry"] = ["type": "Polygon", "coordinates": polygon(holes: random.happens(40))]
        } else {
            let members = (0..<Int.random(in: 1...3, using: &random)).map { _ in polygon(holes: random.happens(20)) }
            fence["geometry"] = ["type": "MultiPolygon", "coordinates": .array(members)]
        }
        for flag in ["notify_on_entry", "notify_on_exit"] { fence[flag] = optional(60, .bool(random.happens(70))) }
        if random.happens(50), let given = notification(delivery: random.happens(80) ? "local" : "cloud").objectValue {
            var wire = given
            wire["on_enter"] = given["onEnter"].map(snake)
            wire["on_exit"] = given["onExit"].map(snake)
            wire["onEnter"] = nil
            wire["onExit"] = nil
            fence["notification"] = .object(wire)
        }
        return .object(fence)
    }

    private mutating func customerio() -> JSONValue {
        var fence: JSONObject = [
            "id": random.happens(40)
                ? .integer(Int64.random(in: 1...9_007_199_254_740_993, using: &random)) : .string(id())
        ]
        if random.happens(65) {
            fence["radius"] = radius()
            place(into: &fence)
        } else {
            fence["shape"] = "polygon"
            fence["geometry"] = ["type": "Polygon", "coordinates": polygon(holes: false)]
            var circle: JSONObject = ["base_radius_m": radius()]
            place(into: &circle)
            fence["enclosing_circle"] = .object(circle)
        }
        fence["name"] = optional(60, .string(text()))
        fence["transition_types"] = optional(
            80,
            .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    random.one(of: ["enter", "exit", "dwell", "hover", "EXIT"])
                }))
        fence["dwell_threshold_seconds"] = optional(
            50, random.one(of: [0, 1, 300, 2_147_483, 2_147_484, -1, 1.5, "300"]))
        fence["geoset_ids"] = optional(
            50,
            .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in random.one(of: [11, 12, "12", "vip", "", 1.5]) })
        )
        fence["metadata"] = optional(60, extras())
        fence["last_updated"] = optional(40, random.one(of: [1_767_225_600_000, 0, 1.5]))
        fence["external_id"] = optional(30, random.one(of: ["ext-1", "", 7]))
        return .object(fence)
    }

    private mutating func id() -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<3: random.one(of: ["", " ", "home"])
        case 3..<6: random.one(of: ["caf\u{E9}", "cafe\u{301}"])
        case 6..<10: String(repeating: "x", count: random.one(of: [100, 101, 300]))
        default: "fence-\(Int.random(in: 0..<1_000_000, using: &random))"
        }
    }

    private mutating func radius() -> JSONValue {
        random.happens(3) ? random.one(of: [0, -1]) : random.one(of: [100, 0.001, 99.5, 150.25, 5_000_000, 250])
    }

    private mutating func place(into members: inout JSONObject) {
        members["latitude"] =
            random.happens(10) ? random.one(of: [90, -90, 0, -0.0]) : .double(.random(in: -90...90, using: &random))
        members["longitude"] =
            random.happens(10) ? random.one(of: [180, -180, 0]) : .double(.random(in: -180...180, using: &random))
    }

    private mutating func delay() -> JSONValue {
        random.one(of: [300_000, 1000, 1500, 1, 0, -5, 0.5, 2_147_483_000, 2_147_483_001, 9e15, 60_000.0])
    }

    private mutating func optional(_ percent: Int, _ value: JSONValue) -> JSONValue? {
        random.happens(percent) ? value : nil
    }

    private mutating func text() -> String {
        random.one(of: ["", "Home", "caf\u{E9}", "cafe\u{301}", "\u{1F3E0} \"x\"\n", "  ", "{\"a\":1}", "3"])
    }

    private mutating func extras() -> JSONValue {
        let count = random.happens(2) ? 120 : Int.random(in: 0...4, using: &random)
        var members: JSONObject = [:]
        for index in 0..<count {
            let name =
                count > 100
                ? "key-\(index)" : random.one(of: ["label", "floor", "caf\u{E9}", "cafe\u{301}", "", "notification"])
            members[name] = value(depth: 0)
        }
        if random.happens(15) { members["customerio"] = random.happens(70) ? customerIOKeepsake() : value(depth: 0) }
        if random.happens(15) {
            let kept: JSONValue = ["notification": notification(delivery: random.happens(80) ? "local" : "cloud")]
            members["beekon"] = random.happens(50) ? kept : random.happens(50) ? .string(kept.text) : value(depth: 0)
        }
        if random.happens(1) { members["long"] = .string(String(repeating: "y", count: 102_400)) }
        return .object(members)
    }

    private mutating func customerIOKeepsake() -> JSONValue {
        var members: JSONObject = [:]
        members["name"] = optional(60, .string(text()))
        members["geoset_ids"] = optional(60, ["11", .string(random.one(of: ["12", "11", " "]))])
        members["last_updated"] = optional(40, random.one(of: [1_767_225_600_000, .integer(.max)]))
        members["external_id"] = optional(30, "ext-2")
        if random.happens(10) { members["other"] = 1 }
        return .object(members)
    }

    private mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth < 2 ? 12 : 9), using: &random) {
        case 0: .null
        case 1: .bool(random.happens(50))
        case 2: .integer(.random(in: .min ... .max, using: &random))
        case 3: .unsigned(.random(in: (1 << 63)...UInt64.max, using: &random))
        case 4: random.one(of: [2.0, 1.5, -0.0, 1e300, 0.1])
        case 5: .integer(3)
        case 6...8: .string(text())
        case 9: .array((0..<Int.random(in: 0...2, using: &random)).map { _ in value(depth: depth + 1) })
        default: ["inner": value(depth: depth + 1), "a": 1]
        }
    }

    private mutating func notification(delivery: String) -> JSONValue {
        var members: JSONObject = ["delivery": .string(delivery)]
        members["onEnter"] = optional(70, block())
        members["onExit"] = optional(50, block())
        return .object(members)
    }

    private mutating func block() -> JSONValue {
        var members: JSONObject = ["title": random.happens(97) ? "Hello" : " ", "body": "World"]
        members["importance"] = optional(50, random.one(of: ["high", "standard", "low"]))
        members["deepLink"] = optional(40, "app://x")
        members["data"] = optional(40, random.one(of: [["floor": "1"], [:], ["label": "x", "k": ""]]))
        if random.happens(5) { members["sound"] = "ping" }
        return .object(members)
    }

    /// A star round a middle, so that it crosses itself nowhere; a hole is the same star at a third of the size.
    private mutating func polygon(holes: Bool) -> JSONValue {
        let latitude = Double.random(in: -80...80, using: &random)
        let longitude = Double.random(in: -179...179, using: &random)
        let size = random.one(of: [0.000_001, 0.001, 0.01, 0.3])
        let spokes = (0..<Int.random(in: 3...8, using: &random)).map { _ in Double.random(in: 0.6...1, using: &random) }
        var rings = [ring(latitude, longitude, size, spokes)]
        if holes { rings.append(ring(latitude, longitude, size / 5, spokes)) }
        return .array(rings)
    }

    private func ring(_ latitude: Double, _ longitude: Double, _ size: Double, _ spokes: [Double]) -> JSONValue {
        let vertices: [JSONValue] = spokes.enumerated().map { index, length in
            let angle = 2 * Double.pi * Double(index) / Double(spokes.count)
            return [.double(longitude + size * length * cos(angle)), .double(latitude + size * length * sin(angle))]
        }
        return .array(vertices + vertices.prefix(1))
    }

    /// The wire's spelling of a block.
    private func snake(_ block: JSONValue) -> JSONValue {
        guard var members = block.objectValue else { return block }
        members["deep_link"] = members["deepLink"]
        members["deepLink"] = nil
        return .object(members)
    }
}
