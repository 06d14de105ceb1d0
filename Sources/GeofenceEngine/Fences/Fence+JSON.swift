package import LocationCore

/// The stored form of fences. What an older version did not write keeps its default; what does not fit is no fence.
extension Fence {
    package var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id.text), "shape": shape.json, "reports": .integer(Int64(reports.rawValue)),
            "dwellDelay": .integer(dwellDelay), "attributes": attributes,
        ]
        if !geosets.isEmpty { object["geosets"] = .array(geosets.map { .string($0) }) }
        if let notice { object["notice"] = notice.json }
        if let watchedCircle {
            object["watchedCircle"] = FenceShape.circle(watchedCircle).json
        }
        return .object(object)
    }

    package init?(json: JSONValue) {
        guard let id = json["id"]?.stringValue, let shape = json["shape"].flatMap({ try? FenceShape(json: $0) }),
            let reports = json["reports"]?.int64Value, let delay = json["dwellDelay"]?.int64Value
        else { return nil }
        self.init(
            id: FenceID(id), shape: shape,
            watchedCircle: json["watchedCircle"].flatMap { try? FenceShape(json: $0) }?.circle,
            reports: TransitionKinds(rawValue: Int(truncatingIfNeeded: reports)),
            dwellDelay: delay, geosets: json["geosets"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            notice: json["notice"].flatMap(Notice.init(json:)), attributes: json["attributes"] ?? .null)
    }
}

extension Notice {
    package var json: JSONValue {
        ["enter": onEnter?.json ?? .null, "exit": onExit?.json ?? .null]
    }

    package init?(json: JSONValue) {
        guard json.objectValue != nil else { return nil }
        self.init(
            onEnter: json["enter"].flatMap(NoticeContent.init(json:)),
            onExit: json["exit"].flatMap(NoticeContent.init(json:)))
    }
}

extension NoticeContent {
    package var json: JSONValue {
        [
            "title": .string(title), "body": .string(body), "isProminent": .bool(isProminent),
            "userInfo": .object(JSONObject(userInfo.map { (key: $0.key, value: $0.value) })),
        ]
    }

    package init?(json: JSONValue) {
        guard let title = json["title"]?.stringValue, let body = json["body"]?.stringValue else { return nil }
        let info = json["userInfo"]?.objectValue ?? [:]
        self.init(
            title: title, body: body, isProminent: json["isProminent"]?.boolValue ?? false,
            userInfo: Dictionary(info.map { ($0.key, $0.value) }) { _, last in last })
    }
}

extension Fix {
    package var json: JSONValue {
        var object: JSONObject = [
            "coordinate": coordinate.json, "at": .integer(timestamp.milliseconds), "source": .string(source.rawValue),
            "isSimulated": .bool(isSimulated),
        ]
        let measured: [(String, Double?)] = [
            ("accuracy", accuracy), ("altitude", altitude), ("verticalAccuracy", verticalAccuracy),
            ("ellipsoidalAltitude", ellipsoidalAltitude), ("speed", speed), ("speedAccuracy", speedAccuracy),
            ("course", course), ("courseAccuracy", courseAccuracy),
        ]
        for (key, value) in measured { if let value { object[key] = .double(value) } }
        return .object(object)
    }

    package init?(json: JSONValue) {
        guard let coordinate = json["coordinate"].flatMap(Coordinate.init(json:)), let at = json["at"]?.int64Value
        else { return nil }
        self.init(
            coordinate: coordinate, accuracy: json["accuracy"]?.doubleValue, timestamp: Timestamp(milliseconds: at),
            altitude: json["altitude"]?.doubleValue, verticalAccuracy: json["verticalAccuracy"]?.doubleValue,
            ellipsoidalAltitude: json["ellipsoidalAltitude"]?.doubleValue, speed: json["speed"]?.doubleValue,
            speedAccuracy: json["speedAccuracy"]?.doubleValue, course: json["course"]?.doubleValue,
            courseAccuracy: json["courseAccuracy"]?.doubleValue,
            source: json["source"]?.stringValue.flatMap(FixSource.init(rawValue:)) ?? .live,
            isSimulated: json["isSimulated"]?.boolValue ?? false)
    }
}
