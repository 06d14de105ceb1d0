import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

// MARK: What the person allows.
extension CLLocationManager {
    /// How far the permission reaches.
    public var authorizationStatus: CLAuthorizationStatus {
        let current = standIn.device.authorization.current
        guard current.servicesEnabled else { return .denied }
        switch current.tier {
        case .notDetermined: return .notDetermined
        case .restricted: return .restricted
        case .denied: return .denied
        case .whenInUse: return .authorizedWhenInUse
        case .always: return .authorizedAlways
        }
    }

    /// Full while nobody was asked.
    public var accuracyAuthorization: CLAccuracyAuthorization {
        let current = standIn.device.authorization.current
        return current.isPrecise || current.tier == .notDetermined ? .fullAccuracy : .reducedAccuracy
    }

    /// Asks for use in front. (PLAT-095)
    public func requestWhenInUseAuthorization() {
        checkThread()
        guard standIn.infoKeys.contains("NSLocationWhenInUseUsageDescription") else { return }
        standIn.device.authorization.request(.whenInUse)
    }

    /// Asks for use at any time. (PLAT-093, PLAT-095)
    public func requestAlwaysAuthorization() {
        checkThread()
        guard standIn.infoKeys.contains("NSLocationWhenInUseUsageDescription"),
            standIn.infoKeys.contains("NSLocationAlwaysAndWhenInUseUsageDescription")
        else { return }
        standIn.device.authorization.request(.always)
    }

    /// Asks for precision for a while; an error where the question is not put. (PLAT-100)
    public func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
    ) {
        checkThread()
        let isPossible =
            accuracyAuthorization == .reducedAccuracy && standIn.phone.appState == .foreground
            && standIn.infoKeys.contains("NSLocationTemporaryUsageDescriptionDictionary")
            && standIn.traits.purposes?.contains(purposeKey) ?? true
        if isPossible { standIn.device.authorization.requestTemporaryPrecision(purpose: purposeKey) }
        guard let completion else { return }
        let answer = OnMain(call: completion)
        // A refusal is no error: the question was put.
        standIn.afterCommands { answer.call(isPossible ? nil : CLError(.promptDeclined)) }
    }

    /// Asks for precision for a while. (PLAT-100)
    nonisolated(nonsending) public func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String
    ) async throws {
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<CLError?, Never>) in
            requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey) { error in
                continuation.resume(returning: error as? CLError)
            }
        }
        if let error { throw error }
    }

    /// Once after the manager was made, and then of changes only, of status or accuracy. (PLAT-090)
    @MainActor func tellAuthorization() {
        let current = standIn.device.authorization.current
        guard current != toldAuthorization else { return }
        toldAuthorization = current
        delegate?.locationManagerDidChangeAuthorization(self)
        if following.isUpdating { failIfDenied() }
    }
}

/// A closure that is not Sendable.
private struct OnMain: @unchecked Sendable {
    // Sendable holds because a manager is used on the main thread, so the closure comes from there and is called there.
    let call: ((any Error)?) -> Void
}
