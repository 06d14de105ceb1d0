// question: the names of the notifications of UIApplication are not isolated
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import Foundation
import UIKit

func names() -> [Notification.Name] {
    [
        UIApplication.didEnterBackgroundNotification, UIApplication.didBecomeActiveNotification,
        UIApplication.willTerminateNotification, UIApplication.protectedDataDidBecomeAvailableNotification,
    ]
}
