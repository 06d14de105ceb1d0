import Foundation
import UIKit

/// What the system posts about power. In a file of its own: where UIKit and Testing are imported together, Testing asks for
/// a module of theirs that only Apple systems have.
enum PowerWords {
    static let all: [Notification.Name] = [
        UIDevice.batteryLevelDidChangeNotification, UIDevice.batteryStateDidChangeNotification,
        .NSProcessInfoPowerStateDidChange,
    ]
}
