import Foundation
import LocationCore
import LocationSimulator
import Testing

/// A phone with one adapter on it and fences along a road to the north, moved by hand.
@MainActor final class FieldBench {
    let phone: SimulatedPhone
    private(set) var subject: any CaseSubject
    private let api: Scenario.API
    private var folders: [URL] = []
    private var launchFailure: (any Error)?
    /// What apps told that are deleted by now.
    private var gone: Set<ToldTransition> = []

    init(
        _ api: Scenario.API, _ profile: PhoneProfile, at meters: Double = 0,
        _ change: (inout PhoneKnobs) -> Void = { _ in }
    ) {
        var knobs = PhoneKnobs.quick
        knobs.suspendsInBackground = false
        change(&knobs)
        self.api = api
        phone = SimulatedPhone(profile: profile, knobs: knobs, at: Self.north(meters))
        subject = Self.subject(api, phone, &folders)
        phone.onLaunch { [weak self] process, _ in await self?.launched(process) }
    }

    deinit { for folder in folders { try? FileManager.default.removeItem(at: folder) } }

    static func north(_ meters: Double) -> Coordinate {
        Geodesic.destination(from: Coordinate(checkedLatitude: 47, longitude: 8), bearing: 0, distance: meters)
    }

    static func fence(_ id: String, _ meters: Double, radius: Double = 200) -> CaseFence {
        let center = north(meters)
        return CaseFence(id: id, latitude: center.latitude, longitude: center.longitude, radius: radius)
    }

    private static func subject(
        _ api: Scenario.API, _ phone: SimulatedPhone, _ folders: inout [URL]
    ) -> any CaseSubject {
        let folder = FileManager.default.temporaryDirectory.appending(path: "field-\(UUID().uuidString)")
        folders.append(folder)
        switch api {
        case .engine: return EngineSubject(phone: phone, folder: folder)
        case .bgeo: return BGeoSubject(phone: phone, folder: folder)
        case .cio: return CIOSubject(phone: phone, folder: folder)
        case .beekon: return BeekonSubject(phone: phone, folder: folder)
        }
    }

    private func launched(_ process: AppProcess) async {
        do {
            try await subject.launch(on: process)
            try await subject.listen()
        } catch {
            launchFailure = error
        }
    }

    /// The app is opened for the first time and adds fences.
    func started(with fences: [CaseFence]) async throws {
        await phone.launchApp()
        if let launchFailure { throw launchFailure }
        try await subject.prepare([:], starts: true)
        try await subject.add(fences)
        await wait(60)
    }

    /// The app is deleted with all it has stored. What the system believed about names stays.
    func reinstalled() async {
        gone.formUnion(subject.told)
        await phone.uninstallApp()
        subject = Self.subject(api, phone, &folders)
    }

    func go(_ meters: Double, then seconds: Int64 = 60) async {
        await phone.move(to: Self.north(meters))
        await wait(seconds)
    }

    func wait(_ seconds: Int64) async {
        await phone.advance(by: seconds * 1000)
        await phone.settle()
    }

    /// `ENTER home`, of the app that is installed now, in the order in which it happened.
    var told: [String] {
        subject.told.filter { !gone.contains($0) }.sorted { $0.at < $1.at }.map { "\($0.kind) \($0.fence)" }
    }
}
