extension BeekonGeofence {
    /// Refuses a fence that cannot be watched; the checks come in the order of the rules. (BKN 2.2)
    ///
    /// - Throws: ``BeekonError/invalidGeofence(id:reason:)`` with the first fault.
    package func validate() throws(BeekonError) {
        let length = id.utf16.count
        guard (1...100).contains(length) else {
            throw fault("the id has \(length) characters; 1 to 100 are allowed")
        }
        guard latitude.isFinite, (-90...90).contains(latitude) else {
            throw fault("latitude \(latitude) is not a number in -90...90")
        }
        guard longitude.isFinite, (-180...180).contains(longitude) else {
            throw fault("longitude \(longitude) is not a number in -180...180")
        }
        guard radiusMeters.isFinite, radiusMeters > 0 else {
            throw fault("radiusMeters \(radiusMeters) is not a finite number above 0")
        }
        guard let notification else { return }
        guard notification.delivery == .local else {
            throw fault("delivery cloud is not for fences of the app; allowed is local")
        }
        try check(notification.onEnter, "onEnter")
        try check(notification.onExit, "onExit")
    }

    private func check(_ content: NotificationContent?, _ name: String) throws(BeekonError) {
        guard let content else { return }
        guard !content.title.isBlank else { throw fault("the title of \(name) is blank; it is required") }
        guard !content.body.isBlank else { throw fault("the body of \(name) is blank; it is required") }
    }

    private func fault(_ reason: String) -> BeekonError { .invalidGeofence(id: id, reason: reason) }

    /// Whether the system may report it late or never. (BKN 2.2)
    package var isUnreliablySmall: Bool { radiusMeters < 100 }
}

extension Sequence<BeekonGeofence> {
    /// Refuses the whole list for its first bad entry. (BKN-022)
    package func validate() throws(BeekonError) {
        for geofence in self { try geofence.validate() }
    }
}
