// question: beginBackgroundTask and endBackgroundTask may be called off the main actor
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import UIKit

@MainActor func application() -> UIApplication { .shared }

func hold(_ application: UIApplication) {
    application.endBackgroundTask(application.beginBackgroundTask(withName: "probe", expirationHandler: nil))
}
