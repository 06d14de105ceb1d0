#if os(iOS) || os(macOS) || APPLE_STANDIN
    public import LocationCore

    extension AppleDevice {
        /// The device of this process, shared by all adapters in it.
        ///
        /// `shared.device(for: .bgeo)`, `.beekon` or `.cio` is what that adapter runs on where nothing else
        /// was connected, so that two in one app divide the system's places and get each what concerns it. Reach for it
        /// while the app launches, whatever the launch is for. (PLAT-042, PLAT-070)
        public static let shared = SharedDevice(
            device(AppleOptions(name: "geofencing", allowsBackgroundUpdates: true)))
    }
#endif
