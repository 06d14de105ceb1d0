import Foundation
import LocationCore
import Observation

/// What the views show, and what their buttons do. It knows no view; the adapters own the fences.
@MainActor @Observable final class PhoneModel {
    /// Whose fences are on the map, and whose form a press opens.
    var vendor = Vendor.bgeo
    /// Whether circles are drawn at all; it changes nothing that is monitored.
    var showsFences = true
    /// The form that is open.
    var draft: FenceDraft?
    /// What went wrong last, to be shown until it is read.
    var problem: String?
    private(set) var permission = PermissionStep.nothing
    private var fences: [Vendor: [ShownFence]] = [:]
    private var log: TransitionLog

    private let services: [Vendor: any FenceService]
    private let authorization: any AuthorizationPort

    init(services: [any FenceService], authorization: any AuthorizationPort, logFile: URL) {
        self.services = Dictionary(services.map { ($0.vendor, $0) }) { first, _ in first }
        self.authorization = authorization
        do {
            log = try TransitionLog(reading: logFile)
        } catch {
            log = TransitionLog(beginning: logFile)
            problem = "The log of earlier transitions cannot be read: \(Self.text(error))"
        }
    }

    /// Newest first.
    var entries: [LogEntry] { log.entries }
    /// What the map draws now.
    var shownFences: [ShownFence] { showsFences ? fences[vendor] ?? [] : [] }
    /// What happened last at a fence that is drawn.
    func lastAction(of fence: ShownFence) -> FenceAction? { log.lastAction(of: fence.id, vendor) }

    /// Starts the adapters, one after another. One that fails leaves the others running.
    func start() async {
        for vendor in Vendor.allCases {
            guard let service = services[vendor] else { continue }
            do {
                try await service.start { [weak self] crossing in await self?.hear(crossing, of: vendor) }
            } catch {
                problem = "\(vendor.rawValue): \(Self.text(error))"
            }
        }
        await refresh()
    }

    /// Reads again what the adapters have and what is allowed: they are the source of truth.
    func refresh() async {
        for (vendor, service) in services { fences[vendor] = await service.fences() }
        await authorization.known()
        permission = PermissionStep(
            authorization.current, hasFences: fences.values.contains { !$0.isEmpty })
    }

    /// A long press on the map.
    func press(latitude: Double, longitude: Double) {
        if let reason = vendor.whyNoForm {
            problem = reason
        } else {
            draft = FenceDraft(vendor: vendor, latitude: latitude, longitude: longitude)
        }
    }

    /// The form for a fence of the map; `nil` where fences cannot be changed.
    func form(for fence: ShownFence) -> FenceDraft? {
        vendor.whyNoForm == nil ? FenceDraft(vendor: vendor, editing: fence) : nil
    }

    /// Saves the form and closes it; otherwise says what is wrong, and the form stays.
    func save(_ filled: FenceDraft) async -> String? {
        do {
            try await services[filled.vendor]?.save(try filled.request())
        } catch {
            return Self.text(error)
        }
        draft = nil
        await refresh()
        return nil
    }

    /// Removes the fence of the form and closes it; otherwise says what is wrong.
    func remove(_ filled: FenceDraft) async -> String? {
        do {
            try await services[filled.vendor]?.remove(filled.identifier)
        } catch {
            return Self.text(error)
        }
        draft = nil
        await refresh()
        return nil
    }

    /// Why a fence did or did not fire, newest last.
    func explain(_ fence: ShownFence) async -> [String] { await services[vendor]?.explain(fence.id) ?? [] }

    /// Puts the next question to the person. Its answer is read when the app is in front again.
    func askForPermission() {
        switch permission {
        case .askWhenInUse: authorization.request(.whenInUse)
        case .askAlways: authorization.request(.always)
        case .openSettings, .nothing: break
        }
    }

    private func hear(_ crossing: Crossing, of vendor: Vendor) async {
        let reasons = await services[vendor]?.explain(crossing.fence) ?? []
        do {
            try log.add(crossing, of: vendor, because: reasons)
        } catch {
            problem = "The log cannot be kept: \(Self.text(error))"
        }
        await refresh()
    }

    private static func text(_ error: any Error) -> String {
        if let problem = error as? FormProblem { return problem.rawValue }
        return (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
    }
}
