import LocationCore

/// What the person has allowed, and what they will say when asked.
struct Permissions {
    var location: Authorization
    var notifications = NotificationPermission.notDetermined
    var prompts = 0
    var answer = PromptAnswer.allow
    var notificationAnswer = true
    /// Whether Always was granted only until the first event needs it. (PLAT-093)
    var isAlwaysProvisional = false
    /// Whether the permission lasts only while the app is in use. (PLAT-094)
    var isAllowedOnce = false
    /// Whether the one question for Always that when-in-use leaves has been put. (PLAT-095)
    var askedForAlways = false
}

/// What the person says to a prompt about location.
public enum PromptAnswer: Hashable, Sendable {
    /// Yes, for all that was asked. Always is provisional when nothing was decided before. (PLAT-093)
    case allow
    /// Yes, this time. (PLAT-094)
    case allowOnce
    /// While using the app, even if more was asked for.
    case allowWhenInUse
    /// No.
    case deny
}
