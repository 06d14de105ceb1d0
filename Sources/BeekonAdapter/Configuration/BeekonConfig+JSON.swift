import Foundation
package import LocationCore

extension BeekonConfig {
    /// The key under which the store keeps the configuration.
    package static let storedKey = "beekon.config"

    /// The configuration as the store keeps it.
    package var json: JSONValue {
        switch arm {
        case .cloud(let key): ["mode": "cloud", "projectKey": .string(key)]
        case .selfManaged(let settings): ["mode": "selfManaged", "settings": settings.json]
        }
    }

    /// Reads what ``json`` wrote; `nil` for anything else. A setting that is missing has its default.
    package init?(json: JSONValue) {
        switch json["mode"]?.stringValue {
        case "cloud":
            guard let key = json["projectKey"]?.stringValue else { return nil }
            self = .cloud(projectKey: key)
        case "selfManaged":
            self.init(arm: .selfManaged(SelfManaged(json: json["settings"] ?? .null)))
        default:
            return nil
        }
    }
}

extension BeekonConfig.SelfManaged {
    fileprivate var json: JSONValue {
        [
            "minTimeBetweenLocationsSeconds": .integer(Int64(minTimeBetweenLocationsSeconds)),
            "minDistanceBetweenLocationsMeters": .double(minDistanceBetweenLocationsMeters),
            "accuracyMode": .string(accuracyMode.rawValue), "whenStationary": .string(whenStationary.rawValue),
            "stationaryRadiusMeters": .double(stationaryRadiusMeters), "detectActivity": .bool(detectActivity),
            "sync": sync?.json ?? .null, "notification": notification?.json ?? .null,
            "licenseKey": licenseKey.json, "logLevel": .string(logLevel.rawValue),
            "requiresHTTPS": .bool(requiresHTTPS),
        ]
    }

    fileprivate init(json: JSONValue) {
        self = BeekonConfig.initial.settings
        func word<Word: RawRepresentable<String>>(_ key: String, _ fallback: Word) -> Word {
            json[key]?.stringValue.flatMap(Word.init(rawValue:)) ?? fallback
        }
        minTimeBetweenLocationsSeconds =
            json["minTimeBetweenLocationsSeconds"]?.int64Value.map(Int.init(clamping:))
            ?? minTimeBetweenLocationsSeconds
        minDistanceBetweenLocationsMeters =
            json["minDistanceBetweenLocationsMeters"]?.doubleValue ?? minDistanceBetweenLocationsMeters
        accuracyMode = word("accuracyMode", accuracyMode)
        whenStationary = word("whenStationary", whenStationary)
        stationaryRadiusMeters = json["stationaryRadiusMeters"]?.doubleValue ?? stationaryRadiusMeters
        detectActivity = json["detectActivity"]?.boolValue ?? detectActivity
        sync = json["sync"].flatMap(SyncConfig.init(json:))
        notification = json["notification"].flatMap(NotificationConfig.init(json:))
        licenseKey = json["licenseKey"]?.stringValue
        logLevel = word("logLevel", logLevel)
        requiresHTTPS = json["requiresHTTPS"]?.boolValue ?? false
    }
}

extension SyncConfig {
    fileprivate var json: JSONValue {
        [
            "url": .string(url.absoluteString),
            "headers": .object(JSONObject(headers.map { (key: $0.key, value: .string($0.value)) })),
            "intervalSeconds": .integer(Int64(intervalSeconds)), "batchSize": .integer(Int64(batchSize)),
            "syncThreshold": .integer(Int64(syncThreshold)), "auth": auth?.json ?? .null,
        ]
    }

    fileprivate init?(json: JSONValue) {
        guard let url = json["url"]?.stringValue.flatMap({ URL(string: $0) }) else { return nil }
        self.init(url: url)
        for (name, value) in json["headers"]?.objectValue ?? [:] { headers[name] = value.stringValue }
        func number(_ key: String, _ fallback: Int) -> Int {
            json[key]?.int64Value.map(Int.init(clamping:)) ?? fallback
        }
        intervalSeconds = number("intervalSeconds", intervalSeconds)
        batchSize = number("batchSize", batchSize)
        syncThreshold = number("syncThreshold", syncThreshold)
        auth = json["auth"].flatMap(AuthConfig.init(json:))
    }
}

extension AuthConfig {
    fileprivate var json: JSONValue {
        [
            "accessToken": .string(accessToken), "refreshToken": refreshToken.json,
            "refreshURL": (refreshURL?.absoluteString).json,
            "expiresAt": expiresAt.map { .double($0.timeIntervalSince1970) } ?? .null,
        ]
    }

    fileprivate init?(json: JSONValue) {
        guard let accessToken = json["accessToken"]?.stringValue else { return nil }
        self.init(
            accessToken: accessToken, refreshToken: json["refreshToken"]?.stringValue,
            refreshURL: json["refreshURL"]?.stringValue.flatMap { URL(string: $0) },
            expiresAt: json["expiresAt"]?.doubleValue.map { Date(timeIntervalSince1970: $0) })
    }
}

extension NotificationConfig {
    fileprivate var json: JSONValue { ["title": title.json, "body": body.json, "icon": icon.json] }

    fileprivate init?(json: JSONValue) {
        guard json.objectValue != nil else { return nil }
        self.init(
            title: json["title"]?.stringValue, body: json["body"]?.stringValue, icon: json["icon"]?.stringValue)
    }
}

extension String? {
    fileprivate var json: JSONValue { map { .string($0) } ?? .null }
}
