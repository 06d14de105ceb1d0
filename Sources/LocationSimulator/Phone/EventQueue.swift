/// What is still to happen, ordered by time and then by the order in which it was put in.
struct EventQueue<Element> {
    private struct Entry {
        let due: Int64
        let sequence: UInt64
        let element: Element

        func comes(before other: Entry) -> Bool {
            due != other.due ? due < other.due : sequence < other.sequence
        }
    }

    /// A binary heap: the first entry is the next one due.
    private var heap: [Entry] = []
    private var nextSequence: UInt64 = 0

    /// When the next element is due.
    var nextDue: Int64? { heap.first?.due }

    mutating func add(_ element: Element, at due: Int64) {
        heap.append(Entry(due: due, sequence: nextSequence, element: element))
        nextSequence += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].comes(before: heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out the next element if it is due at or before `limit`.
    mutating func next(until limit: Int64) -> (due: Int64, element: Element)? {
        guard let first = heap.first, first.due <= limit else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.due, first.element)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].comes(before: heap[least]) { least = child }
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
