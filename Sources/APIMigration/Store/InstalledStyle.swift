import BGeoAdapter
import BeekonAdapter
import CIOAdapter
public import Foundation
public import GeofenceEngine

/// An adapter's store on a device.
public struct InstalledStyle: Sendable {
    /// Whose adapter keeps it.
    public let style: APIStyle
    /// Where it is kept.
    public let store: StoreLocation

    /// Names a store anywhere.
    public init(_ style: APIStyle, store: StoreLocation) {
        self.style = style
        self.store = store
    }

    /// The store of an adapter that was connected with this folder.
    public init(_ style: APIStyle, folder: URL, survivesPowerLoss: Bool = true) {
        let path =
            switch style {
            case .bgeo: BackgroundGeolocation.databaseName
            case .beekon: Beekon.databasePath
            case .customerio: CustomerIO.databaseName
            }
        self.init(
            style, store: StoreLocation(path: folder.appending(path: path).path, survivesPowerLoss: survivesPowerLoss))
    }

    /// The store that the adapter keeps where nobody chose a place: below the app's support folder.
    ///
    /// - Parameter support: The app's support folder.
    public init(_ style: APIStyle, support: URL) {
        let folder =
            switch style {
            case .bgeo: support.appending(path: "bgeo")
            case .beekon: support
            case .customerio: support.appending(path: "geofencing/customerio")
            }
        self.init(style, folder: folder)
    }
}
