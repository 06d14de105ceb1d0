import CIOAdapter
import LocationCore
import LocationSimulator

/// Rows of public calls, with what happens to the phone in between. A list of fences kept here says what must be there.
extension FuzzTarget {
    static let cioCalls = FuzzTarget(name: "calls-cio") { bytes in
        guard bytes.count <= 400 else { return }
        withFolder { folder in
            complete {
                var input = FuzzInput(bytes)
                let phone = SimulatedPhone.fuzzed(&input)
                phone.serveAnything(&input, fences: CIOCalls.fences)
                await CustomerIO.isolated(on: phone.device, folder: folder) { [input] in
                    await CIOCalls(phone: phone, input: input).run()
                }
            }
        }
    }
}

/// Customer.io's calls. What is watched was downloaded.
private final class CIOCalls {
    static let ids = (0..<30).map { "f\($0)" }
    static let fences = Array(
        """
        {"geofences":[\(ids.enumerated().map { number, id in
            #"{"id":"\#(id)","latitude":\#(52.22 + Double(number) / 1000),"longitude":21.0122,"radius":150,"geoset_ids":[1,2]}"#
        }.joined(separator: ","))]}
        """.utf8)

    private let phone: SimulatedPhone
    private var input: FuzzInput

    init(phone: SimulatedPhone, input: FuzzInput) {
        self.phone = phone
        self.input = input
    }

    func run() async {
        CustomerIO.initialize(
            withConfig: SDKConfigBuilder(cdpApiKey: "k").addModule(
                GeofenceModule(config: GeofenceModuleConfig(locationMode: input.bool() ? .manual : .automatic))
            ).build())
        while !input.isEmpty { await step() }
        await compare()
    }

    private func step() async {
        switch input.choice(10) {
        case 0: CustomerIO.shared.identify(userId: input.name())
        case 1: CustomerIO.shared.clearIdentify()
        case 2: CustomerIO.geofence.refreshFromCurrentLocation()
        case 3: CustomerIO.shared.track(name: input.name())
        case 4: CustomerIO.shared.purgeStorage()
        case 5: await CustomerIO.settled()
        case 6: await compare()
        case 7:
            let id = input.name()
            promise(!(await CustomerIO.geofence.explain(id)).isEmpty, "nothing is said of \(id)")
        default: input = await phone.happens(input)
        }
    }

    private func compare() async {
        let watched = await CustomerIO.geofence.monitored().map(\.geofenceId)
        promise(Set(watched).isSubset(of: Self.ids), "\(watched) were not downloaded")
        promise(Set(watched).count == watched.count, "watched twice")
        promise(phone.monitoredRegions.count <= 20, "\(phone.monitoredRegions.count) regions")
    }
}
