/// What the person who typed the command can put right.
package struct CommandLineMistake: Error, Hashable, CustomStringConvertible {
    /// What is wrong, in one line.
    package let description: String

    /// Describes a mistake.
    package init(_ description: String) { self.description = description }
}

/// The words behind a command, sorted into options with a value, flags without one, and the rest.
///
/// An option and its value are two words or joined by `=`; `--` ends the options; `-` is no option.
package struct CommandLineWords: Hashable, Sendable {
    /// The values of the options that were given.
    package private(set) var values: [String: String] = [:]
    /// The flags that were given.
    package private(set) var flags: Set<String> = []
    /// What is neither.
    package private(set) var rest: [String] = []

    /// Sorts words.
    ///
    /// - Parameters:
    ///   - words: What was typed.
    ///   - known: The flags there are.
    ///   - options: The options there are.
    package init(_ words: [String], flags known: Set<String>, options: Set<String>) throws(CommandLineMistake) {
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
                throw CommandLineMistake("\(word) is no option; see --help")
            }
            guard let value = parts.count == 2 ? parts[1] : words.popFirst(), !value.isEmpty else {
                throw CommandLineMistake("\(parts[0]) needs a value")
            }
            guard values.updateValue(value, forKey: parts[0]) == nil else {
                throw CommandLineMistake("\(parts[0]) is given twice")
            }
        }
    }

    /// The one word that is no option.
    package func only(_ what: String) throws(CommandLineMistake) -> String {
        guard let word = rest.first else { throw CommandLineMistake("\(what), is missing") }
        guard rest.count == 1 else { throw CommandLineMistake("\(rest[1]) is one word too many") }
        return word
    }
}
