// question: contents, requests and triggers of notifications have the names that are used
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import CoreLocation
import UserNotifications

func request(_ region: CLRegion) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = "title"
    content.body = "body"
    content.sound = .default
    content.userInfo = ["key": "value"]
    content.interruptionLevel = .passive
    return UNNotificationRequest(
        identifier: "probe", content: content, trigger: UNLocationNotificationTrigger(region: region, repeats: true))
}
