import Foundation

/// The newest transitions, kept in a file: many happen while nobody looks, in a process that the system started and ended.
struct TransitionLog {
    /// Older entries than this many are dropped.
    static let capacity = 200

    /// Newest first.
    private(set) var entries: [LogEntry] = []
    private let file: URL

    /// Reads what an earlier process kept.
    ///
    /// - Throws: What the file system or the decoder says of a file that is there and cannot be read.
    init(reading file: URL) throws {
        self.init(beginning: file)
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        entries = try JSONDecoder().decode([LogEntry].self, from: Data(contentsOf: file))
    }

    /// Begins anew; the first entry replaces the file.
    init(beginning file: URL) { self.file = file }

    /// Adds a transition and writes the file.
    ///
    /// - Throws: What the file system says; the entry is in ``entries`` all the same.
    mutating func add(_ crossing: Crossing, of vendor: Vendor, because reasons: [String]) throws {
        let entry = LogEntry(
            id: (entries.first?.id ?? 0) + 1, vendor: vendor, fence: crossing.fence, action: crossing.action,
            date: crossing.date, reasons: reasons)
        entries = Array(([entry] + entries).prefix(Self.capacity))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try JSONEncoder().encode(entries).write(
            to: file, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
    }

    /// What happened last at a fence; `nil` if nothing did.
    func lastAction(of fence: String, _ vendor: Vendor) -> FenceAction? {
        entries.first { $0.vendor == vendor && $0.fence == fence }?.action
    }
}
