import LocationCore

/// Something that ends the work, told in one line.
struct Complaint: Error {
    let code: ExitCode
    let text: String
    /// Whether a program reads along.
    var isForPrograms = false

    init(_ code: ExitCode, _ text: String) {
        self.code = code
        self.text = text
    }

    /// Tells it on the error stream. When that is closed too, the exit code is all there is.
    func tell() {
        let line: String
        if isForPrograms {
            let json: JSONValue = ["error": .string(text), "exitCode": .integer(Int64(code.rawValue))]
            line = json.text
        } else {
            line = "geofence: \(text)"
        }
        try? StandardStream.error.write(line + "\n")
    }
}
