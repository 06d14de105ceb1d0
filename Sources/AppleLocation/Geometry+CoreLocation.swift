#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import LocationCore

    extension CLCircularRegion {
        convenience init(_ circle: Circle, id: String) {
            self.init(center: CLLocationCoordinate2D(circle.center), radius: circle.radius, identifier: id)
        }
    }

    extension CLLocationCoordinate2D {
        init(_ coordinate: Coordinate) { self.init(latitude: coordinate.latitude, longitude: coordinate.longitude) }
    }

    extension Circle {
        /// `nil` for what is no circle of ours: another SDK's region may be anything.
        init?(_ center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            guard let center = try? Coordinate(latitude: center.latitude, longitude: center.longitude),
                let circle = try? Circle(center: center, radius: radius)
            else { return nil }
            self = circle
        }

        init?(_ region: CLRegion) {
            guard let region = region as? CLCircularRegion else { return nil }
            self.init(region.center, radius: region.radius)
        }
    }

    extension HeldRegion {
        init(_ region: CLRegion) { self.init(id: region.identifier, circle: Circle(region)) }
    }

    extension Fix {
        /// `nil` for a position that the system itself calls invalid. (PLAT-110)
        init?(_ location: CLLocation, _ source: FixSource) {
            guard
                let coordinate = try? Coordinate(
                    latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
            else { return nil }
            self.init(
                coordinate: coordinate, measuredAccuracy: location.horizontalAccuracy,
                timestamp: Timestamp(location.timestamp), measuredAltitude: location.altitude,
                measuredVerticalAccuracy: location.verticalAccuracy, measuredSpeed: location.speed,
                measuredSpeedAccuracy: location.speedAccuracy, measuredCourse: location.course,
                measuredCourseAccuracy: location.courseAccuracy, ellipsoidalAltitude: location.ellipsoidalAltitude,
                source: source, isSimulated: location.sourceInformation?.isSimulatedBySoftware ?? false)
        }
    }
#endif
