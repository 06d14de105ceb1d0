package import LocationCore

/// A tree over many circles in one piece of memory, for finding those near a position. It never changes.
///
/// Circles lie in the order of a curve that keeps neighbours together, 32 to a leaf, and 16 boxes to a group. A circle
/// takes 19 bytes: its middle to 2.6 mm, its radius to 16 bits, and its handle. So what is computed from it is an interval,
/// and whoever asks decides from the exact circle where the interval does not; that is rarely needed.
package final class PackedIndex: Sendable {
    /// What goes in.
    package struct Circle {
        package let center: SurfacePoint
        /// Metres, greater than 0.
        package let radius: Double
        package let marks: Marks

        package init(center: SurfacePoint, radius: Double, marks: Marks = []) {
            self.center = center
            self.radius = radius
            self.marks = marks
        }
    }

    /// What else a search needs to know about a circle.
    package struct Marks: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// It only stands for another shape.
        package static let polygon = Marks(rawValue: 1 << 31)
        /// Nothing about it is reported.
        package static let silent = Marks(rawValue: 1 << 30)
    }

    package let count: Int
    let leafCount: Int
    /// The boxes' groups by level, the leaves' first: where each level begins, in groups.
    let levels: [Level]
    let memory: PackedMemory
    /// Those that any circle has.
    let marks: Marks

    struct Level {
        /// Byte where the first group lies.
        let offset: Int
        /// How many boxes there are.
        let boxes: Int
    }

    /// Handles are the numbers of the circles, so that there are at most that many.
    package static let mostCircles = 1 << 28

    /// Bytes that the index takes.
    package var byteCount: Int { memory.byteCount }

    /// Where the parts of an index lie, which follows from how many circles it has.
    struct Layout {
        let leafCount: Int
        let levels: [Level]
        let byteCount: Int

        init(count: Int) {
            leafCount = (count + Leaf.capacity - 1) / Leaf.capacity
            var levels: [Level] = []
            var offset = leafCount * Leaf.stride
            var boxes = leafCount
            while boxes > 0 {
                levels.append(Level(offset: offset, boxes: boxes))
                let groups = (boxes + Group.capacity - 1) / Group.capacity
                offset += groups * Group.stride
                boxes = groups == 1 ? 0 : groups
            }
            self.levels = levels
            byteCount = offset
        }
    }

    /// - Parameter circle: Asked for each number once, ascending.
    package convenience init(count: Int, _ circle: (Int) -> Circle) {
        self.init(count: count, processors: WorkParts.processors(for: count), asking: 1, circle)
    }

    /// - Parameter circle: Asked for each number once, by several threads at the same time.
    package convenience init(concurrently count: Int, _ circle: @Sendable (Int) -> Circle) {
        let processors = WorkParts.processors(for: count)
        self.init(count: count, processors: processors, asking: processors, circle)
    }

    /// - Parameters:
    ///   - processors: How many threads sort and write.
    ///   - asking: How many ask for circles.
    init(count: Int, processors: Int, asking: Int, _ circle: (Int) -> Circle) {
        precondition(count <= Self.mostCircles, "an index takes at most \(Self.mostCircles) circles")
        let layout = Layout(count: count)
        self.count = count
        leafCount = layout.leafCount
        levels = layout.levels
        let builder = Builder(count: count, processors, asking: asking, circle)
        marks = builder.marks
        memory = PackedMemory(byteCount: layout.byteCount, full: count / Leaf.capacity * Leaf.stride) { bytes in
            builder.writeLeaves(to: bytes, layout.levels, processors)
            Builder.writeBoxes(to: bytes, layout.levels)
        }
    }

    /// Takes an index as it lies in a snapshot.
    init?(count: Int, marks: UInt32, in snapshot: SnapshotBytes, _ range: Range<Int>) {
        let layout = Layout(count: count)
        guard range.count == layout.byteCount, let memory = PackedMemory(snapshot, range) else { return nil }
        self.count = count
        leafCount = layout.leafCount
        levels = layout.levels
        self.marks = Marks(rawValue: marks)
        self.memory = memory
    }
}

/// Bytes that are written once and then only read, or those of a snapshot.
///
/// `@unchecked` holds because nothing is written after `init`, and the memory lives as long as the object.
final class PackedMemory: @unchecked Sendable {
    let start: UnsafeRawPointer
    let byteCount: Int
    /// Where the bytes lie that have to be checked before they are read.
    private let snapshot: SnapshotBytes?
    private let offset: Int

    /// - Parameters:
    ///   - full: How many bytes at the beginning `write` leaves none out of. The others are 0 before.
    init(byteCount: Int, full: Int, _ write: (UnsafeMutableRawPointer) -> Void) {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(64, byteCount), alignment: 64)
        (bytes + full).initializeMemory(as: UInt8.self, repeating: 0, count: max(64, byteCount) - full)
        write(bytes)
        start = UnsafeRawPointer(bytes)
        self.byteCount = byteCount
        snapshot = nil
        offset = 0
    }

    init?(_ snapshot: SnapshotBytes, _ range: Range<Int>) {
        guard let start = snapshot.address(of: range) else { return nil }
        self.start = start
        byteCount = range.count
        self.snapshot = snapshot
        offset = range.lowerBound
    }

    deinit {
        if snapshot == nil { start.deallocate() }
    }

    /// Whether bytes may be read. What may not be is as if it were not there, and marks the snapshot.
    @inline(__always)
    func isSound(_ place: Int, _ count: Int) -> Bool {
        guard let snapshot else { return true }
        return snapshot.isSound(offset + place..<offset + place + count)
    }
}

/// Thirty-two circles: three columns of whole coordinates, the handles, and the radii in two parts.
struct Leaf {
    static let capacity = 32
    static let stride = capacity * 19

    let x: UnsafePointer<Int32>
    let y: UnsafePointer<Int32>
    let z: UnsafePointer<Int32>
    let handles: UnsafePointer<UInt32>
    /// The upper half of a radius: enough to tell which circles are too far.
    let radii: UnsafePointer<UInt16>
    let radiiBelow: UnsafePointer<UInt8>

    @inline(__always)
    init(_ start: UnsafeRawPointer) {
        x = start.assumingMemoryBound(to: Int32.self)
        y = (start + 128).assumingMemoryBound(to: Int32.self)
        z = (start + 256).assumingMemoryBound(to: Int32.self)
        handles = (start + 384).assumingMemoryBound(to: UInt32.self)
        radii = (start + 512).assumingMemoryBound(to: UInt16.self)
        radiiBelow = (start + 576).assumingMemoryBound(to: UInt8.self)
    }
}

/// Sixteen boxes and the largest radius in each.
///
/// Boxes count in units of twice the size: a box may reach round the Earth, and a difference to it must not wrap round.
struct Group {
    static let capacity = 16
    static let stride = capacity * 28

    let least: (UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<Int32>)
    let most: (UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<Int32>)
    /// Metres.
    let radii: UnsafePointer<Float>

    @inline(__always)
    init(_ start: UnsafeRawPointer) {
        func column(_ number: Int) -> UnsafePointer<Int32> {
            (start + 64 * number).assumingMemoryBound(to: Int32.self)
        }
        least = (column(0), column(1), column(2))
        most = (column(3), column(4), column(5))
        radii = (start + 384).assumingMemoryBound(to: Float.self)
    }
}

/// A radius in 24 bits: the upper ones of a `Float`, which has no sign here.
enum PackedRadius {
    static let mask: UInt32 = 1 << 24 - 1

    /// The largest that is not greater.
    static func code(_ radius: Double) -> UInt32 {
        var value = Float(min(radius, Double(Float.greatestFiniteMagnitude)))
        if Double(value) > radius { value = value.nextDown }
        return value.bitPattern >> 7
    }

    @inline(__always)
    static func metres(_ code: UInt32) -> Double { Double(Float(bitPattern: code << 7)) }
}
