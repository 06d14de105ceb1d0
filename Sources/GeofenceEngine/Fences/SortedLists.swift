/// Lists that stay sorted while little is put among much.
extension [StoredFence] {
    /// The first place whose ordinal is not smaller.
    func position(of ordinal: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].ordinal < ordinal { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts sorted fences among sorted ones, in the place of those of the same ordinal.
    mutating func mergeSorted(_ new: [StoredFence]) {
        if new.count <= 8 {
            for stored in new {
                let position = position(of: stored.ordinal)
                if position < count, self[position].ordinal == stored.ordinal {
                    self[position] = stored
                } else {
                    insert(stored, at: position)
                }
            }
            return
        }
        var all: [StoredFence] = []
        all.reserveCapacity(count + new.count)
        var next = 0
        for stored in self {
            while next < new.count, new[next].ordinal < stored.ordinal {
                all.append(new[next])
                next += 1
            }
            if next < new.count, new[next].ordinal == stored.ordinal { continue }
            all.append(stored)
        }
        all += new[next...]
        self = all
    }
}

extension ContiguousArray<UInt32> {
    /// Whether a sorted list has a number.
    func hasSorted(_ number: UInt32) -> Bool {
        if isEmpty { return false }
        let place = firstPlace(of: number)
        return place < count && self[place] == number
    }

    private func firstPlace(of number: UInt32) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts ascending numbers among ascending ones, each once.
    mutating func mergeSorted(_ new: [UInt32]) {
        if new.count <= 8 {
            for number in new {
                let place = firstPlace(of: number)
                if place == count || self[place] != number { insert(number, at: place) }
            }
            return
        }
        var all = ContiguousArray()
        all.reserveCapacity(count + new.count)
        var next = 0
        for number in self {
            while next < new.count, new[next] <= number {
                if new[next] < number { all.append(new[next]) }
                next += 1
            }
            all.append(number)
        }
        all += new[next...]
        self = all
    }
}
