public import LocationCore

/// Where a vendor's own SDK tells its fences, through its public calls.
///
/// For an installation whose files have no public form. The app makes one around the vendor's list call, in a version that
/// still has the vendor's package, and keeps what ``FenceFile/read(from:)`` gives.
public protocol FenceListing: Sendable {
    /// Whose SDK it is.
    var style: APIStyle { get }

    /// The fences in the style's own words, as ``FenceFile/read(json:as:)`` takes them.
    func list() async throws -> JSONValue
}

extension FenceFile {
    /// Asks a vendor's SDK for its fences.
    ///
    /// - Throws: What the listing throws, or ``MigrationError``.
    public static func read(from listing: some FenceListing) async throws -> FenceFile {
        try read(json: try await listing.list(), as: listing.style)
    }
}
