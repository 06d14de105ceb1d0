import BGeoAdapter
import CommandLineWords
import Foundation
import LocationCore
import LocationSimulator

extension Options {
    func readFences(along track: Track) throws -> [Geofence] {
        let radius = radius ?? 0
        switch fences {
        case .file(let file): return try FenceFile.read(file)
        case .cities(let file): return try CityFile.read(file, radius: radius)
        case .alongTrack(let count):
            return track.fenceCenters(count: count).enumerated().map { index, center in
                Geofence(
                    identifier: "track-" + String(format: "%03d", index), radius: radius, latitude: center.latitude,
                    longitude: center.longitude, notifyOnEntry: true, notifyOnExit: true)
            }
        case nil: return []
        }
    }
}

/// Fences in the vendor's own shape.
enum FenceFile {
    static func read(_ file: URL) throws -> [Geofence] {
        let name = file.lastPathComponent
        let json: JSONValue
        do {
            json = try JSONValue(json: try Data(contentsOf: file))
        } catch {
            throw CommandLineMistake("\(name) cannot be read: \(reason(error))")
        }
        guard let entries = json.arrayValue else { throw CommandLineMistake("\(name) is no list of fences") }
        return try entries.enumerated().map { index, entry in
            let label = entry["identifier"]?.stringValue.map { " (\($0))" } ?? ""
            let place = "\(name), entry \(index + 1)\(label)"
            guard let members = entry.anyValue as? [String: Any], let fence = Geofence(dictionary: members) else {
                throw CommandLineMistake(
                    "\(place): a fence has an identifier (text), radius, latitude and longitude (numbers)")
            }
            if let refusal = fence.refusal { throw CommandLineMistake("\(place): \(refusal)") }
            return fence
        }
    }
}

/// Places of the world, one a row.
enum CityFile {
    static func read(_ file: URL, radius: Double) throws -> [Geofence] {
        let name = file.lastPathComponent
        let text: String
        do {
            text = try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw CommandLineMistake("\(name) cannot be read: \(reason(error))")
        }
        var rows = text.split(whereSeparator: \.isNewline)[...]
        let titles = rows.popFirst().map { fields(of: $0) } ?? []
        guard let id = titles.firstIndex(of: "geonameid"), let north = titles.firstIndex(of: "latitude"),
            let east = titles.firstIndex(of: "longitude")
        else { throw CommandLineMistake("\(name): the first row has no columns geonameid, latitude and longitude") }
        return try rows.enumerated().map { index, row in
            let values = fields(of: row)
            guard values.count == titles.count, let latitude = Double(values[north]),
                let longitude = Double(values[east])
            else {
                throw CommandLineMistake(
                    "\(name), line \(index + 2): \(titles.count) columns with numbers for the place")
            }
            let fence = Geofence(
                identifier: values[id], radius: radius, latitude: latitude, longitude: longitude, notifyOnEntry: true,
                notifyOnExit: true)
            if let refusal = fence.refusal { throw CommandLineMistake("\(name), line \(index + 2): \(refusal)") }
            return fence
        }
    }

    /// Values between commas; one in quotation marks may hold commas, and quotation marks twice.
    private static func fields(of row: Substring) -> [String] {
        var fields: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in row.utf8 {
            switch byte {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                // The second of two, which stand for one.
                if isQuoted, !fields[fields.count - 1].isEmpty { fields[fields.count - 1].append(byte) }
            case UInt8(ascii: ",") where !isQuoted: fields.append([])
            default: fields[fields.count - 1].append(byte)
            }
        }
        return fields.map { String(decoding: $0, as: UTF8.self) }
    }
}

private func reason(_ error: any Error) -> String {
    (error as? JSONError).map { "\($0)" } ?? error.localizedDescription
}
