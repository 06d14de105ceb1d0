package import LocationCore

extension Standing {
    package var json: JSONValue {
        var object: JSONObject = [
            "side": .string(side.rawValue), "asOf": .integer(asOf), "evidence": .string(evidence.rawValue),
            "isInEnclosingCircle": .bool(isInEnclosingCircle),
        ]
        if let since { object["since"] = .integer(since.milliseconds) }
        if let stay { object["stay"] = stay.json }
        return .object(object)
    }

    package init?(json: JSONValue) {
        guard let side = json["side"]?.stringValue.flatMap(Side.init(rawValue:)) else { return nil }
        self.init()
        self.side = side
        asOf = json["asOf"]?.int64Value ?? .min
        guard asOf == .min || StoredRange.times.contains(asOf) else { return nil }
        evidence = EvidenceKind(rawValue: json["evidence"]?.stringValue ?? EvidenceKind.none.rawValue)
        isInEnclosingCircle = json["isInEnclosingCircle"]?.boolValue ?? false
        since = json["since"]?.int64Value.map { Timestamp(milliseconds: $0) }
        stay = json["stay"].flatMap(Stay.init(json:))
    }
}

extension Stay {
    package var json: JSONValue {
        [
            "id": .string(id), "enteredAt": .integer(enteredAt.milliseconds), "enteredSteady": .integer(enteredSteady),
            "wasObserved": .bool(wasObserved), "dwell": .string(dwell.rawValue),
            "lastInside": .integer(lastInside.milliseconds), "lastInsideBy": .string(lastInsideBy.rawValue),
            "lastInsideSteady": .integer(lastInsideSteady),
            "clockWasSet": .bool(clockWasSet), "retriesLeft": .integer(Int64(retriesLeft)),
            "askAgainAt": askAgainAt.map { .integer($0) } ?? .null,
        ]
    }

    package init?(json: JSONValue) {
        guard let id = json["id"]?.stringValue, let enteredAt = json["enteredAt"]?.int64Value,
            let steady = json["enteredSteady"]?.int64Value,
            [steady, json["lastInsideSteady"]?.int64Value, json["askAgainAt"]?.int64Value].allSatisfy({
                $0.map(StoredRange.times.contains) ?? true
            })
        else { return nil }
        self.init(
            id: id, enteredAt: Timestamp(milliseconds: enteredAt), enteredSteady: steady,
            // Written from the first version on; a stay without it was observed. (CIO 8.2)
            wasObserved: json["wasObserved"]?.boolValue ?? true,
            dwell: json["dwell"]?.stringValue.flatMap(Dwell.init(rawValue:)) ?? .awaited,
            lastInside: Timestamp(milliseconds: json["lastInside"]?.int64Value ?? enteredAt),
            lastInsideSteady: json["lastInsideSteady"]?.int64Value ?? steady,
            lastInsideBy: EvidenceKind(rawValue: json["lastInsideBy"]?.stringValue ?? EvidenceKind.none.rawValue),
            clockWasSet: json["clockWasSet"]?.boolValue ?? false,
            retriesLeft: Int(truncatingIfNeeded: json["retriesLeft"]?.int64Value ?? 0),
            askAgainAt: json["askAgainAt"]?.int64Value)
    }
}
