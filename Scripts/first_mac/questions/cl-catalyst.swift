// question: CLMonitor is there for Mac Catalyst 17
// thought: yes
// sdk: macosx
// target: arm64-apple-ios17.0-macabi
import CoreLocation

func open() async -> CLMonitor { await CLMonitor("probe") }
