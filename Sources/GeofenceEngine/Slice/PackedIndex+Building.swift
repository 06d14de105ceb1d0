import LocationCore

extension PackedIndex {
    /// Sorts circles along the curve and writes them down.
    struct Builder {
        private struct Entry {
            let point: WholePoint
            /// The radius's code below, the marks above.
            let radius: UInt32
        }

        let marks: Marks
        private let entries: ContiguousArray<Entry>
        /// The numbers of the circles along the curve.
        private let order: ContiguousArray<UInt32>

        // What is needed at the same time is 40 bytes a circle at most: entries of 16, beside them two lists of 8 while
        // they are sorted, then one of 4 and the index.

        /// - Parameters:
        ///   - processors: How many may sort.
        ///   - asking: How many may ask for circles.
        init(count: Int, _ processors: Int, asking: Int, _ circle: (Int) -> Circle) {
            let parts = WorkParts(count, at: asking)
            /// Places on the curve, each with the number of its circle below.
            var places = ContiguousArray<UInt64>()
            var marks = ContiguousArray<UInt32>(repeating: 0, count: parts.count)
            entries = ContiguousArray(unsafeUninitializedCapacity: count) { entries, written in
                let entries = entries
                places = ContiguousArray(unsafeUninitializedCapacity: count) { places, written in
                    let places = places
                    marks.withUnsafeMutableBufferPointer { marks in
                        let marks = marks
                        parts.forEach { part, numbers in
                            var seen: UInt32 = 0
                            for number in numbers {
                                let circle = circle(number)
                                let point = WholePoint(circle.center)
                                let radius = PackedRadius.code(circle.radius) | circle.marks.rawValue
                                entries.initializeElement(at: number, to: Entry(point: point, radius: radius))
                                places.initializeElement(at: number, to: point.curveKey << 28 | UInt64(number))
                                seen |= circle.marks.rawValue
                            }
                            marks[part] = seen
                        }
                    }
                    written = count
                }
                written = count
            }
            self.marks = Marks(rawValue: marks.reduce(0, |))
            let sorting = WorkParts(count, at: processors)
            Self.sort(&places, sorting)
            order = ContiguousArray(unsafeUninitializedCapacity: count) { order, written in
                let order = order
                sorting.forEach { _, numbers in
                    for number in numbers {
                        order.initializeElement(at: number, to: UInt32(places[number] & (1 << 28 - 1)))
                    }
                }
                written = count
            }
        }

        /// By the upper 36 bits. The lower ones ascend already, and what is equal keeps its order.
        private static func sort(_ order: inout ContiguousArray<UInt64>, _ parts: WorkParts) {
            guard order.count > 2048 else {
                order.sort()
                return
            }
            var other = ContiguousArray<UInt64>(unsafeUninitializedCapacity: order.count) { $1 = order.count }
            var starts = ContiguousArray<Int>(repeating: 0, count: parts.count * digits)
            for shift in [28, 40, 52] as [UInt64] {
                order.withUnsafeBufferPointer { from in
                    other.withUnsafeMutableBufferPointer { to in
                        starts.withUnsafeMutableBufferPointer { distribute(from, to, by: shift, $0, parts) }
                    }
                }
                swap(&order, &other)
            }
        }

        private static let digits = 4096

        /// Puts values in the order of one digit; what is equal keeps its order.
        ///
        /// - Parameter starts: Room for a number by part and digit.
        private static func distribute(
            _ from: UnsafeBufferPointer<UInt64>, _ to: UnsafeMutableBufferPointer<UInt64>, by shift: UInt64,
            _ starts: UnsafeMutableBufferPointer<Int>, _ parts: WorkParts
        ) {
            func digit(_ number: Int) -> Int { Int(from[number] >> shift) & (digits - 1) }
            parts.forEach { part, numbers in
                let counts = UnsafeMutableBufferPointer(rebasing: starts[part * digits..<(part + 1) * digits])
                counts.update(repeating: 0)
                for number in numbers { counts[digit(number)] += 1 }
            }
            // Behind those of lesser digits come those of the parts before.
            var next = 0
            for digit in 0..<digits {
                for part in 0..<parts.count {
                    let count = starts[part * digits + digit]
                    starts[part * digits + digit] = next
                    next += count
                }
            }
            parts.forEach { part, numbers in
                let places = UnsafeMutableBufferPointer(rebasing: starts[part * digits..<(part + 1) * digits])
                for number in numbers {
                    let digit = digit(number)
                    to[places[digit]] = from[number]
                    places[digit] += 1
                }
            }
        }

        /// Writes all leaves and the boxes round them.
        ///
        /// - Parameter bytes: 0 where no circle comes to lie.
        func writeLeaves(to bytes: UnsafeMutableRawPointer, _ levels: [Level], _ processors: Int) {
            guard let level = levels.first else { return }
            // A group of boxes is written by one.
            let groups = (level.boxes + Group.capacity - 1) / Group.capacity
            WorkParts(groups, at: processors).forEach { _, groups in
                let last = min(groups.upperBound * Group.capacity, level.boxes)
                for leaf in groups.lowerBound * Group.capacity..<last { writeLeaf(leaf, to: bytes, level) }
            }
        }

        private func writeLeaf(_ leaf: Int, to bytes: UnsafeMutableRawPointer, _ level: Level) {
            let start = bytes + leaf * Leaf.stride
            let columns = start.assumingMemoryBound(to: UInt32.self)
            let radii = (start + 512).assumingMemoryBound(to: UInt16.self)
            let radiiBelow = (start + 576).assumingMemoryBound(to: UInt8.self)
            var box = Box()
            let first = leaf * Leaf.capacity
            for slot in first..<min(first + Leaf.capacity, order.count) {
                let number = Int(order[slot])
                let entry = entries[number]
                let radius = entry.radius & PackedRadius.mask
                let place = slot - first
                columns[place] = UInt32(bitPattern: entry.point.x)
                columns[32 + place] = UInt32(bitPattern: entry.point.y)
                columns[64 + place] = UInt32(bitPattern: entry.point.z)
                columns[96 + place] = UInt32(number) | entry.radius & ~PackedCircle.handleMask
                radii[place] = UInt16(radius >> 8)
                radiiBelow[place] = UInt8(radius & 255)
                box.add(entry.point, Float(PackedRadius.metres(radius + 1)))
            }
            box.write(to: bytes, level, leaf)
        }

        /// Writes the boxes round boxes.
        static func writeBoxes(to bytes: UnsafeMutableRawPointer, _ levels: [Level]) {
            for (below, level) in zip(levels, levels.dropFirst()) {
                for number in 0..<level.boxes {
                    let group = Group(UnsafeRawPointer(bytes + below.offset + number * Group.stride))
                    var box = Box()
                    for child in 0..<min(Group.capacity, below.boxes - number * Group.capacity) {
                        box.add(group, child)
                    }
                    box.write(to: bytes, level, number)
                }
            }
        }
    }

    private struct Box {
        private var least = (x: Int32.max, y: Int32.max, z: Int32.max)
        private var most = (x: Int32.min, y: Int32.min, z: Int32.min)
        private var radius: Float = 0

        mutating func add(_ point: WholePoint, _ radius: Float) {
            least = (min(least.x, point.x >> 1), min(least.y, point.y >> 1), min(least.z, point.z >> 1))
            most = (max(most.x, (point.x + 1) >> 1), max(most.y, (point.y + 1) >> 1), max(most.z, (point.z + 1) >> 1))
            self.radius = max(self.radius, radius)
        }

        mutating func add(_ group: Group, _ child: Int) {
            least.x = min(least.x, group.least.0[child])
            least.y = min(least.y, group.least.1[child])
            least.z = min(least.z, group.least.2[child])
            most.x = max(most.x, group.most.0[child])
            most.y = max(most.y, group.most.1[child])
            most.z = max(most.z, group.most.2[child])
            radius = max(radius, group.radii[child])
        }

        func write(to bytes: UnsafeMutableRawPointer, _ level: Level, _ number: Int) {
            let start = bytes + level.offset + number / Group.capacity * Group.stride
            let place = number % Group.capacity
            let columns = start.assumingMemoryBound(to: Int32.self)
            columns[place] = least.x
            columns[16 + place] = least.y
            columns[32 + place] = least.z
            columns[48 + place] = most.x
            columns[64 + place] = most.y
            columns[80 + place] = most.z
            (start + 384).assumingMemoryBound(to: Float.self)[place] = radius
        }
    }
}
