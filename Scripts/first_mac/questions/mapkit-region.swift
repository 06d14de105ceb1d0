// question: MKCoordinateRegion has the initializer in meters
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import CoreLocation
import MapKit

func around(_ place: CLLocationCoordinate2D) -> MKCoordinateRegion {
    MKCoordinateRegion(center: place, latitudinalMeters: 500, longitudinalMeters: 500)
}
