// question: isProtectedDataAvailable may be read off the main actor
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import UIKit

func isAvailable(_ application: UIApplication) -> Bool { application.isProtectedDataAvailable }
