/// A `trkpt`, `rtept` or `wpt` as it stands in a document.
struct GPXPoint {
    /// The elements that hold positions, the preferred one first. (LNX-070)
    enum Element: String, CaseIterable {
        case trkpt
        case rtept
        case wpt
    }

    /// The children that are read. (LNX-071)
    enum Field: String {
        case ele
        case time
        case fix
        case hdop
        case speed
        case course
        case accuracy
        case hAcc

        /// Whether the value counts wherever it stands below a point, in whichever namespace.
        var isExtension: Bool { self == .speed || self == .course || self == .accuracy || self == .hAcc }
    }

    let element: Element
    let line: Int
    /// Counted from 1 among the points of the same element.
    let number: Int
    /// Which `trkseg` or `rte` of the document it belongs to.
    let segment: Int
    let latitude: String?
    let longitude: String?
    /// The trimmed texts; the first one that is not empty stays.
    var fields: [Field: String] = [:]
}
