// question: CLBackgroundActivitySession exists on macOS 14
// thought: no
// sdk: macosx
// target: arm64-apple-macosx14.0
import CoreLocation

func begin() -> CLBackgroundActivitySession { CLBackgroundActivitySession() }
