import Foundation

/// What stands in the form, as it was typed.
struct FenceDraft: Hashable, Identifiable, Sendable {
    let vendor: Vendor
    let latitude: Double
    let longitude: Double
    /// False while an existing fence is edited; its identifier then stays.
    let isNew: Bool
    var identifier: String
    /// Meters.
    var radius: String
    var reportsEnter: Bool
    var reportsExit: Bool
    var reportsDwell: Bool
    /// Milliseconds; empty takes the adapter's default.
    var dwellDelay: String

    var id: String { "\(vendor.rawValue) \(isNew ? "" : identifier) \(latitude) \(longitude)" }

    /// The form for a new fence at a place that was pressed.
    init(vendor: Vendor, latitude: Double, longitude: Double) {
        self.vendor = vendor
        self.latitude = latitude
        self.longitude = longitude
        isNew = true
        identifier = ""
        radius = "200"
        reportsEnter = true
        reportsExit = true
        reportsDwell = false
        dwellDelay = ""
    }

    /// The form for a fence that exists.
    init(vendor: Vendor, editing fence: ShownFence) {
        self.vendor = vendor
        latitude = fence.latitude
        longitude = fence.longitude
        isNew = false
        identifier = fence.id
        radius = Self.text(fence.radius)
        reportsEnter = fence.reportsEnter
        reportsExit = fence.reportsExit
        reportsDwell = fence.reportsDwell
        dwellDelay = fence.dwellDelay.map { Self.text($0) } ?? ""
    }

    /// The place with six decimals, some ten centimeters.
    var placeText: String { "\(Self.sixDecimals(latitude)), \(Self.sixDecimals(longitude))" }

    /// The fence that the form describes.
    ///
    /// - Throws: ``FormProblem`` with a sentence to show. Nothing has been sent then.
    func request() throws(FormProblem) -> FenceRequest {
        let name = identifier.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty, let meters = Self.number(radius), meters.isFinite, meters > 0 else {
            throw .identifierOrRadius
        }
        return FenceRequest(
            identifier: name, latitude: latitude, longitude: longitude, radius: meters, reportsEnter: reportsEnter,
            reportsExit: reportsExit, reportsDwell: vendor.reportsDwell && reportsDwell, dwellDelay: try delay())
    }

    private func delay() throws(FormProblem) -> Double? {
        guard vendor.reportsDwell, reportsDwell, !dwellDelay.allSatisfy(\.isWhitespace) else { return nil }
        guard let milliseconds = Self.number(dwellDelay), milliseconds.isFinite else { throw .delay }
        return milliseconds
    }

    /// A number as people type it: with blanks around it, and with the comma that some keyboards have for a point.
    private static func number(_ text: String) -> Double? {
        Double(text.trimmingCharacters(in: .whitespacesAndNewlines).replacing(",", with: "."))
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    }

    private static func sixDecimals(_ degrees: Double) -> String { String(format: "%.6f", degrees) }
}

/// Why the form cannot be saved.
enum FormProblem: String, Error {
    case identifierOrRadius = "identifier and a positive radius are required"
    case delay = "loitering delay must be a finite number"
}
