public import Foundation
import LocationCore

/// What a manager can watch; of no use itself. (A6)
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
    /// The only thing that identifies it. (PLAT-008)
    open var identifier: String { name }
    /// Whether coming in is told.
    open var notifyOnEntry = true
    /// Whether going out is told.
    open var notifyOnExit = true
    private let name: String

    /// Names a region.
    package init(name: String) { self.name = name }

    /// Another object with the same data.
    open func copy(with zone: NSZone?) -> Any {
        let copy = CLRegion(name: name)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// The stand-in archives nothing.
    open func encode(with coder: NSCoder) { preconditionFailure("the stand-in archives nothing") }

    /// The stand-in archives nothing.
    public required init?(coder: NSCoder) { nil }
}

/// A circle. (A6)
open class CLCircularRegion: CLRegion {
    /// The middle.
    open var center: CLLocationCoordinate2D { middle }
    /// Metres.
    open var radius: CLLocationDistance { metres }
    private let middle: CLLocationCoordinate2D
    private let metres: CLLocationDistance

    /// A circle under a name; nothing is checked. (PLAT-015)
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        middle = center
        metres = radius
        super.init(name: identifier)
    }

    /// Whether a place lies in it.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        CLLocation(latitude: middle.latitude, longitude: middle.longitude)
            .distance(from: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)) <= metres
    }

    /// Another object with the same data.
    open override func copy(with zone: NSZone?) -> Any {
        let copy = CLCircularRegion(center: middle, radius: metres, identifier: identifier)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// The stand-in archives nothing.
    public required init?(coder: NSCoder) { nil }
}

extension CLCircularRegion {
    /// A fresh object for what the phone holds.
    convenience init(_ id: String, _ circle: Circle?, _ edges: RegionEdges = [.enter, .exit]) {
        self.init(
            center: CLLocationCoordinate2D(
                latitude: circle?.center.latitude ?? 0, longitude: circle?.center.longitude ?? 0),
            radius: circle?.radius ?? 0, identifier: id)
        notifyOnEntry = edges.contains(.enter)
        notifyOnExit = edges.contains(.exit)
    }

    /// What the phone can take; `nil` for no circle at all. (PLAT-015)
    var circle: Circle? {
        guard let coordinate = try? Coordinate(latitude: center.latitude, longitude: center.longitude) else {
            return nil
        }
        return try? Circle(center: coordinate, radius: radius)
    }
}

/// A stay that the system noticed; made by the system only. (A6, PLAT-117)
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
    /// The distant past when it was missed.
    public let arrivalDate: Date
    /// The distant future while it lasts.
    public let departureDate: Date
    /// Where.
    public let coordinate: CLLocationCoordinate2D
    /// Metres.
    public let horizontalAccuracy: CLLocationAccuracy

    package init(arrival: Date, departure: Date, at coordinate: CLLocationCoordinate2D, accuracy: CLLocationAccuracy) {
        arrivalDate = arrival
        departureDate = departure
        self.coordinate = coordinate
        horizontalAccuracy = accuracy
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
