import LocationCore

/// Places that are divided among several adapters of one app: what this one would use, and what it got.
extension Core {
    /// Notes how many places the fences and what goes with them would take.
    mutating func noteDemand(_ fences: Int?, _ overhead: Int) {
        guard let fences else { return }
        process.demand = min(fences, policy.places.cap ?? .max) + overhead
    }

    /// Says what would be used, when others want to know and it is not what was said last.
    mutating func tellDemand(_ draft: inout Draft) {
        guard process.capabilities?.sharing != nil else {
            process.toldDemand = nil
            return
        }
        guard let demand = process.demand, demand != process.toldDemand else { return }
        process.toldDemand = demand
        draft.perform(.want(places: demand, notices: Set(durable.scalars.armed.map(\.id))))
    }

    mutating func noteSharing(_ sharing: RegionSharing?, _ draft: inout Draft) {
        guard let sharing, sharing.places != process.capabilities?.sharing?.places else { return }
        draft.say(.sharing, nil, sharing.description)
    }
}
