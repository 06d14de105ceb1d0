import LocationCore

extension BGeoTokens {
    var json: JSONValue {
        ["access": access.map { .string($0) } ?? .null, "refresh": refresh.map { .string($0) } ?? .null]
    }

    init(json: JSONValue) {
        self.init(access: json["access"]?.stringValue, refresh: json["refresh"]?.stringValue)
    }
}
