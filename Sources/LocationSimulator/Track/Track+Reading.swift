public import Foundation

extension Track {
    /// Reads a GPX 1.0 or 1.1 document or an NMEA 0183 log, told apart by their content.
    ///
    /// What begins with `<` is taken for GPX, everything else for NMEA. One bad record costs itself and is found in
    /// ``warnings``. (LNX-060)
    ///
    /// - Throws: ``TrackError`` when there is not one usable fix, with the reason.
    public static func read(
        bytes: some Sequence<UInt8>, options: TrackOptions = TrackOptions()
    ) throws(TrackError) -> Track {
        let bytes = Array(bytes)
        let start = bytes.starts(with: utf8Mark) ? utf8Mark.count : 0
        // UTF-16, with its mark or recognised by the zero beside the first "<".
        if [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0x00], [0x00, 0x3C]].contains(where: { bytes.starts(with: $0) }) {
            throw .unsupportedEncoding("UTF-16")
        }
        let first = bytes[start...].first { !$0.isXMLSpace }
        guard let first else { throw .noUsableFix(reason: "the file is empty") }
        return first == UInt8(ascii: "<")
            ? try GPXReader.read(Array(bytes[start...]), options: options)
            : try NMEAReader.read(Array(bytes[start...]), options: options)
    }

    /// Reads a GPX or NMEA file, told apart by its content.
    ///
    /// - Throws: ``TrackError/unreadable(path:reason:)`` when there is no such file or it may not be read; otherwise
    ///   as ``read(bytes:options:)``.
    public static func read(
        contentsOf file: URL, options: TrackOptions = TrackOptions()
    ) throws(TrackError) -> Track {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw .unreadable(path: file.path, reason: error.localizedDescription)
        }
        return try read(bytes: data, options: options)
    }

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
