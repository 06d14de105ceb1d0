// question: CLError is a structure with a code, and can be caught
// thought: yes
// sdk: macosx
// target: arm64-apple-macosx14.0
import CoreLocation

func isDenied(_ error: any Error) -> Bool {
    guard let error = error as? CLError else { return false }
    let code: CLError.Code = error.code
    return code == .denied || code == .regionMonitoringDenied || code == .regionMonitoringFailure
}
