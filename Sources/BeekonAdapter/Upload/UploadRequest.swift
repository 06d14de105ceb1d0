import GeofenceEngine
package import LocationCore

/// What a request tells beside its records.
package struct UploadContext: Hashable, Sendable {
    /// Made once per install.
    package let installID: String
    /// What kind of system this is.
    package let platform: Platform
    /// What only cloud mode sends; `nil` in self-managed mode.
    package let cloud: Cloud?

    /// What only cloud mode sends.
    package struct Cloud: Hashable, Sendable {
        /// The newest position, by which the server chooses the slice.
        package let position: Fix?
        /// The revision of the slice that the device holds.
        package let revision: String?

        package init(position: Fix?, revision: String?) {
            self.position = position
            self.revision = revision
        }
    }

    package init(installID: String, platform: Platform, cloud: Cloud?) {
        self.installID = installID
        self.platform = platform
        self.cloud = cloud
    }
}

/// The request that carries a batch. (BKN 7.3)
package enum UploadRequest {
    /// The version of this adapter, as it is told to servers.
    package static let sdkVersion = "1.0.0"
    /// How long an answer is waited for, in milliseconds.
    package static let timeout: Int64 = 30_000

    /// The body of a batch.
    package static func body(_ batch: UploadBatch, _ context: UploadContext) -> JSONValue {
        var members: JSONObject = [
            "schema_version": 1, "install_id": .string(context.installID),
            "platform": .string(context.platform.rawValue.lowercased()), "sdk_version": .string(sdkVersion),
            "session_id": batch.session.map { .string($0) } ?? .null,
            "locations": .array(batch.locations.map(\.body)), "geofence_events": .array(batch.events.map(\.body)),
        ]
        if let cloud = context.cloud {
            let position = batch.locations.isEmpty ? cloud.position : nil
            members["position"] = position.map(Self.position) ?? .null
            members["geofences_revision"] = cloud.revision.map { .string($0) } ?? .null
        }
        return .object(members)
    }

    private static func position(_ fix: Fix) -> JSONValue {
        [
            "latitude": .double(fix.coordinate.latitude), "longitude": .double(fix.coordinate.longitude),
            "accuracy": fix.accuracy.map { .double($0) } ?? .null, "timestamp": .string(fix.timestamp.iso8601),
        ]
    }

    /// The header fields: built in, then the app's, then the credentials; later ones win, whatever their case. (BKN-133)
    package static func headers(_ own: [String: String] = [:], bearer token: String?) -> [String: String] {
        var fields: [String: (name: String, value: String)] = [:]
        func set(_ name: String, _ value: String) { fields[name.lowercased()] = (name, value) }
        set("Content-Type", "application/json; charset=utf-8")
        for (name, value) in own.sorted(by: { $0.key < $1.key }) { set(name, value) }
        if let token { set("Authorization", "Bearer \(token)") }
        return Dictionary(fields.values.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// The request of a batch to an address that is used exactly as given. (BKN-132)
    package static func make(
        id: String, url: String, headers: [String: String], _ batch: UploadBatch, _ context: UploadContext
    ) -> HTTPRequest {
        HTTPRequest(
            id: id, method: "POST", url: url, headers: headers, body: body(batch, context).bytes(), timeout: timeout,
            answerLimit: context.cloud == nil ? HTTPRequest.shortAnswer : HTTPRequest.fenceAnswer)
    }
}
