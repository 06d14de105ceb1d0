extension MigrationReport: CustomStringConvertible {
    /// The report for people: what each fence lost or changed first, what is simply there in one line.
    public var description: String { (heading + set.lines + entries.flatMap(lines)).joined(separator: "\n") }

    private var heading: [String] {
        let counts = counts
        let kinds = [
            (counts.carried, "carried"), (counts.carriedDifferently, "carried differently"),
            (counts.withLosses, "with losses"), (counts.refused, "not carried"), (counts.repeated, "repeated"),
        ]
        let parts = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let summary = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
        return ["\(source.name) to \(target.name): \(counts.read) entries read, \(counts.written) written\(summary)"]
            + remarks.map { "  remark: \($0)" }
    }

    private func lines(_ entry: Entry) -> [String] {
        let name = entry.id.map { "\($0) (entry \(entry.index + 1))" } ?? "entry \(entry.index + 1)"
        let remarks = entry.remarks.map { "  remark: \($0)" }
        switch entry.refusal {
        case .bySource(let reason):
            return ["\(name): NOT CARRIED. \(source.name) refuses it as well: \(reason)"] + remarks
        case .byTarget(let reason): return ["\(name): NOT CARRIED. \(reason)"] + remarks
        case .repeated(let other):
            return ["\(name): repeated; entry \(other + 1) of the same identifier counts"] + remarks
        case nil:
            let changed = entry.fields.lines
            guard !changed.isEmpty else { return ["\(name): carried"] + remarks }
            let same = entry.fields.filter { $0.outcome == .carried }.map(\.field).distinct
            return [name] + changed + ["  carried: \(same.joined(separator: ", "))"] + remarks
        }
    }
}

extension [FieldReport] {
    /// A line for each field that is not simply carried; those with one and the same advice share theirs.
    fileprivate var lines: [String] {
        var lines: [(fields: [String], text: String)] = []
        for field in self {
            guard let text = field.text else { continue }
            if lines.last?.text == text, field.into.isEmpty {
                lines[lines.count - 1].fields.append(field.field)
            } else {
                lines.append(([field.field], text))
            }
        }
        return lines.map { "  \($0.fields.joined(separator: ", "))\($0.text)" }
    }
}

extension FieldReport {
    fileprivate var text: String? {
        let place = into.isEmpty ? "" : " -> \(into.joined(separator: ", "))"
        switch outcome {
        case .carried: return nil
        case .carriedDifferently(let how): return "\(place): \(how)"
        case .notCarried(let whatToDo): return ": NOT CARRIED. \(whatToDo)"
        }
    }
}

extension [String] {
    fileprivate var distinct: [String] {
        reduce(into: []) { kept, text in
            if !kept.contains(text) { kept.append(text) }
        }
    }
}
