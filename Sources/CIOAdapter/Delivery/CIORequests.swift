import Foundation
package import LocationCore

/// The requests to Customer.io, and what their answers mean.
package struct CIORequests: Hashable, Sendable {
    /// The host as configured; blank when there is none.
    package let apiHost: String
    /// The key as configured; blank when there is none.
    package let cdpApiKey: String

    /// Whether plain http is refused.
    package let requiresHTTPS: Bool

    package init(apiHost: String, cdpApiKey: String, requiresHTTPS: Bool = false) {
        self.apiHost = apiHost
        self.cdpApiKey = cdpApiKey
        self.requiresHTTPS = requiresHTTPS
    }

    /// The host, where it is reached over plain http.
    package var plainAddresses: PlainAddresses { PlainAddresses([("apiHost", apiHost.trimmed)]) }

    /// Asks for the fences round a position. (CIO-013)
    ///
    /// - Throws: ``DownloadError/missingApiHost``, ``DownloadError/missingCdpApiKey``, ``DownloadError/plainHTTP(_:)`` or
    ///   ``DownloadError/invalidRequest(_:)``, checked in this order.
    package func nearest(to anchor: Coordinate, id: String) throws(DownloadError) -> HTTPRequest {
        let (address, authorization) = try checked()
        guard let url = address.nearest else { throw .invalidRequest(apiHost) }
        let body: JSONValue = ["latitude": .double(anchor.latitude), "longitude": .double(anchor.longitude)]
        return HTTPRequest(
            id: id, method: "POST", url: url,
            headers: [
                "Accept": "application/json", "Content-Type": "application/json", "Authorization": authorization,
            ], body: body.bytes(), timeout: 60_000, answerLimit: HTTPRequest.fenceAnswer)
    }

    /// Sends one row by itself. (CIO 6.1)
    ///
    /// - Parameter current: The fence as it is known now; `nil` when it is known no more.
    /// - Throws: As ``nearest(to:id:)``.
    package func track(_ row: TransitionRow, current: FenceAttributes?, id: String) throws(DownloadError) -> HTTPRequest
    {
        let (address, authorization) = try checked()
        guard let url = address.track else { throw .invalidRequest(apiHost) }
        return HTTPRequest(
            id: id, method: "POST", url: url, headers: Self.eventHeaders(authorization),
            body: row.trackBody(current: current).bytes(), timeout: 15_000)
    }

    /// Sends events together. (CIO 6.3)
    ///
    /// - Throws: As ``nearest(to:id:)``.
    package func batch(_ events: [JSONValue], sentAt: Timestamp, id: String) throws(DownloadError) -> HTTPRequest {
        let (address, authorization) = try checked()
        guard let url = address.batch else { throw .invalidRequest(apiHost) }
        let body: JSONValue = [
            "batch": .array(events), "sentAt": .string(sentAt.iso8601), "writeKey": .string(cdpApiKey),
        ]
        return HTTPRequest(
            id: id, method: "POST", url: url, headers: Self.eventHeaders(authorization), body: body.bytes(),
            timeout: 15_000)
    }

    private func checked() throws(DownloadError) -> (APIAddress, authorization: String) {
        guard let address = APIAddress(host: apiHost) else { throw .missingApiHost }
        guard !cdpApiKey.isBlank else { throw .missingCdpApiKey }
        if requiresHTTPS, let refusal = plainAddresses.refusal { throw .plainHTTP(refusal) }
        return (address, "Basic " + Data("\(cdpApiKey):".utf8).base64EncodedString())
    }

    private static func eventHeaders(_ authorization: String) -> [String: String] {
        ["Content-Type": "application/json; charset=utf-8", "Authorization": authorization]
    }
}
