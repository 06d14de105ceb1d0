package import LocationCore

extension StoreFile {
    /// Renames the file, with the files beside it, to `NAME.REASON-20260706T120000Z`, and returns that name.
    ///
    /// Nothing is deleted or overwritten: if the name is taken, `-2`, `-3` and so on follow it. The log keeps its
    /// ending behind the whole name, so the file that was set aside can be opened with all that was committed.
    /// No connection of this process may have the file open.
    package func setAside(_ reason: StoreOpening.Reason, at now: Timestamp) throws(StoreError) -> String {
        let stem = "\(name).\(reason.word)-\(Self.stamp(now))"
        var base = stem
        var number = 1
        while try isTaken(base) {
            number += 1
            base = "\(stem)-\(number)"
        }
        // The main file first: left behind alone, a log is found to be an orphan at the next opening, whereas a main
        // file without its log would pass for sound and be missing what the log held.
        for ending in [""] + Self.sidecars where try sidecar(ending).status() != .missing {
            try sidecar(ending).rename(to: base + ending)
        }
        return base
    }

    private func isTaken(_ base: String) throws(StoreError) -> Bool {
        for ending in [""] + Self.sidecars where try sibling(base + ending).status() != .missing { return true }
        return false
    }

    private static func stamp(_ now: Timestamp) -> String {
        let text = now.iso8601.filter { $0 != "-" && $0 != ":" }
        return String(text.prefix { $0 != "." }) + "Z"
    }
}
