import Foundation
import LocationCore

extension BeekonConfig {
    /// Refuses a configuration that cannot be used. (BKN 1.5, BKN-010)
    ///
    /// - Throws: ``BeekonError/invalidConfiguration(reason:)`` with the value and what is allowed.
    package func validate() throws(BeekonError) {
        switch arm {
        case .cloud(let key):
            guard key.hasPrefix("bkproj_") else {
                throw .invalidConfiguration(reason: "the project key does not begin with bkproj_")
            }
        case .selfManaged(let settings):
            try settings.validate()
            if settings.requiresHTTPS, let refusal = plainAddresses().refusal {
                throw .invalidConfiguration(reason: refusal)
            }
        }
    }
}

extension BeekonConfig.SelfManaged {
    fileprivate func validate() throws(BeekonError) {
        try refuse(negative: minTimeBetweenLocationsSeconds, "minTimeBetweenLocationsSeconds")
        try refuse(impossible: minDistanceBetweenLocationsMeters, "minDistanceBetweenLocationsMeters")
        try refuse(impossible: stationaryRadiusMeters, "stationaryRadiusMeters")
        guard let sync else { return }
        try refuse(unusable: sync.url, "sync.url")
        try refuse(negative: sync.intervalSeconds, "sync.intervalSeconds")
        guard (1...1000).contains(sync.batchSize) else {
            throw .invalidConfiguration(reason: "sync.batchSize \(sync.batchSize) is not in 1...1000")
        }
        try refuse(negative: sync.syncThreshold, "sync.syncThreshold")
        if let address = sync.auth?.refreshURL { try refuse(unusable: address, "sync.auth.refreshURL") }
    }

    private func refuse(negative value: Int, _ name: String) throws(BeekonError) {
        guard value >= 0 else { throw .invalidConfiguration(reason: "\(name) \(value) is below 0") }
    }

    private func refuse(impossible metres: Double, _ name: String) throws(BeekonError) {
        guard metres.isFinite, metres >= 0 else {
            throw .invalidConfiguration(reason: "\(name) \(metres) is not a finite number of at least 0")
        }
    }

    private func refuse(unusable address: URL, _ name: String) throws(BeekonError) {
        guard ["http", "https"].contains(address.scheme?.lowercased()) else {
            throw .invalidConfiguration(reason: "\(name) is neither http nor https")
        }
    }
}
