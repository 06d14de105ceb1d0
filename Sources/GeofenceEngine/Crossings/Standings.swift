package import LocationCore

/// What is known about the device and each fence that was ever near, by the fences' ordinals.
///
/// A step works on a copy, and so the first change in it copies what it is in. A dictionary would be copied as a whole; of this
/// only the list of parts and one part are, which are kept about as long as one another.
package struct Standings: Sendable {
    package typealias Element = (key: Int64, value: Standing)

    /// Each in the order of the ordinals. There is a power of two of them.
    private var parts: [ContiguousArray<Element>] = [[]]
    package private(set) var count = 0

    package init() {}

    /// Where an ordinal occurs twice the last counts.
    package init(_ elements: some Sequence<Element>) {
        for element in elements { self[element.key] = element.value }
    }

    package var isEmpty: Bool { count == 0 }

    /// In ascending order.
    package var ordinals: [Int64] { map(\.key).sorted() }

    package subscript(_ ordinal: Int64) -> Standing? {
        get {
            let part = part(of: ordinal)
            let place = parts[part].place(of: ordinal)
            return place < parts[part].count && parts[part][place].key == ordinal ? parts[part][place].value : nil
        }
        set {
            let part = part(of: ordinal)
            let place = parts[part].place(of: ordinal)
            let isKnown = place < parts[part].count && parts[part][place].key == ordinal
            if let newValue {
                if isKnown {
                    parts[part][place].value = newValue
                } else {
                    parts[part].insert((ordinal, newValue), at: place)
                    count += 1
                    if count > 2 * parts.count * parts.count { divide() }
                }
            } else if isKnown {
                parts[part].remove(at: place)
                count -= 1
            }
        }
    }

    /// The side alone, which is what most want to know.
    package func side(of ordinal: Int64) -> Side {
        let part = part(of: ordinal)
        let place = parts[part].place(of: ordinal)
        return place < parts[part].count && parts[part][place].key == ordinal ? parts[part][place].value.side : .unknown
    }

    private func part(of ordinal: Int64) -> Int { Int(truncatingIfNeeded: ordinal) & (parts.count - 1) }

    /// Doubles the parts.
    private mutating func divide() {
        let old = parts
        parts = Array(repeating: [], count: 2 * old.count)
        for part in old {
            for element in part { parts[self.part(of: element.key)].append(element) }
        }
    }
}

extension ContiguousArray<Standings.Element> {
    /// The first place whose ordinal is not smaller.
    fileprivate func place(of ordinal: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].key < ordinal { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Standings: Sequence {
    package func makeIterator() -> some IteratorProtocol<Element> { parts.joined().makeIterator() }
}

extension Standings: Equatable, ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (Int64, Standing)...) {
        self.init(elements.lazy.map { (key: $0.0, value: $0.1) })
    }

    package static func == (left: Standings, right: Standings) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }
}
