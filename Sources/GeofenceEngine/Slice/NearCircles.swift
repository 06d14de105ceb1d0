import LocationCore

/// Some circles of an index, copied into leaves of their own.
struct NearCircles {
    /// More than that near one another are better looked up than copied.
    static let most = 4096

    private(set) var count = 0
    private var words: ContiguousArray<UInt64> = []

    private static let wordsOfLeaf = Leaf.stride / 8

    mutating func removeAll() { count = 0 }

    /// Copies a circle; what is too many is only counted.
    @inline(__always)
    mutating func append(_ leaf: Leaf, _ from: Int) {
        defer { count += 1 }
        guard count < Self.most else { return }
        let (block, place) = (count / Leaf.capacity, count % Leaf.capacity)
        while words.count < (block + 1) * Self.wordsOfLeaf {
            words.append(contentsOf: repeatElement(0, count: Self.wordsOfLeaf))
        }
        words.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress.map({ $0 + block * Leaf.stride }) else { return }
            (start + 4 * place).storeBytes(of: leaf.x[from], as: Int32.self)
            (start + 128 + 4 * place).storeBytes(of: leaf.y[from], as: Int32.self)
            (start + 256 + 4 * place).storeBytes(of: leaf.z[from], as: Int32.self)
            (start + 384 + 4 * place).storeBytes(of: leaf.handles[from], as: UInt32.self)
            (start + 512 + 2 * place).storeBytes(of: leaf.radii[from], as: UInt16.self)
            (start + 576 + place).storeBytes(of: leaf.radiiBelow[from], as: UInt8.self)
        }
    }

    func handle(_ number: Int) -> UInt32 {
        words.withUnsafeBytes { bytes in
            bytes.load(
                fromByteOffset: number / Leaf.capacity * Leaf.stride + 384 + number % Leaf.capacity * 4, as: UInt32.self)
        } & PackedCircle.handleMask
    }

    /// Visits those whose edge may lie within reach, as ``PackedIndex/search(from:within:_:)`` does; the number is the
    /// place in the order of copying.
    @inline(__always)
    func visit(_ anchor: SurfacePoint, _ reach: Float, _ visit: (Leaf, _ place: Int, _ number: Int) -> Float) {
        let point = WholePoint(anchor)
        var reach = reach
        words.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 8) { scratch in
                guard let start = bytes.baseAddress, let room = scratch.baseAddress else { return }
                var first = 0
                while first < count {
                    Leaf(start + first / Leaf.capacity * Leaf.stride)
                        .visit(min(Leaf.capacity, count - first), point, &reach, room) { leaf, place in
                            visit(leaf, place, first + place)
                        }
                    first += Leaf.capacity
                }
            }
        }
    }
}

/// Places in ``NearCircles``.
struct PlaceBits: Equatable {
    private var words = ContiguousArray<UInt64>(repeating: 0, count: NearCircles.most / 64)
    /// Words beyond are 0.
    private var used = 0

    @inline(__always)
    mutating func insert(_ place: Int) {
        words[place / 64] |= 1 << UInt64(place % 64)
        used = max(used, place / 64 + 1)
    }

    mutating func removeAll() {
        for word in 0..<used { words[word] = 0 }
        used = 0
    }

    func forEach(_ body: (Int) -> Void) {
        for word in 0..<used {
            var bits = words[word]
            while bits != 0 {
                body(word * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
    }

    static func == (left: PlaceBits, right: PlaceBits) -> Bool {
        guard left.used == right.used else { return false }
        for word in 0..<left.used where left.words[word] != right.words[word] { return false }
        return true
    }
}
