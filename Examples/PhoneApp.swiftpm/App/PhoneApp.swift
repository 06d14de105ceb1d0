import SwiftUI

/// A map with the fences of three adapters, and a log of what happened at them.
@main struct PhoneApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate: AppDelegate

    var body: some Scene {
        WindowGroup {
            MainView(model: delegate.model)
        }
    }
}
