package import LocationCore

/// Everything that differs between one place to run and another.
package struct BeekonInstallation: Sendable {
    /// What kind of system this is.
    package var platform: Platform
    /// The level of an Android system; `nil` on others.
    package var androidAPI: Int?
    /// The licence key of the app's property list; one of the configuration beats it.
    package var licenseKey: String?
    /// Who can verify a licence key; `nil`: nobody.
    package var verifyLicense: (@Sendable (String) -> LicenseStatus)?
    /// The time, for the log.
    package var now: @Sendable () -> Timestamp
    /// Opens the store and attaches the engine to its device. The listener is held weakly.
    package var open: @Sendable (any BeekonEngineListener) async throws(BeekonError) -> any BeekonEngine

    package init(
        platform: Platform, androidAPI: Int? = nil, licenseKey: String? = nil,
        verifyLicense: (@Sendable (String) -> LicenseStatus)? = nil, now: @escaping @Sendable () -> Timestamp,
        open: @escaping @Sendable (any BeekonEngineListener) async throws(BeekonError) -> any BeekonEngine
    ) {
        self.platform = platform
        self.androidAPI = androidAPI
        self.licenseKey = licenseKey
        self.verifyLicense = verifyLicense
        self.now = now
        self.open = open
    }
}
