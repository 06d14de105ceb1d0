public import Foundation

/// Events and what becomes of them.
extension CustomerIO {
    /// Attributes of the person, as far as this process was told them; setting some tells them and keeps the others.
    public var profileAttributes: [String: Any] {
        get { CIOContext.current.profileAttributes }
        set { CIOContext.current.setProfileAttributes(newValue) }
    }

    /// Whether calls that tell something are carried out; `true` at each start. Crossings of fences are told in any case.
    public var enabled: Bool {
        get { CIOContext.current.isEnabled }
        set { CIOContext.current.isEnabled = newValue }
    }

    /// The files in which events of the app wait; `nil` while none do. Here that is the database.
    public var pendingUploads: [URL]? { CIOContext.current.runtime.pendingUploads }

    /// Tells attributes of whoever uses the app, identified or not.
    public func identify(traits: [String: Any]) { CIOContext.current.setProfileAttributes(traits) }

    /// The same with attributes of a type of the app.
    public func identify<RequestBody: Codable>(traits: RequestBody) {
        let context = CIOContext.current
        if let traits = context.dictionary(traits, of: "identify") { context.setProfileAttributes(traits) }
    }

    /// Tells that the person, or the anonymous one, has another id in the workspace. Who is identified stays the same.
    public func alias(newId: String) { CIOContext.current.alias(newId: newId) }

    /// Tells that a screen was shown, with properties of a type of the app.
    public func screen<RequestBody: Codable>(title: String, properties: RequestBody?) {
        screen(title: title, category: nil, properties: properties)
    }

    /// Tells that a screen of a category was shown.
    public func screen(title: String, category: String?, properties: [String: Any]? = nil) {
        CIOContext.current.screen(title: title, category: category, properties: properties)
    }

    /// The same with properties of a type of the app.
    public func screen<RequestBody: Codable>(title: String, category: String?, properties: RequestBody?) {
        let context = CIOContext.current
        context.screen(
            title: title, category: category,
            properties: properties.flatMap { context.dictionary($0, of: "screen") })
    }

    /// Drops the events of the app that wait to be sent. Crossings that wait stay.
    public func purgeStorage() { CIOContext.current.runtime.purgeStorage() }

    /// Returns at once: calls are kept in their order from the first on, so there is nothing to wait for.
    public func waitUntilStarted() {}
}
