import Foundation

/// An address to which everything travels unencrypted: its scheme is `http`.
package struct PlainAddress: Hashable, Sendable {
    /// The machine, without port, path, query or credentials.
    package let host: String

    /// Looks at an address; `nil` for one of another scheme.
    package init?(_ address: String) {
        guard let parts = URLComponents(string: address), parts.scheme?.lowercased() == "http" else { return nil }
        host = parts.host ?? ""
    }

    /// Whether it is this machine, so that nothing travels.
    package var isLoopback: Bool {
        let name = host.lowercased().filter { $0 != "[" && $0 != "]" }
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// What a log says of it at each start.
    ///
    /// - Parameter setting: The setting that holds the address.
    package func warning(_ setting: String) -> String {
        "\(setting): what is sent to \(host) travels unencrypted over plain http; use https, and requiresHTTPS to allow "
            + "nothing else"
    }

    /// What a refusal says of it.
    package func refusal(_ setting: String) -> String {
        "\(setting): \(host) would be reached over plain http, and requiresHTTPS allows https alone"
    }
}

/// The addresses among some settings that are plain http.
package struct PlainAddresses: Hashable, Sendable {
    /// The setting and its address, in the order given.
    package let found: [Named]

    /// An address with the setting that holds it.
    package struct Named: Hashable, Sendable {
        package let setting: String
        package let address: PlainAddress
    }

    /// Looks at settings; those without an address are passed over.
    package init(_ settings: [(setting: String, address: String?)]) {
        found = settings.compactMap { setting, address in
            address.flatMap(PlainAddress.init).map { Named(setting: setting, address: $0) }
        }
    }

    /// Why they are refused where https is required; `nil` when there are none.
    package var refusal: String? { found.first.map { $0.address.refusal($0.setting) } }

    /// What is said of those beyond this machine at each start.
    package var warnings: [String] {
        found.filter { !$0.address.isLoopback }.map { $0.address.warning($0.setting) }
    }
}
