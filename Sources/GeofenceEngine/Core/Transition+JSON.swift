package import LocationCore

extension Transition {
    package var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "kind": .string(kind.rawValue), "fence": fence.json, "at": .integer(at.milliseconds),
            "evidence": .string(evidence.rawValue), "odometer": .double(odometer),
        ]
        if let position { object["position"] = position.json }
        if let person { object["person"] = .string(person) }
        if let stay {
            object["stay"] = [
                "id": .string(stay.id), "lastInside": .integer(stay.lastInside.milliseconds),
                "enteredAt": stay.enteredAt.map { .integer($0.milliseconds) } ?? .null,
            ]
        }
        return .object(object)
    }

    package init?(json: JSONValue) {
        guard let id = json["id"]?.stringValue,
            let kind = json["kind"]?.stringValue.flatMap(TransitionKind.init(rawValue:)),
            let fence = json["fence"].flatMap(Fence.init(json:)), let at = json["at"]?.int64Value
        else { return nil }
        var stay: StaySummary?
        if let stored = json["stay"], let stayID = stored["id"]?.stringValue,
            let lastInside = stored["lastInside"]?.int64Value
        {
            stay = StaySummary(
                id: stayID, enteredAt: stored["enteredAt"]?.int64Value.map { Timestamp(milliseconds: $0) },
                lastInside: Timestamp(milliseconds: lastInside))
        }
        self.init(
            id: id, kind: kind, fence: fence, at: Timestamp(milliseconds: at),
            evidence: EvidenceKind(rawValue: json["evidence"]?.stringValue ?? EvidenceKind.none.rawValue),
            position: json["position"].flatMap(Fix.init(json:)), person: json["person"]?.stringValue, stay: stay,
            odometer: json["odometer"]?.doubleValue ?? 0)
    }
}

extension Announced {
    package var json: JSONValue {
        [
            "transition": transition.json,
            "records": .array(
                records.map {
                    ["id": .string($0.id), "at": .integer($0.at.milliseconds), "body": $0.body]
                }),
        ]
    }

    package init?(json: JSONValue) {
        guard let transition = json["transition"].flatMap(Transition.init(json:)) else { return nil }
        let records = (json["records"]?.arrayValue ?? []).compactMap { stored -> Record? in
            guard let id = stored["id"]?.stringValue, let at = stored["at"]?.int64Value, let body = stored["body"]
            else { return nil }
            return Record(
                id: id, kind: .transition, fence: transition.fence.id, transition: transition.id,
                at: Timestamp(milliseconds: at), person: transition.person, body: body)
        }
        self.init(id: transition.id, transition: transition, records: records)
    }
}
