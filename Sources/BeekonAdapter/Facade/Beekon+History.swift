public import Foundation
import GeofenceEngine
import LocationCore

extension Beekon {
    /// Recorded positions, oldest first, both ends included. Kept are 7 days and 100 000 rows; what was uploaded is
    /// gone. (BKN 6.4)
    ///
    /// - Throws: ``BeekonError/storageFailure(cause:)``.
    public func getLocations(from: Date, to: Date) async throws -> [Location] {
        let (first, last) = (Timestamp(from), Timestamp(to))
        guard first <= last else { return [] }
        let records = try await calls.run { try await engine().locations(from: first, to: last) }
        return records.sorted { ($0.at, $0.sequence) < ($1.at, $1.sequence) }.compactMap { Location(wire: $0.body) }
    }

    /// The same as ``getLocations(from:to:)``.
    @available(*, deprecated, renamed: "getLocations(from:to:)")
    public func history(from: Date, to: Date) async throws -> [Location] {
        try await getLocations(from: from, to: to)
    }

    /// Deletes every recorded position, uploaded or not. Fences and events that wait for an upload stay. (BKN-117)
    ///
    /// - Throws: ``BeekonError/storageFailure(cause:)``.
    public func deleteHistory() async throws {
        try await calls.run { try await engine().removeLocations() }
    }

    /// Where the device is now, whatever ``state`` is. The position is neither recorded nor told. (BKN-174)
    ///
    /// - Parameters:
    ///   - timeout: Seconds to wait for it.
    ///   - accuracy: Battery against accuracy.
    /// - Throws: ``BeekonError/timeout``, ``BeekonError/permissionDenied``, ``BeekonError/locationServicesDisabled`` or
    ///   ``BeekonError/storageFailure(cause:)``.
    public func getCurrentLocation(
        timeout: TimeInterval = 30, accuracy: AccuracyMode = .balanced
    ) async throws -> Location {
        await calls.passed()
        let engine = try await engine()
        if let obstacle = TrackingSession.obstacle(await engine.authorization) { throw obstacle }
        do throws(FixFailure) {
            let fix = try await engine.fix(
                accuracy: BeekonPolicy.rate(accuracy).accuracy, timeout: max(0, Int64(saturating: timeout * 1000)))
            return Location(fix, id: await engine.makeIdentifier(), trigger: .manual)
        } catch {
            switch error {
            case .timedOut: throw BeekonError.timeout
            case .notAuthorized: throw BeekonError.permissionDenied
            case .unavailable: throw BeekonError.locationServicesDisabled
            }
        }
    }
}
