package import GeofenceEngine
import LocationCore

extension SliceItem {
    /// The fence as the engine knows it.
    ///
    /// - Throws: ``SliceFault`` for rings that are no area.
    package func fence() throws(SliceFault) -> Fence {
        Fence(id: id, shape: try geometry.shape(), notifyOnEntry, notifyOnExit, notification)
    }
}

extension SliceAnswer.Slice {
    /// The fences as the engine knows them, and what was left out on the way.
    package var fences: (fences: [Fence], faults: [SliceFault]) {
        var fences: [Fence] = []
        var faults = faults
        for item in items {
            do throws(SliceFault) {
                fences.append(try item.fence())
            } catch {
                faults.append(SliceFault("\(item.id): \(error)"))
            }
        }
        return (fences, faults)
    }
}

extension SliceGeometry {
    /// The least area that is watched, in square metres. (BKN 8, rule 4)
    static let leastArea = 1.0

    /// The area itself. Rings may touch but not cross, holes lie in their outer ring.
    package func shape() throws(SliceFault) -> FenceShape {
        let shape: FenceShape
        switch self {
        case .circle(let circle): return .circle(circle)
        case .polygons(let members): shape = try Self.shape(of: members)
        }
        guard shape.area >= Self.leastArea else {
            throw SliceFault("geometry: an area of \(shape.area) m²; at least \(Self.leastArea) m² are watched")
        }
        return shape
    }

    private static func shape(of members: [[[Coordinate]]]) throws(SliceFault) -> FenceShape {
        var polygons: [Polygon] = []
        do throws(ShapeError) {
            for (index, rings) in members.enumerated() {
                do throws(ShapeError) {
                    polygons.append(try Polygon(shell: rings.first ?? [], holes: Array(rings.dropFirst())))
                } catch {
                    throw error.inMember(index)
                }
            }
            return polygons.count == 1 ? .polygon(polygons[0]) : .multiPolygon(try MultiPolygon(polygons))
        } catch {
            throw SliceFault("geometry: \(error)")
        }
    }
}
