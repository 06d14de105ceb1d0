import LocationCore
import LocationSimulator

/// A GPX 1.1 document with the given inside of its root.
func gpx(_ inside: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    \(inside)
    </gpx>
    """
}

/// A GPX document with one track of one segment that holds the given points.
func gpxTrack(_ points: String...) -> String {
    gpx("<trk><trkseg>\n" + points.joined(separator: "\n") + "\n</trkseg></trk>")
}

/// A `trkpt` at latitude 52, a longitude of 21 and some, some seconds after noon, with more children if wanted.
func trkpt(_ second: Int, _ more: String = "") -> String {
    let time = Timestamp(milliseconds: noon.milliseconds + Int64(second) * 1000)
    return "<trkpt lat=\"52\" lon=\"\(21 + Double(second) / 1000)\"><time>\(time)</time>\(more)</trkpt>"
}

/// A sentence with its checksum, which is the exclusive-or of what stands between `$` and `*`.
func sentence(_ body: String) -> String {
    let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
}

/// An RMC sentence of 15 June 2025 at 52° 13.782′ N, 21° 0.732′ E.
func rmc(
    _ time: String, status: String = "A", latitude: String = "5213.7820,N", longitude: String = "02100.7320,E",
    speed: String = "7.78", course: String = "090.0", date: String = "150625", mode: String = "A"
) -> String {
    sentence("GPRMC,\(time),\(status),\(latitude),\(longitude),\(speed),\(course),\(date),,,\(mode)")
}

/// A GGA sentence at the same place.
func gga(
    _ time: String, latitude: String = "5213.7820,N", longitude: String = "02100.7320,E", quality: String = "1",
    hdop: String = "0.9"
) -> String {
    sentence("GPGGA,\(time),\(latitude),\(longitude),\(quality),08,\(hdop),110.0,M,36.0,M,,")
}

func read(_ text: String, options: TrackOptions = TrackOptions()) throws(TrackError) -> Track {
    try Track.read(bytes: text.utf8, options: options)
}

/// 2025-06-15T12:00:00Z.
let noon = Timestamp(milliseconds: 1_749_988_800_000)

extension Track {
    /// Seconds of the points after noon.
    var seconds: [Double] { points.map { Double($0.timestamp.milliseconds(since: noon)) / 1000 } }

    /// The times of day of the points.
    var clockTimes: [String] { points.map { String($0.timestamp.iso8601.dropFirst(11).dropLast()) } }

    var warningKinds: [TrackWarning.Kind] { warnings.map(\.kind) }
}
