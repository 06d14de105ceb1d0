public import BeekonAdapter
import GeofenceEngine
public import LocationCore

/// Fence definitions of one style turned into another's.
///
/// Nothing here reads a clock, a file or a network: the same fences give the same result.
public struct FenceMigration: Hashable, Sendable {
    /// What the caller decides.
    public struct Options: Hashable, Sendable {
        /// What fences without a notification show when they come to Beekon; it then holds their own values. `nil` for
        /// nothing. Its delivery must be local and its texts not blank, else no fence that needs it is written.
        public var notification: GeofenceNotification?

        /// Creates options.
        public init(notification: GeofenceNotification? = nil) { self.notification = notification }
    }

    /// The fences in the target style's own shape: a list for BGeo and Beekon, an object with a list named `geofences`
    /// for Customer.io.
    public let fences: JSONValue
    /// What became of each.
    public let report: MigrationReport

    /// Converts the fences of a file.
    public init(_ file: FenceFile, to target: APIStyle, options: Options = Options()) {
        var written: [JSONValue] = []
        var reports: [MigrationReport.Entry] = []
        for entry in file.entries {
            let result = WrittenFence(entry.definition, from: file.words, to: target, options)
            if let json = result.json { written.append(json) }
            reports.append(
                MigrationReport.Entry(
                    index: entry.index, id: entry.definition.id.text, refusal: result.refusal, fields: result.fields,
                    remarks: entry.remarks + result.remarks))
        }
        for problem in file.problems {
            let refusal: MigrationReport.Refusal =
                switch problem.reason {
                case .unusable(let reason): .bySource(reason)
                case .repeated(let other): .repeated(by: other)
                }
            reports.append(
                MigrationReport.Entry(
                    index: problem.index, id: problem.id, refusal: refusal, fields: [], remarks: []))
        }
        let set = WrittenSet(file, to: target)
        fences = set.json(written)
        report = MigrationReport(
            source: file.style, target: target, set: set.log.fields, entries: reports.sorted { $0.index < $1.index },
            remarks: file.remarks)
    }

    /// Converts definitions that are no file.
    ///
    /// Of two with one identifier the later counts, in the first one's place. What the source style has no word for is
    /// carried where the target has one, and named by its aspect in the report.
    public init(
        _ definitions: [FenceDefinition], from source: APIStyle, to target: APIStyle, options: Options = Options()
    ) {
        self.init(FenceFile(definitions, of: source), to: target, options: options)
    }

    /// Reads and converts.
    ///
    /// - Throws: ``MigrationError`` as ``FenceFile/read(_:as:)`` does.
    public init(
        _ bytes: some Collection<UInt8>, from source: APIStyle, to target: APIStyle, options: Options = Options()
    ) throws(MigrationError) {
        self.init(try FenceFile.read(bytes, as: source), to: target, options: options)
    }
}

/// One fence in the target style, or why there is none.
private struct WrittenFence {
    var json: JSONValue?
    var refusal: MigrationReport.Refusal?
    var fields: [FieldReport] = []
    var remarks: [String] = []

    init(
        _ fence: FenceDefinition, from source: FenceWords, to target: APIStyle, _ options: FenceMigration.Options
    ) {
        do throws(FenceRefusal) {
            let json: JSONValue
            switch target {
            case .bgeo:
                var writing = BGeoWriting(fence, from: source)
                json = try writing.entry()
                fields = writing.log.fields
            case .beekon:
                var writing = BeekonWriting(fence, from: source, fallback: options.notification)
                json = try writing.entry()
                fields = writing.log.fields
                remarks = writing.remarks
            case .customerio:
                var writing = CIOWriting(fence, from: source)
                json = try writing.entry()
                fields = writing.log.fields
            }
            try Self.check(json, target)
            self.json = json
        } catch {
            refusal = .byTarget(error.reason)
            fields = []
            remarks = []
        }
    }

    /// Asks the target's own reader, so that what is written is taken.
    private static func check(_ json: JSONValue, _ target: APIStyle) throws(FenceRefusal) {
        do throws(FenceFault) {
            _ = try FenceWords(writing: target).read(json)
        } catch {
            throw FenceRefusal(reason: "\(target.name) refuses it: \(error.reason)")
        }
    }
}

/// What belongs to no single fence.
private struct WrittenSet {
    private(set) var log: FieldLog
    private var options: JSONValue?
    private let target: APIStyle

    init(_ file: FenceFile, to target: APIStyle) {
        self.target = target
        log = FieldLog(from: file.words, to: FenceWords(writing: target))
        if target == .customerio, file.style != .customerio {
            log.differently(
                .order, into: ["order"],
                "the list keeps it, but Customer.io ranks by distance and then by id, whatever the order")
        } else {
            log.carried(.order)
        }
        guard let options = file.options else { return }
        if target == .customerio {
            self.options = options
            log.carried(.options)
        } else {
            log.lost(
                .options,
                "The server's options are not fences. "
                    + (target == .bgeo
                        ? "Set maxMonitoredGeofences and geofenceProximityRadius in the app where they matter"
                        : "Beekon has no such options; there is nothing to set"))
        }
    }

    func json(_ fences: [JSONValue]) -> JSONValue {
        guard target == .customerio else { return .array(fences) }
        var members: JSONObject = ["geofences": .array(fences)]
        members["config"] = options
        return .object(members)
    }
}
