#if os(iOS) || os(macOS) || APPLE_STANDIN
    import LocationCore

    /// The location service of an Apple system.
    public enum AppleDevice {}
#endif
