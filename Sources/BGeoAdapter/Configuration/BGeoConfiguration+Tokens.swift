package import LocationCore

/// The tokens among the options. They are kept beside the options and not in them, so that a token that was renewed leaves no
/// copy behind; what stays is a mark by which the same tokens are known again.
extension BGeoConfiguration {
    /// The options with a mark in place of each token.
    package var withTokensMarked: BGeoConfiguration {
        guard case .object(var members)? = settings["authorization"] else { return self }
        for name in Self.tokenNames {
            guard let token = members[name]?.stringValue, !token.isEmpty else { continue }
            members[name] = ["mark": .string(Self.mark(of: token))]
        }
        return merging(["authorization": .object(members)])
    }

    /// The marks of the tokens that were set last.
    package var tokenMarks: [JSONValue?] { Self.tokenNames.map { settings["authorization"]?[$0]?["mark"] } }

    private static let tokenNames = ["accessToken", "refreshToken"]

    /// 64 bits that say nothing about a token but whether another one is the same. (FNV-1a)
    private static func mark(of token: String) -> String {
        let sum = token.utf8.reduce(0xcbf2_9ce4_8422_2325) { (sum: UInt64, byte) in
            (sum ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(sum, radix: 16)
    }
}
