/// Divides places fairly and always in the same way.
///
/// Nobody gets more than is wanted, and whoever gets less than is wanted gets no fewer places than anybody else, but for
/// one that cannot be divided: it goes to the first by name. So each gets at least what it wants or the whole part of
/// `places / count`, whichever is less, however much the others want.
///
/// - Parameters:
///   - places: How many there are; below 0 counts as none.
///   - wanted: Who wants how many.
/// - Returns: How many each gets.
package func fairShares(of places: Int, wanted: [String: Int]) -> [String: Int] {
    var shares = wanted.mapValues { _ in 0 }
    var left = places
    var hungry = wanted.filter { $0.value > 0 }.keys.sorted()
    while left > 0, !hungry.isEmpty {
        // All get as many as the one that wants least can take, or as there are for all.
        let least = hungry.map { wanted[$0, default: 0] - shares[$0, default: 0] }.min() ?? 0
        let each = min(least, left / hungry.count)
        if each == 0 {
            for name in hungry.prefix(left) { shares[name, default: 0] += 1 }
            return shares
        }
        for name in hungry { shares[name, default: 0] += each }
        left -= each * hungry.count
        hungry.removeAll { shares[$0, default: 0] >= wanted[$0, default: 0] }
    }
    return shares
}
