extension DeviceEvent {
    /// The same event with the time at which it came, for one that has to wait and bears no date of its own.
    package func dated(_ now: Timestamp) -> DeviceEvent {
        switch self {
        case .regionCrossed(let crossing) where crossing.at == nil:
            .regionCrossed(
                RegionCrossing(
                    id: crossing.id, direction: crossing.direction, at: now, position: crossing.position))
        case .regionState(let state) where state.at == nil:
            .regionState(RegionState(id: state.id, side: state.side, at: now, isAnswer: state.isAnswer))
        default: self
        }
    }
}
