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
        init(count: Int, _ circle: (Int) -> Circle) {
            var entries = ContiguousArray<Entry>()
            /// Places on the curve, each with the number of its circle below.
            var places = ContiguousArray<UInt64>()
            entries.reserveCapacity(count)
            places.reserveCapacity(count)
            var marks: UInt32 = 0
            for number in 0..<count {
                let circle = circle(number)
                let point = WholePoint(circle.center)
                entries.append(
                    Entry(point: point, radius: PackedRadius.code(circle.radius) | circle.marks.rawValue))
                places.append(point.curveKey << 28 | UInt64(number))
                marks |= circle.marks.rawValue
            }
            Self.sort(&places)
            self.marks = Marks(rawValue: marks)
            self.entries = entries
            order = ContiguousArray(places.lazy.map { UInt32(truncatingIfNeeded: $0 & (1 << 28 - 1)) })
        }

        /// By the upper 36 bits. The lower ones ascend already, and what is equal keeps its order.
        private static func sort(_ order: inout ContiguousArray<UInt64>) {
            guard order.count > 2048 else {
                order.sort()
                return
            }
            var other = ContiguousArray<UInt64>(repeating: 0, count: order.count)
            for shift in [28, 40, 52] as [UInt64] {
                var starts = ContiguousArray<Int>(repeating: 0, count: 4097)
                order.withUnsafeBufferPointer { from in
                    other.withUnsafeMutableBufferPointer { to in
                        starts.withUnsafeMutableBufferPointer { starts in
                            for value in from { starts[Int(value >> shift & 4095) + 1] += 1 }
                            for digit in 1..<4096 { starts[digit] += starts[digit - 1] }
                            for value in from {
                                let digit = Int(value >> shift & 4095)
                                to[starts[digit]] = value
                                starts[digit] += 1
                            }
                        }
                    }
                }
                swap(&order, &other)
            }
        }

        func writeLeaves(to bytes: UnsafeMutableRawPointer, _ levels: [Level]) {
            guard let level = levels.first else { return }
            for leaf in 0..<level.boxes {
                let start = bytes + leaf * Leaf.stride
                let columns = (0..<4).map { (start + 128 * $0).assumingMemoryBound(to: UInt32.self) }
                let radii = (start + 512).assumingMemoryBound(to: UInt16.self)
                let radiiBelow = (start + 576).assumingMemoryBound(to: UInt8.self)
                var box = Box()
                let first = leaf * Leaf.capacity
                for slot in first..<min(first + Leaf.capacity, order.count) {
                    let number = Int(order[slot])
                    let entry = entries[number]
                    let radius = entry.radius & PackedRadius.mask
                    let place = slot - first
                    columns[0][place] = UInt32(bitPattern: entry.point.x)
                    columns[1][place] = UInt32(bitPattern: entry.point.y)
                    columns[2][place] = UInt32(bitPattern: entry.point.z)
                    columns[3][place] = UInt32(number) | entry.radius & ~PackedCircle.handleMask
                    radii[place] = UInt16(radius >> 8)
                    radiiBelow[place] = UInt8(radius & 255)
                    box.add(entry.point, Float(PackedRadius.metres(radius + 1)))
                }
                box.write(to: bytes, level, leaf)
            }
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
            for (column, value) in [least.x, least.y, least.z, most.x, most.y, most.z].enumerated() {
                (start + 64 * column).assumingMemoryBound(to: Int32.self)[place] = value
            }
            (start + 384).assumingMemoryBound(to: Float.self)[place] = radius
        }
    }
}
