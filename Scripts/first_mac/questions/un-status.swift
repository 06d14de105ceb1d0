// question: UNAuthorizationStatus has the five cases that are used
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import UserNotifications

func word(_ status: UNAuthorizationStatus) -> String {
    switch status {
    case .notDetermined: "not determined"
    case .denied: "denied"
    case .authorized: "authorized"
    case .provisional: "provisional"
    case .ephemeral: "ephemeral"
    @unknown default: "newer"
    }
}
