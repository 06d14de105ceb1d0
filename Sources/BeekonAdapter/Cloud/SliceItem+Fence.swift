package import GeofenceEngine
import LocationCore

extension SliceItem {
    /// The fence as the engine knows it.
    ///
    /// - Throws: ``SliceFault`` for rings that are no area.
    package func fence() throws(SliceFault) -> Fence { try fenceAndRemarks().fence }

    /// The fence, and what was left out of its shape because it changes no answer. (AMD-12)
    package func fenceAndRemarks() throws(SliceFault) -> (fence: Fence, remarks: [ShapeRemark]) {
        var remarks: [ShapeRemark] = []
        let shape = try geometry.shape(&remarks)
        return (Fence(id: id, shape: shape, notifyOnEntry, notifyOnExit, notification), remarks)
    }
}

extension SliceAnswer.Slice {
    /// The fences as the engine knows them, and what was left out on the way: whole fences, or parts of one that change
    /// no answer to inside or outside.
    package var fences: (fences: [Fence], faults: [SliceFault], leftOut: LeftOutFences) {
        var fences: [Fence] = []
        var faults = faults
        var leftOut = leftOut
        for item in items {
            do throws(SliceFault) {
                let (fence, remarks) = try item.fenceAndRemarks()
                fences.append(fence)
                faults += remarks.map { SliceFault("\(item.id): geometry: \($0); the rest is watched") }
            } catch {
                faults.append(SliceFault("\(item.id): \(error)"))
                leftOut.add(item.id, error.description)
            }
        }
        return (fences, faults, leftOut)
    }
}

extension SliceGeometry {
    /// The least area that is watched, in square metres. (BKN 8, rule 4)
    static let leastArea = 1.0

    /// The area itself. Rings may touch but not cross, holes lie in their outer ring.
    package func shape() throws(SliceFault) -> FenceShape {
        var remarks: [ShapeRemark] = []
        return try shape(&remarks)
    }

    func shape(_ remarks: inout [ShapeRemark]) throws(SliceFault) -> FenceShape {
        let shape: FenceShape
        switch self {
        case .circle(let circle): return .circle(circle)
        case .polygons(let members): shape = try Self.shape(of: members, &remarks)
        }
        guard shape.area >= Self.leastArea else {
            throw SliceFault("geometry: an area of \(shape.area) m²; at least \(Self.leastArea) m² are watched")
        }
        return shape
    }

    private static func shape(
        of members: [[[Coordinate]]], _ remarks: inout [ShapeRemark]
    ) throws(SliceFault) -> FenceShape {
        var flat: ShapeError?
        var polygons: [Polygon] = []
        do throws(ShapeError) {
            for (index, rings) in members.enumerated() {
                do throws(ShapeError) {
                    var own: [ShapeRemark] = []
                    polygons.append(
                        try Polygon(shell: rings.first ?? [], holes: Array(rings.dropFirst()), remarks: &own))
                    remarks += own.map { $0.inMember(index) }
                } catch {
                    guard members.count > 1, error.ring == 0, error.fault.isFlat else { throw error.inMember(index) }
                    remarks.append(ShapeRemark(kind: .flatMember, member: index, ring: 0, vertex: error.vertex))
                    flat = flat ?? error.inMember(index)
                }
            }
            if polygons.isEmpty, let flat { throw flat }
            return polygons.count == 1 ? .polygon(polygons[0]) : .multiPolygon(try MultiPolygon(polygons))
        } catch {
            throw SliceFault("geometry: \(error)")
        }
    }
}
