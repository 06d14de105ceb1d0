// question: CLLocationCoordinate2D is Equatable
// thought: no
// sdk: macosx
// target: arm64-apple-macosx14.0
import CoreLocation

func same<Value: Equatable>(_ first: Value, _ second: Value) -> Bool { first == second }
func isSame(_ place: CLLocationCoordinate2D) -> Bool { same(place, place) }
