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
        try read(Data(bytes), options: options)
    }

    private static func read(_ bytes: Data, options: TrackOptions) throws(TrackError) -> Track {
        // A mark of UTF-16, or one half of its first "<".
        if [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0x00], [0x00, 0x3C]].contains(where: { bytes.starts(with: $0) }) {
            return try GPXReader.read(bytes, options: options)
        }
        let text = bytes.starts(with: utf8Mark) ? bytes.dropFirst(utf8Mark.count) : bytes
        guard let first = text.first(where: { !$0.isXMLSpace }) else {
            throw .noUsableFix(reason: "the file is empty")
        }
        return first == UInt8(ascii: "<")
            ? try GPXReader.read(bytes, options: options)
            : try NMEAReader.read(Array(text), options: options)
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
            // A large file stays on the disk; only the pages that are being read are in memory.
            data = try Data(contentsOf: file, options: .mappedIfSafe)
        } catch {
            throw .unreadable(path: file.path, reason: error.localizedDescription)
        }
        return try read(data, options: options)
    }

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
