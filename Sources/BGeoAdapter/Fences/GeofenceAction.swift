/// What happened at a fence.
public enum GeofenceAction: String, Hashable, Sendable, CaseIterable {
    /// The device came in, or was found inside when the fence was registered.
    case enter = "ENTER"
    /// The device went out.
    case exit = "EXIT"
    /// The device has stayed inside for the fence's loitering delay.
    case dwell = "DWELL"
}
