/// The module's types, under names that nothing hides.
///
/// The enum has the module's name and comes before it, so that `BackgroundGeolocation.Location` asks the enum. With these it
/// answers, and a file that also imports another SDK with a `Location` can say which one it means.
nonisolated extension BackgroundGeolocation {
    public typealias AccuracyAuthorization = BGeoAdapter.AccuracyAuthorization
    public typealias ActivityType = BGeoAdapter.ActivityType
    public typealias AuthorizationConfig = BGeoAdapter.AuthorizationConfig
    public typealias AuthorizationStatus = BGeoAdapter.AuthorizationStatus
    public typealias BGeoError = BGeoAdapter.BGeoError
    public typealias Battery = BGeoAdapter.Battery
    public typealias Config = BGeoAdapter.Config
    public typealias ConnectivityChangeEvent = BGeoAdapter.ConnectivityChangeEvent
    public typealias Coords = BGeoAdapter.Coords
    public typealias CrashDetectionConfig = BGeoAdapter.CrashDetectionConfig
    public typealias CrashEvent = BGeoAdapter.CrashEvent
    public typealias CurrentPositionOptions = BGeoAdapter.CurrentPositionOptions
    public typealias DesiredAccuracy = BGeoAdapter.DesiredAccuracy
    public typealias DistractionDetectionConfig = BGeoAdapter.DistractionDetectionConfig
    public typealias DistractionEvent = BGeoAdapter.DistractionEvent
    public typealias Geofence = BGeoAdapter.Geofence
    public typealias GeofenceAction = BGeoAdapter.GeofenceAction
    public typealias GeofenceEvent = BGeoAdapter.GeofenceEvent
    public typealias GeofencesChangeEvent = BGeoAdapter.GeofencesChangeEvent
    public typealias HeadingEvent = BGeoAdapter.HeadingEvent
    public typealias HeartbeatEvent = BGeoAdapter.HeartbeatEvent
    public typealias HttpEvent = BGeoAdapter.HttpEvent
    public typealias Location = BGeoAdapter.Location
    public typealias LocationErrorEvent = BGeoAdapter.LocationErrorEvent
    public typealias LogEntry = BGeoAdapter.LogEntry
    public typealias LogLevel = BGeoAdapter.LogLevel
    public typealias MotionActivity = BGeoAdapter.MotionActivity
    public typealias MotionChangeEvent = BGeoAdapter.MotionChangeEvent
    public typealias NotificationConfig = BGeoAdapter.NotificationConfig
    public typealias ProviderChangeEvent = BGeoAdapter.ProviderChangeEvent
    public typealias ProviderState = BGeoAdapter.ProviderState
    public typealias State = BGeoAdapter.State
    public typealias Subscription = BGeoAdapter.Subscription
    public typealias WatchHeadingOptions = BGeoAdapter.WatchHeadingOptions
    public typealias WatchPositionOptions = BGeoAdapter.WatchPositionOptions
}
