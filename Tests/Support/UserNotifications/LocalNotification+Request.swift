import CoreLocation
import Foundation
import LocationCore

extension LocalNotification {
    init(_ request: UNNotificationRequest) {
        let words = request.content.words
        var info: [String: JSONValue] = [:]
        for (key, value) in words.userInfo {
            if let key = key as? String { info[key] = try? JSONValue(any: value) }
        }
        let region = (request.trigger as? UNLocationNotificationTrigger)?.region as? CLCircularRegion
        let trigger = region.flatMap { region -> NotificationTrigger? in
            guard
                let center = try? Coordinate(
                    latitude: region.center.latitude, longitude: region.center.longitude),
                let circle = try? Circle(center: center, radius: region.radius)
            else { return nil }
            return NotificationTrigger(circle: circle, direction: region.notifyOnEntry ? .enter : .exit)
        }
        self.init(
            id: request.identifier, title: words.title, body: words.body,
            isProminent: words.sound != nil && words.level != .passive, userInfo: info, trigger: trigger)
    }
}
