package import CommandLineWords
package import Foundation
package import LocationCore
package import LocationSimulator

/// The value of one option, as the kinds of values that the examples know.
package struct OptionValue: Hashable, Sendable {
    /// The option.
    package let option: String
    /// What was typed behind it.
    package let text: String

    package var file: URL { URL(filePath: text) }

    package func whole(in range: ClosedRange<Int64>) throws(CommandLineMistake) -> Int64 {
        guard let number = Int64(text), range.contains(number) else {
            throw refused("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    package func metres() throws(CommandLineMistake) -> Double {
        guard let number = Double(text), number.isFinite, number > 0 else { throw refused("metres above 0") }
        return number
    }

    package func time() throws(CommandLineMistake) -> Timestamp {
        guard let time = Timestamp(iso8601: text) else { throw refused("a time such as 2026-07-06T12:00:00Z") }
        return time
    }

    package func profile() throws(CommandLineMistake) -> PhoneProfile {
        switch text {
        case "ios": return .iOSClassic
        case "ios-clmonitor": return .iOSMonitor
        case "android": return .android
        case "software": return .software
        default: throw refused("ios, android or software, or ios-clmonitor")
        }
    }

    /// An address without a slash at its end.
    package func address() throws(CommandLineMistake) -> String {
        guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme), parts.host != nil
        else { throw refused("an address such as http://127.0.0.1:8080") }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// What is wrong with the value, with what would be right.
    package func refused(_ allowed: String) -> CommandLineMistake {
        CommandLineMistake("\(option) \(text): what is allowed is \(allowed)")
    }
}
