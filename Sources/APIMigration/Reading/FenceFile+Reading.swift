import GeofenceEngine
public import LocationCore

extension FenceFile {
    /// Reads a file of fences.
    ///
    /// What a vendor's SDK would refuse is listed in ``problems``, entry by entry, and costs only itself. A file that as
    /// a whole is not what it is said to be is an error.
    ///
    /// - Parameters:
    ///   - bytes: JSON. BGeo: a list of fences. Beekon: a list of fences, or its server's answer to a sync.
    ///     Customer.io: its server's answer to a download, or the list in it.
    ///   - style: Whose file it is.
    /// - Throws: ``MigrationError`` for what is no JSON, no list of fences, another style's, or several styles'.
    public static func read(_ bytes: some Collection<UInt8>, as style: APIStyle) throws(MigrationError) -> FenceFile {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(json: bytes)
        } catch {
            throw .notJSON(error)
        }
        return try read(json: json, as: style)
    }

    /// Reads a file that was parsed already.
    ///
    /// - Throws: ``MigrationError`` as for bytes.
    public static func read(json: JSONValue, as style: APIStyle) throws(MigrationError) -> FenceFile {
        let container = try FenceContainer(json, as: style)
        try StyleEvidence.check(container.entries, are: style)
        var draft = FenceFileDraft(keepsFirst: style == .customerio)
        for (index, entry) in container.entries.enumerated() {
            do throws(FenceFault) {
                draft.add(try container.words.read(entry), at: index)
            } catch {
                draft.refuse(index, id: error.id, error.reason)
            }
        }
        return FenceFile(
            style: style, entries: draft.entries, problems: draft.problems.sorted { $0.index < $1.index },
            options: container.options, remarks: container.remarks, words: container.words)
    }
}

/// What is gathered while a file is read.
private struct FenceFileDraft {
    let keepsFirst: Bool
    private(set) var entries: [FenceFile.Entry] = []
    private(set) var problems: [FenceFile.Problem] = []
    private var places: [FenceID: Int] = [:]

    init(keepsFirst: Bool) { self.keepsFirst = keepsFirst }

    mutating func add(_ read: ReadFence, at index: Int) {
        let id = read.definition.id
        let entry = FenceFile.Entry(index: index, definition: read.definition, remarks: read.remarks)
        guard let place = places[id] else {
            places[id] = entries.count
            entries.append(entry)
            return
        }
        let earlier = entries[place]
        if keepsFirst {
            // The first usable entry of an identifier stays. (CIO 2.5)
            problems.append(.init(index: index, id: id.text, reason: .repeated(by: earlier.index)))
        } else {
            // The later one replaces it in its place. (BGEO-018, BKN-027)
            problems.append(.init(index: earlier.index, id: id.text, reason: .repeated(by: index)))
            entries[place] = entry
        }
    }

    mutating func refuse(_ index: Int, id: String?, _ reason: String) {
        problems.append(.init(index: index, id: id, reason: .unusable(reason)))
    }
}

/// A fence as it was read.
struct ReadFence {
    let definition: FenceDefinition
    let remarks: [String]
}

/// Why an entry is no fence.
struct FenceFault: Error {
    let id: String?
    let reason: String
}

extension FenceWords {
    /// Reads an entry as the vendor's SDK would.
    func read(_ entry: JSONValue) throws(FenceFault) -> ReadFence {
        switch self {
        case .bgeo: try BGeoReading.read(entry)
        case .beekon: try BeekonReading.read(entry)
        case .beekonSlice: try BeekonSliceReading.read(entry)
        case .customerio: try CIOReading.read(entry)
        }
    }
}

extension FenceFile {
    /// Definitions that are no file.
    init(_ definitions: [FenceDefinition], of style: APIStyle) {
        var draft = FenceFileDraft(keepsFirst: false)
        for (index, definition) in definitions.enumerated() {
            draft.add(ReadFence(definition: definition, remarks: []), at: index)
        }
        self.init(
            style: style, entries: draft.entries, problems: draft.problems.sorted { $0.index < $1.index },
            options: nil, remarks: [], words: FenceWords(writing: style))
    }
}
