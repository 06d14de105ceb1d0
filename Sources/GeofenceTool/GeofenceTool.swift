import APIMigration

/// Commands about fences, for a desk.
@main struct GeofenceTool {
    static func main() {
        print("geofence: styles " + APIStyle.allCases.map(\.rawValue).joined(separator: ", "))
    }
}
