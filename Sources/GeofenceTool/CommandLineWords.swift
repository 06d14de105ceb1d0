/// The words behind a command, sorted into options with a value, flags without one, and the rest.
///
/// An option and its value are two words or joined by `=`; `--` ends the options; `-` is no option.
struct CommandLineWords {
    private(set) var values: [String: String] = [:]
    private(set) var flags: Set<String> = []
    private(set) var rest: [String] = []

    init(_ words: [String], flags known: Set<String>, options: Set<String>) throws(Complaint) {
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--" {
                rest += words
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                rest.append(word)
                continue
            }
            if known.contains(word) {
                flags.insert(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
            guard options.contains(parts[0]) else {
                throw Complaint(.usage, "\(word) is no option; see --help")
            }
            guard let value = parts.count == 2 ? parts[1] : words.popFirst(), !value.isEmpty else {
                throw Complaint(.usage, "\(parts[0]) needs a value")
            }
            guard values.updateValue(value, forKey: parts[0]) == nil else {
                throw Complaint(.usage, "\(parts[0]) is given twice")
            }
        }
    }

    /// The one word that is no option.
    func only(_ what: String) throws(Complaint) -> String {
        guard let word = rest.first else { throw Complaint(.usage, "\(what), is missing") }
        guard rest.count == 1 else { throw Complaint(.usage, "\(rest[1]) is one word too many") }
        return word
    }
}
