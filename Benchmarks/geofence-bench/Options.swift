import BenchSupport

/// What the command line asks for.
struct Options {
    /// Only the benchmarks of these names; empty means all.
    var only: [String] = []
    /// How often a slow measurement is repeated.
    var rounds = 7
    /// Chooses synthetic fences and positions.
    var seed: UInt64 = 1
    var listsOnly = false

    init(_ arguments: [String]) throws(BenchError) {
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            switch flag {
            case "--list": listsOnly = true
            case "--only": only.append(try Self.name(rest.popFirst()))
            case "--rounds": rounds = Int(try Self.number(rest.popFirst(), of: flag, 1...1000))
            case "--seed": seed = try Self.number(rest.popFirst(), of: flag, 0...UInt64.max)
            default: throw .usage("unknown argument \(flag)")
            }
        }
    }

    func includes(_ name: String) -> Bool { only.isEmpty || only.contains(name) }

    private static func name(_ text: String?) throws(BenchError) -> String {
        let names = GeofenceBench.benchmarks.map(\.name)
        guard let text, names.contains(text) else {
            throw .usage("--only wants one of \(names.joined(separator: ", ")), not \(text ?? "nothing")")
        }
        return text
    }

    private static func number(_ text: String?, of flag: String, _ range: ClosedRange<UInt64>) throws(BenchError)
        -> UInt64
    {
        guard let number = text.flatMap(UInt64.init), range.contains(number) else {
            throw .usage("\(flag) wants a whole number in \(range), not \(text ?? "nothing")")
        }
        return number
    }
}
