/// Something that reads bytes from outside and must survive all of them.
struct FuzzTarget: Sendable {
    /// The word by which `GEOFENCING_FUZZ` chooses it; the name of its folder of corpus files as well.
    let name: String
    /// Reads the bytes, and traps where what comes of them breaks a promise.
    let run: @Sendable ([UInt8]) -> Void

    /// All of them, in the order of their names.
    static let all: [FuzzTarget] = [
        bgeoAnswers, bgeoCalls, bgeoValues, beekonAnswers, beekonCalls, cioAnswers, cioCalls, geoJSON, json, migration,
        rows, snapshot, tracks,
    ].sorted { $0.name < $1.name }
}

/// A promise that was broken. The fuzzer keeps the bytes that led here.
func promise(_ holds: Bool, _ text: @autoclosure () -> String) {
    precondition(holds, text())
}
