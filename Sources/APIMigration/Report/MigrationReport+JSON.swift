public import LocationCore

extension MigrationReport {
    /// The report for programs; entries are counted from 1, as in the text.
    public var json: JSONValue {
        let counts = counts
        return [
            "from": .string(source.rawValue), "to": .string(target.rawValue), "complete": .bool(isComplete),
            "counts": [
                "read": .integer(Int64(counts.read)), "written": .integer(Int64(counts.written)),
                "carried": .integer(Int64(counts.carried)),
                "carriedDifferently": .integer(Int64(counts.carriedDifferently)),
                "withLosses": .integer(Int64(counts.withLosses)), "refused": .integer(Int64(counts.refused)),
                "repeated": .integer(Int64(counts.repeated)),
            ],
            "set": .array(set.map(\.json)), "fences": .array(entries.map(\.json)),
            "remarks": .array(remarks.map { .string($0) }),
        ]
    }
}

extension MigrationReport.Entry {
    fileprivate var json: JSONValue {
        var members: JSONObject = ["entry": .integer(Int64(index + 1)), "written": .bool(refusal == nil)]
        if let id { members["id"] = .string(id) }
        switch refusal {
        case .bySource(let reason):
            members["refusedBy"] = "source"
            members["reason"] = .string(reason)
        case .byTarget(let reason):
            members["refusedBy"] = "target"
            members["reason"] = .string(reason)
        case .repeated(let other):
            members["repeatedBy"] = .integer(Int64(other + 1))
        case nil:
            members["fields"] = .array(fields.map(\.json))
        }
        if !remarks.isEmpty { members["remarks"] = .array(remarks.map { .string($0) }) }
        return .object(members)
    }
}

extension FieldReport {
    fileprivate var json: JSONValue {
        var members: JSONObject = ["field": .string(field), "about": .string(aspect.rawValue)]
        if !into.isEmpty { members["into"] = .array(into.map { .string($0) }) }
        switch outcome {
        case .carried: members["outcome"] = "carried"
        case .carriedDifferently(let how):
            members["outcome"] = "carriedDifferently"
            members["how"] = .string(how)
        case .notCarried(let whatToDo):
            members["outcome"] = "notCarried"
            members["whatToDo"] = .string(whatToDo)
        }
        return .object(members)
    }
}
