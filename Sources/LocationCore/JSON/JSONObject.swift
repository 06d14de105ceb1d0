/// The members of a JSON object, sorted by the UTF-8 bytes of their names.
///
/// A dictionary would not do: Swift takes a precomposed and a decomposed "é" for the same `String`, and one of two such
/// members would be lost. Here names are the same only when their bytes are.
///
/// It reads like a dictionary and iterates in sorted order. Finding a member takes a binary search; adding one moves
/// those behind it, so build large objects with ``init(_:)`` at once.
public struct JSONObject: Sendable {
    /// Sorted by name, names distinct.
    private var members: [Element]

    /// Creates an object without members.
    public init() { members = [] }

    /// Creates an object from names and values in any order; of members with the same name the last one stays.
    public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
        self.init(unsorted: Array(members))
    }

    init(unsorted: [(key: String, value: JSONValue)]) {
        let isSorted = unsorted.indices.dropFirst().allSatisfy { index in
            compareUTF8(unsorted[index - 1].key, unsorted[index].key) < 0
        }
        members = isSorted ? unsorted : Self.sorted(unsorted)
    }

    /// The value of a member; `nil` when there is none. Setting `nil` removes it, setting `.null` keeps it as null.
    public subscript(key: String) -> JSONValue? {
        get {
            let place = place(of: key)
            return place.isTaken ? members[place.index].value : nil
        }
        set {
            let place = place(of: key)
            switch (newValue, place.isTaken) {
            case (let value?, true): members[place.index].value = value
            case (let value?, false): members.insert((key, value), at: place.index)
            case (nil, true): members.remove(at: place.index)
            case (nil, false): break
            }
        }
    }

    /// The names, sorted by their UTF-8 bytes.
    public var keys: [String] { members.map(\.key) }

    /// The values, in the order of ``keys``.
    public var values: [JSONValue] { members.map(\.value) }

    private func place(of key: String) -> (index: Int, isTaken: Bool) {
        var low = 0
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            let order = compareUTF8(members[middle].key, key)
            if order == 0 { return (middle, true) }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }

    private static func sorted(_ unsorted: [Element]) -> [Element] {
        // The index decides between equal names, as nothing promises that sorting is stable.
        let order = unsorted.indices.sorted { left, right in
            let order = compareUTF8(unsorted[left].key, unsorted[right].key)
            return order == 0 ? left < right : order < 0
        }
        var result: [Element] = []
        result.reserveCapacity(unsorted.count)
        for index in order {
            if let last = result.last, compareUTF8(last.key, unsorted[index].key) == 0 { result.removeLast() }
            result.append(unsorted[index])
        }
        return result
    }
}

extension JSONObject: RandomAccessCollection {
    /// A name and its value.
    public typealias Element = (key: String, value: JSONValue)

    /// The place of the first member.
    public var startIndex: Int { 0 }

    /// The place after the last member.
    public var endIndex: Int { members.count }

    /// The member at a place in sorted order.
    public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal; of members with the same name the last one stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(unsorted: elements.map { (key: $0.0, value: $0.1) })
    }
}

extension JSONObject: Hashable {
    /// Whether both hold the same names and equal values, as ``JSONValue`` compares them.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { compareUTF8($0.key, $1.key) == 0 && $0.value == $1.value }
    }

    /// Feeds names and values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members.count)
        for member in members {
            hasher.combine(utf8Of: member.key)
            hasher.combine(member.value)
        }
    }
}
