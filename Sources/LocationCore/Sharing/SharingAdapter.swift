/// The adapters that can share one device.
public enum SharingAdapter: String, Hashable, Sendable, CaseIterable {
    /// BGeo's.
    case bgeo
    /// Beekon's.
    case beekon
    /// Customer.io's.
    case cio
}
