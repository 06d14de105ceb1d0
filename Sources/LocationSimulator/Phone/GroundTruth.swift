import Foundation
import LocationCore

/// Where the phone really is, at every instant.
///
/// Between two points the phone moves evenly in latitude and longitude, the short way round; before the first and after
/// the last it stands still.
struct GroundTruth {
    struct Waypoint {
        let at: Int64
        let coordinate: Coordinate
        let accuracy: Double?
        /// Metres from the first waypoint, along the way.
        let travelled: Double
    }

    private(set) var waypoints: [Waypoint] = []

    var isKnown: Bool { !waypoints.isEmpty }

    /// When the last point is reached; nothing moves afterwards.
    var end: Int64 { waypoints.last?.at ?? .min }

    mutating func stand(at coordinate: Coordinate, accuracy: Double? = nil, since: Int64) {
        waypoints = [Waypoint(at: since, coordinate: coordinate, accuracy: accuracy, travelled: 0)]
    }

    /// Sets out on a new way. Points that do not come later than the one before are passed over.
    mutating func follow(_ points: [(at: Int64, coordinate: Coordinate, accuracy: Double?)]) {
        waypoints = []
        for point in points {
            guard let last = waypoints.last else {
                stand(at: point.coordinate, accuracy: point.accuracy, since: point.at)
                continue
            }
            guard point.at > last.at else { continue }
            let travelled = last.travelled + Self.length(from: last.coordinate, to: point.coordinate)
            waypoints.append(
                Waypoint(
                    at: point.at, coordinate: point.coordinate, accuracy: point.accuracy, travelled: travelled))
        }
    }

    func coordinate(at time: Int64) -> Coordinate? {
        guard let (from, to, share) = leg(at: time) else { return nil }
        return Self.between(from.coordinate, to.coordinate, share)
    }

    func accuracy(at time: Int64) -> Double? { leg(at: time)?.from.accuracy }

    /// Metres per second, 0 while standing, and the direction in degrees from north, if there is one.
    func motion(at time: Int64) -> (speed: Double, course: Double?) {
        guard let (from, to, _) = leg(at: time), to.at > from.at, time < to.at else { return (0, nil) }
        let metres = to.travelled - from.travelled
        guard metres > 0 else { return (0, nil) }
        let east = Self.shortWay(to.coordinate.longitude - from.coordinate.longitude)
        let north = to.coordinate.latitude - from.coordinate.latitude
        let scale = cos(Ellipsoid.radians((to.coordinate.latitude + from.coordinate.latitude) / 2))
        let degrees = atan2(east * scale, north) * 180 / .pi
        return (metres / (Double(to.at - from.at) / 1000), degrees < 0 ? degrees + 360 : degrees)
    }

    /// The first instant at which the phone has travelled `metres` more than at `time`; `nil` if it never will.
    func time(after time: Int64, travelling metres: Double) -> Int64? {
        guard let (from, to, share) = leg(at: time) else { return nil }
        let goal = from.travelled + (to.travelled - from.travelled) * share + metres
        guard let last = waypoints.last, goal < last.travelled else { return nil }
        let index = firstIndex { $0.travelled > goal }
        let (before, after) = (waypoints[index - 1], waypoints[index])
        let part = (goal - before.travelled) / (after.travelled - before.travelled)
        return max(time, before.at + Int64((Double(after.at - before.at) * part).rounded(.down)))
    }

    private func leg(at time: Int64) -> (from: Waypoint, to: Waypoint, share: Double)? {
        guard let first = waypoints.first, let last = waypoints.last else { return nil }
        if time <= first.at { return (first, first, 0) }
        if time >= last.at { return (last, last, 0) }
        let index = firstIndex { $0.at > time }
        let (from, to) = (waypoints[index - 1], waypoints[index])
        return (from, to, Double(time - from.at) / Double(to.at - from.at))
    }

    /// Binary search; `condition` is false up to some waypoint and true from there on.
    private func firstIndex(where condition: (Waypoint) -> Bool) -> Int {
        var (low, high) = (1, waypoints.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if condition(waypoints[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The length of a leg as it is travelled, which on a long one is more than the shortest way.
    private static func length(from start: Coordinate, to end: Coordinate) -> Double {
        let direct = Ellipsoid.metres(from: start, to: end)
        let pieces = max(1, Int((direct / 10_000).rounded(.up)))
        guard pieces > 1 else { return direct }
        return (0..<pieces).reduce(0) { sum, piece in
            let from = between(start, end, Double(piece) / Double(pieces))
            let to = between(start, end, Double(piece + 1) / Double(pieces))
            return sum + Ellipsoid.metres(from: from, to: to)
        }
    }

    private static func between(_ start: Coordinate, _ end: Coordinate, _ share: Double) -> Coordinate {
        if share <= 0 { return start }
        if share >= 1 { return end }
        let latitude = start.latitude + (end.latitude - start.latitude) * share
        let longitude = start.longitude + shortWay(end.longitude - start.longitude) * share
        return Coordinate(checkedLatitude: min(90, max(-90, latitude)), longitude: shortWay(longitude))
    }

    /// A difference of longitudes, or a longitude, brought into −180…180.
    private static func shortWay(_ degrees: Double) -> Double {
        degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}
