import SwiftUI
import UIKit

/// The next question about location, or the way to Settings.
struct PermissionRow: View {
    let model: PhoneModel
    @Environment(\.openURL) private var open

    init(model: PhoneModel) { self.model = model }

    var body: some View {
        switch model.permission {
        case .askWhenInUse:
            Button("Allow location while using the app", action: model.askForPermission)
        case .askAlways:
            Button("Report crossings in the background too", action: model.askForPermission)
        case .openSettings(let reason):
            HStack {
                Text(reason)
                Button("Settings", action: openSettings)
            }
        case .nothing:
            EmptyView()
        }
    }

    private func openSettings() {
        guard let address = URL(string: UIApplication.openSettingsURLString) else { return }
        open(address)
    }
}
