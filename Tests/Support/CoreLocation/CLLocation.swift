public import Foundation

/// A position. (A2)
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Sendable holds because everything stored is constant; the stand-in has no subclass.
    private let values: Values

    private struct Values {
        var coordinate: CLLocationCoordinate2D
        var altitude: CLLocationDistance = 0
        var horizontalAccuracy: CLLocationAccuracy = 0
        var verticalAccuracy: CLLocationAccuracy = -1
        var course: CLLocationDirection = -1
        var courseAccuracy: CLLocationDirectionAccuracy = -1
        var speed: CLLocationSpeed = -1
        var speedAccuracy: CLLocationSpeedAccuracy = -1
        var timestamp = Date()
        var source: CLLocationSourceInformation?
    }

    private init(_ values: Values) { self.values = values }

    /// A position of now that says nothing else. (PLAT-110)
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(Values(coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude)))
    }

    /// A position.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        self.init(
            Values(
                coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
                timestamp: timestamp))
    }

    /// A position with its motion.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed,
        timestamp: Date
    ) {
        self.init(
            Values(
                coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
                course: course, speed: speed, timestamp: timestamp))
    }

    /// A position with its motion and how sure that is.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        self.init(
            Values(
                coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
                course: course, courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
                timestamp: timestamp))
    }

    /// The same with its origin.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date, sourceInfo: CLLocationSourceInformation
    ) {
        self.init(
            Values(
                coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
                course: course, courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
                timestamp: timestamp, source: sourceInfo))
    }

    /// Where.
    open var coordinate: CLLocationCoordinate2D { values.coordinate }
    /// Above the sea.
    open var altitude: CLLocationDistance { values.altitude }
    /// Above the ellipsoid; the stand-in knows no difference.
    open var ellipsoidalAltitude: CLLocationDistance { values.altitude }
    /// Negative when the position is invalid.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }
    /// Negative when the altitude is invalid.
    open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }
    /// Negative when invalid.
    open var course: CLLocationDirection { values.course }
    /// Negative when the course is invalid.
    open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }
    /// Negative when invalid.
    open var speed: CLLocationSpeed { values.speed }
    /// Negative when the speed is invalid.
    open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }
    /// When it was measured.
    open var timestamp: Date { values.timestamp }
    /// In a building; the stand-in knows none.
    open var floor: CLFloor? { nil }
    /// Where it came from.
    open var sourceInformation: CLLocationSourceInformation? { values.source }

    /// Metres to another position, on a sphere.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        let (a, b) = (coordinate, location.coordinate)
        let (p, q) = (a.latitude * .pi / 180, b.latitude * .pi / 180)
        let east = (b.longitude - a.longitude) * .pi / 180
        let chord = pow(sin((q - p) / 2), 2) + cos(p) * cos(q) * pow(sin(east / 2), 2)
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }

    /// Itself, since nothing in it changes.
    open func copy(with zone: NSZone?) -> Any { self }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// The stand-in archives nothing.
    open func encode(with coder: NSCoder) { preconditionFailure("the stand-in archives nothing") }

    /// The stand-in archives nothing.
    public required init?(coder: NSCoder) { nil }
}

/// A level of a building.
open class CLFloor: NSObject {
    /// The level.
    open var level: Int { 0 }
}

/// Where a position came from. (A2, PLAT-120)
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
    /// From software.
    public let isSimulatedBySoftware: Bool
    /// From a device that is attached.
    public let isProducedByAccessory: Bool

    /// Says where from.
    public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool) {
        isSimulatedBySoftware = isSoftware
        isProducedByAccessory = isAccessory
    }

    /// Itself, since nothing in it changes.
    open func copy(with zone: NSZone?) -> Any { self }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// The stand-in archives nothing.
    open func encode(with coder: NSCoder) { preconditionFailure("the stand-in archives nothing") }

    /// The stand-in archives nothing.
    public required init?(coder: NSCoder) { nil }
}

#if os(Linux)
    // The real one is not Sendable. Here it is: both values are constant, and the stand-in has no subclass.
    extension CLLocationSourceInformation: @unchecked Sendable {}
#endif
