public import LocationCore

/// Reads shapes from GeoJSON. (RFC 7946)
///
/// Longitude comes first; edges are straight in degrees, each the shorter way round; a ring that runs around the Earth
/// encloses the nearer pole. Polygons and multipolygons are read, alone, as a feature or in a collection of features.
/// ``FenceShape/json`` writes them.
public enum GeoJSON {
    /// What a reader accepts.
    public struct Options: Hashable, Sendable {
        /// How long a text may be; a longer one is refused before it is looked at.
        public var maximumBytes: Int
        /// How many positions one geometry may have.
        public var maximumPositions: Int
        /// Whether rings may touch themselves or one another in single points.
        public var touching: TouchingRule
        /// What becomes of ways out and back along themselves, and of holes and members without area.
        public var leftovers: LeftoverRule

        /// Creates options; 16 MiB, 100,000 positions and touching rings are allowed unless said otherwise.
        public init(
            maximumBytes: Int = 16_777_216, maximumPositions: Int = 100_000, touching: TouchingRule = .allowed,
            leftovers: LeftoverRule = .dropped
        ) {
            self.maximumBytes = maximumBytes
            self.maximumPositions = maximumPositions
            self.touching = touching
            self.leftovers = leftovers
        }
    }

    /// A shape and what came with it.
    public struct Feature: Hashable, Sendable {
        /// The place in the collection, counted from 0; 0 for a lone feature or geometry.
        public let index: Int
        /// The feature's `id`, text or number, if it has one.
        public let id: JSONValue?
        /// The feature's `properties`; empty if there are none.
        public let properties: JSONObject
        /// Its geometry.
        public let shape: FenceShape
        /// How many longitudes lay beyond ±180 and were taken a turn back; such maps count 0…360.
        public let wrappedLongitudes: Int
        /// What was left out of it because it changes no answer to inside or outside. (AMD-12)
        public let remarks: [ShapeRemark]
    }

    /// A feature that could not be read.
    public struct Fault: Hashable, Sendable {
        /// The place in the collection, counted from 0.
        public let index: Int
        /// What is wrong with it.
        public let error: GeoJSONError
    }

    /// What a text holds.
    public struct Reading: Hashable, Sendable {
        /// The sound features, in order.
        public let features: [Feature]
        /// The others, in order.
        public let faults: [Fault]
    }

    /// Reads a text.
    ///
    /// A bad feature of a collection costs itself and is listed; a lone bad feature or geometry is an error.
    ///
    /// - Throws: ``GeoJSONError`` for a text that is too long, is no JSON or is no GeoJSON object with areas.
    public static func read(
        _ bytes: some Collection<UInt8>, options: Options = Options()
    ) throws(GeoJSONError) -> Reading {
        guard bytes.count <= options.maximumBytes else {
            throw GeoJSONError(path: "", reason: .tooLong(bytes: bytes.count, allowed: options.maximumBytes))
        }
        let value: JSONValue
        do {
            value = try JSONValue(json: bytes)
        } catch {
            throw GeoJSONError(path: "", reason: .json(error))
        }
        return try read(value, options: options)
    }

    /// Reads a value that was parsed already.
    ///
    /// - Throws: ``GeoJSONError``, as for a text.
    public static func read(_ value: JSONValue, options: Options = Options()) throws(GeoJSONError) -> Reading {
        let reader = GeoJSONReader(options: options)
        guard try reader.type(of: value, at: "") == "FeatureCollection" else {
            return Reading(features: [try reader.feature(value, index: 0, at: "")], faults: [])
        }
        guard let elements = value["features"]?.arrayValue else {
            throw GeoJSONError(path: "features", reason: .notAList)
        }
        var features: [Feature] = []
        var faults: [Fault] = []
        for (index, element) in elements.enumerated() {
            do throws(GeoJSONError) {
                features.append(try reader.feature(element, index: index, at: "features[\(index)]"))
            } catch {
                faults.append(Fault(index: index, error: error))
            }
        }
        return Reading(features: features, faults: faults)
    }
}
