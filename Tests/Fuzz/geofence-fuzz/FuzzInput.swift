import Foundation
import LocationCore
import LocationSimulator

/// The bytes of an input as a row of choices. What is not there is zero.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>
    var isEmpty: Bool { rest.isEmpty }

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

    mutating func bool() -> Bool { byte() & 1 == 1 }

    /// One of nine names, three of which no app should use.
    mutating func name() -> String { ["a", "b", "c", "d", "e", "f", "", "\u{0}", "bgeo.f0"][choice(9)] }

    /// A place within some three kilometers of the origin.
    mutating func place() -> Coordinate {
        let north = Double(Int8(bitPattern: byte())) / 5000
        let east = Double(Int8(bitPattern: byte())) / 3000
        return Coordinate(checked: 52.2297 + north, 21.0122 + east)
    }

    /// Mostly a radius that is taken.
    mutating func radius() -> Double { [100, 150, 200, 400, 1000, 20, 0, -1, .nan, 5_000_000][choice(10)] }

    /// From a second to a week.
    mutating func pause() -> Int64 {
        [1000, 5000, 31_000, 121_000, 301_000, 3_600_000, 86_400_000, 604_800_000][choice(8)]
    }
}

extension Coordinate {
    /// A place written out here, or worked out from bytes within a known box.
    init(checked latitude: Double, _ longitude: Double) {
        guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("\(latitude), \(longitude) is no place")
        }
        self = place
    }
}

/// Runs calls to their end while the main thread serves the main actor, as in an app; half a minute is the bound.
func complete(_ work: @escaping @Sendable () async -> Void) {
    let isDone = Locked(false)
    let limit = Date(timeIntervalSinceNow: 30)
    Task.detached {
        await work()
        isDone.withLock { $0 = true }
    }
    while !isDone.withLock({ $0 }) {
        promise(Date() < limit, "a call waits without a bound")
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
    }
}

/// A folder of its own for the store of one input.
func withFolder(_ body: (URL) -> Void) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    body(folder)
}

extension SimulatedPhone {
    /// A phone whose kind the first byte chooses.
    static func fuzzed(_ input: inout FuzzInput) -> SimulatedPhone {
        let profiles: [PhoneProfile] = [.iOSClassic, .iOSMonitor, .android]
        return SimulatedPhone(
            profile: profiles[input.choice(profiles.count)], seed: UInt64(input.byte()), at: 52.2346, 21.0122)
    }

    /// Something that happens to the phone or its person; returns what is left of the input.
    func happens(_ given: FuzzInput) async -> FuzzInput {
        var input = given
        switch input.choice(14) {
        case 0: await walk(to: input.place(), speed: 3)
        case 1: await drive(to: input.place(), speed: 38)
        case 2: await move(to: input.place())
        case 3, 4: await advance(by: input.pause())
        case 5:
            await deliver(at: input.place(), accuracy: [5, 65, 400, nil][input.choice(4)], movesPhone: input.bool())
        case 6: await setNetwork([.none, .cellular, .unmetered][input.choice(3)])
        case 7: await setAuthorization([.notDetermined, .denied, .whenInUse, .always][input.choice(4)])
        case 8: await setLocationServices(input.bool())
        case 9: await setWallClock(by: [-3_600_000, 3_600_000, -86_400_000, 999_999][input.choice(4)])
        case 10: await occupy(slots: input.choice(20), owner: "another")
        case 11: await vacate(owner: "another")
        case 12: await starve(for: input.pause())
        default: await setPrecise(input.bool())
        }
        return input
    }

    /// A server that answers anything.
    func serveAnything(_ input: inout FuzzInput, fences: [UInt8]) {
        let statuses = [200, 200, 200, 204, 400, 401, 404, 413, 429, 500, 503, 307].map { $0 }
        let seed = input.choice(statuses.count)
        let asked = Locked(seed)
        serve { request in
            let number = asked.withLock { count in
                count += 1
                return count
            }
            let status = seed == 0 ? 200 : statuses[number % statuses.count]
            return .status(status, body: request.url.hasSuffix("/nearest") ? fences : Array("{}".utf8))
        }
    }
}
