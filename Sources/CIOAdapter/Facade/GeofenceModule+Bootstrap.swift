#if os(iOS)
    public import UIKit
#endif

extension GeofenceModule {
    #if os(iOS)
        /// Prepares a process that the system started in the background and in which the SDK may never be initialized:
        /// monitoring goes on from what is kept, and rows that wait are sent if the key was allowed to be kept.
        ///
        /// Safe on every launch, and nothing once the SDK is initialized. It never asks for permission.
        @MainActor public static func bootstrapForBackgroundDelivery(
            launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) {
            CIOContext.current.bootstrap()
        }
    #else
        /// Prepares a process that the system started in the background and in which the SDK may never be initialized:
        /// monitoring goes on from what is kept, and rows that wait are sent if the key was allowed to be kept.
        ///
        /// Safe on every launch, and nothing once the SDK is initialized. It never asks for permission.
        @MainActor public static func bootstrapForBackgroundDelivery(launchOptions: [String: Any]?) {
            CIOContext.current.bootstrap()
        }
    #endif
}
