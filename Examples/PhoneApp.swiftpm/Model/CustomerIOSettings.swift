/// What the app needs for Customer.io, from three entries of its property list.
struct CustomerIOSettings: Hashable, Sendable {
    let key: String
    /// A server of your own, such as the collector; `nil` for the vendor's.
    let host: String?
    let person: String

    init(key: String, host: String? = nil, person: String) {
        self.key = key
        self.host = host
        self.person = person
    }

    /// `nil` without a key.
    init?(reading entry: (String) -> String?) {
        guard let key = entry("CustomerIOKey"), !key.isEmpty else { return nil }
        self.init(
            key: key, host: entry("CustomerIOHost").flatMap { $0.isEmpty ? nil : $0 },
            person: entry("CustomerIOPerson").flatMap { $0.isEmpty ? nil : $0 } ?? "phone-app")
    }
}
