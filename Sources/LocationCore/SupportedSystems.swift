// iOS, macOS and Linux. Another system would take some of the branches for iOS and lack what they need, so it ends here, in
// the target that all others depend on.
#if targetEnvironment(macCatalyst) || os(tvOS) || os(watchOS) || os(visionOS)
    #error("this package supports iOS, macOS and Linux, but not Mac Catalyst, tvOS, watchOS or visionOS")
#endif
