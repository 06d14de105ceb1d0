@_spi(Geofence) import CIOAdapter
import Foundation
import LocationCore
import Testing

#if os(iOS) || os(macOS)
    import CoreLocation
#endif

@Suite struct `The vendor's names` {
    @Test func `CIO-001 the documented set-up compiles, and modules start in the order of adding`() {
        let stage = Stage()

        stage.play {
            let config = SDKConfigBuilder(cdpApiKey: "YOUR_CDP_API_KEY")
                .addModule(LocationModule(config: LocationConfig(mode: .onAppStart)))
                .addModule(GeofenceModule())
                .build()
            CustomerIO.initialize(withConfig: config)
        }

        #expect(
            stage.runtime.calls == [
                "start YOUR_CDP_API_KEY cdp.customer.io/v1", "location onAppStart", "geofence automatic",
            ])
    }

    @Test func `CIO-007 the geofence module may come first`() {
        let stage = Stage()

        stage.play {
            let config = SDKConfigBuilder(cdpApiKey: "k")
                .addModule(GeofenceModule(config: GeofenceModuleConfig(locationMode: .manual)))
                .addModule(LocationModule(config: LocationConfig(mode: .off)))
                .build()
            CustomerIO.initialize(withConfig: config)
        }

        #expect(stage.runtime.calls.dropFirst() == ["geofence manual", "location off"])
    }

    @Test func `CIO-002 modules have names, and the geofence module chooses fixes itself by default`() {
        #expect(GeofenceModule().config.locationMode == .automatic)
        #expect(
            GeofenceModule(config: GeofenceModuleConfig(locationMode: .automatic)).config.locationMode == .automatic)
        #expect(GeofenceModule().moduleName == "Geofence")
        #expect(LocationModule(config: LocationConfig()).moduleName == "Location")
        #expect(LocationModule(config: LocationConfig()).config.mode == .manual)
    }

    @Test func `CIO-003 a builder begins with the documented defaults`() {
        let config = SDKConfigBuilder(cdpApiKey: "k").build()

        #expect(config.sdkConfig.logLevel == .error)
        #expect(!config.sdkConfig.allowBackgroundDelivery)
        #expect(config.dataPipelineConfig.flushAt == 20)
        #expect(config.dataPipelineConfig.flushInterval == 30)
        #expect(config.dataPipelineConfig.apiHost == "cdp.customer.io/v1")
        #expect(config.dataPipelineConfig.cdnHost == "cdp.customer.io/v1")
        #expect(config.dataPipelineConfig.trackApplicationLifecycleEvents)
        #expect(config.dataPipelineConfig.autoTrackDeviceAttributes)
        #expect(config.dataPipelineConfig.screenViewUse == .all)
        #expect(config.dataPipelineConfig.migrationSiteId == nil)
        #expect(config.deepLinkCallback == nil)
        #expect(config.modules.isEmpty)
    }

    @Test func `CIO-004 a region has a host, and an explicit one beats it in any order`() {
        let eu = SDKConfigBuilder(cdpApiKey: "k").region(.EU).build()
        let explicit = SDKConfigBuilder(cdpApiKey: "k").apiHost("h.example/v1").region(.EU).build()

        #expect(APIAddress(host: eu.dataPipelineConfig.apiHost)?.track == "https://cdp-eu.customer.io/v1/track")
        #expect(APIAddress(host: explicit.dataPipelineConfig.apiHost)?.track == "https://h.example/v1/track")
        #expect(explicit.dataPipelineConfig.cdnHost == "cdp-eu.customer.io/v1")
        #expect(Region.getRegion(from: "eu") == .EU)
        #expect(Region.getRegion(from: "mars") == .US)
    }

    @Test func `Every setter reaches the configuration`() throws {
        let config = SDKConfigBuilder(cdpApiKey: "k").logLevel(.info).flushAt(5).flushInterval(7)
            .trackApplicationLifecycleEvents(false).autoTrackDeviceAttributes(false).screenViewUse(screenView: .inApp)
            .migrationSiteId("s").allowBackgroundDelivery(true).cdnHost("cdn").deepLinkCallback { $0.host() == "a" }
            .build()

        #expect(config.sdkConfig.logLevel == .info)
        #expect(config.sdkConfig.allowBackgroundDelivery)
        #expect(config.dataPipelineConfig.flushAt == 5)
        #expect(config.dataPipelineConfig.flushInterval == 7)
        #expect(!config.dataPipelineConfig.trackApplicationLifecycleEvents)
        #expect(!config.dataPipelineConfig.autoTrackDeviceAttributes)
        #expect(config.dataPipelineConfig.screenViewUse == .inApp)
        #expect(config.dataPipelineConfig.migrationSiteId == "s")
        #expect(config.dataPipelineConfig.cdnHost == "cdn")
        #expect(try config.deepLinkCallback?(#require(URL(string: "x://a"))) == true)
    }

    @Test func `CIO-005 off the main thread the Location module is told so`() {
        let stage = Stage(onMainThread: false)

        stage.play {
            CustomerIO.initialize(
                withConfig: SDKConfigBuilder(cdpApiKey: "k")
                    .addModule(LocationModule(config: LocationConfig(mode: .manual))).addModule(GeofenceModule())
                    .build())
        }

        #expect(stage.runtime.calls.dropFirst() == ["location manual off main", "geofence automatic"])
    }

    @Test func `CIO-006 a second start starts nothing twice`() {
        let stage = Stage()
        let config = SDKConfigBuilder(cdpApiKey: "k").logLevel(.debug)
            .addModule(LocationModule(config: LocationConfig(mode: .off))).addModule(GeofenceModule()).build()

        stage.play {
            CustomerIO.initialize(withConfig: config)
            CustomerIO.initialize(withConfig: config)
        }

        #expect(
            stage.runtime.calls == ["start k cdp.customer.io/v1", "location off", "geofence automatic", "location off"])
        #expect(stage.log.map(\.level) == [.info])
    }

    @Test func `CIO-009 a blank person is refused and said`() {
        let stage = Stage().started()

        stage.play { CustomerIO.shared.identify(userId: "  ") }

        #expect(stage.runtime.calls.count == 1)
        #expect(stage.log.map(\.level) == [.error])
        #expect(stage.play { CustomerIO.shared.userId } == nil)
    }

    @Test func `CIO-010 the same person is published again only with traits`() {
        let stage = Stage().started()

        stage.play {
            CustomerIO.shared.identify(userId: "u1")
            CustomerIO.shared.identify(userId: "u1")
        }
        let once = stage.runtime.calls.count { $0.hasPrefix("identify") }
        stage.play { CustomerIO.shared.identify(userId: "u1", traits: [:]) }

        #expect(once == 1)
        #expect(stage.runtime.calls.count { $0.hasPrefix("identify") } == 2)
    }

    @Test func `After a sign-out the same person is new`() {
        let stage = Stage().started()

        stage.play {
            CustomerIO.shared.identify(userId: "u1")
            CustomerIO.shared.clearIdentify()
            CustomerIO.shared.identify(userId: "u1")
        }

        #expect(stage.runtime.calls.dropFirst() == ["identify u1 {}", "clearIdentify", "identify u1 {}"])
        #expect(stage.play { CustomerIO.shared.userId } == "u1")
    }

    @Test func `Calls before the start are ignored and said`() {
        let stage = Stage()

        stage.play {
            CustomerIO.shared.identify(userId: "u1")
            CustomerIO.shared.track(name: "n")
            CustomerIO.shared.screen(title: "t")
            CustomerIO.shared.setProfileAttributes(["a": 1])
            CustomerIO.shared.clearIdentify()
            CustomerIO.shared.reset()
            CustomerIO.shared.flush()
        }

        #expect(stage.runtime.calls.isEmpty)
        #expect(stage.log.map(\.level) == Array(repeating: .error, count: 7))
    }

    @Test func `Events go on without what JSON cannot hold`() {
        let stage = Stage().started()

        stage.play {
            CustomerIO.shared.track(name: "n", properties: ["a": 1, "b": Double.nan])
            CustomerIO.shared.screen(title: "t")
            CustomerIO.shared.setProfileAttributes(["plan": "pro"])
        }

        #expect(stage.runtime.calls.dropFirst() == [#"track n {"a":1}"#, "screen t {}", #"attributes {"plan":"pro"}"#])
        #expect(stage.log.map(\.level) == [.error])
    }

    private struct Traits: Codable {
        let plan: String
        let since: Date
    }

    @available(*, deprecated, message: "tries what is deprecated")
    private func identifyWithType() {
        CustomerIO.shared.identify(userId: "u1", traits: Traits(plan: "pro", since: Date(timeIntervalSince1970: 0)))
        CustomerIO.shared.track(name: "n", properties: ["a": 1.5])
        CustomerIO.shared.track(name: "n", properties: 5)
    }

    @available(*, deprecated, message: "tries what is deprecated")
    @Test func `Traits and properties of the app's own types are encoded`() {
        let stage = Stage().started()

        stage.play { identifyWithType() }

        #expect(
            stage.runtime.calls.dropFirst() == [
                #"identify u1 {"plan":"pro","since":"1970-01-01T00:00:00.000Z"}"#, #"track n {"a":1.5}"#, "track n {}",
            ])
        #expect(stage.log.map(\.level) == [.error], "a number is no object")
    }

    @Test func `The modules' services reach the runtime`() async {
        let stage = Stage().started()

        let known = await stage.play { () async -> LocationData? in
            CustomerIO.geofence.refreshFromCurrentLocation()
            CustomerIO.location.requestLocationUpdate()
            CustomerIO.location.requestLocationUpdateSilently()
            CustomerIO.location.setLastKnownLocation(CLLocation(latitude: 10, longitude: 20))
            CustomerIO.location.setLastKnownLocation(CLLocation(latitude: 91, longitude: 20))
            return await CustomerIO.location.getLastKnownLocation()
        }

        #expect(
            stage.runtime.calls.dropFirst() == [
                "refresh", "tracked", "silent", "host fix 10.0 20.0 -1.0", "host fix none",
            ])
        #expect(known == LocationData(latitude: 1, longitude: 2))
    }

    @MainActor @Test func `A bootstrap does nothing once the SDK is initialized`() {
        let cold = Stage()
        let warm = Stage().started()

        cold.play { GeofenceModule.bootstrapForBackgroundDelivery(launchOptions: nil) }
        warm.play { GeofenceModule.bootstrapForBackgroundDelivery(launchOptions: nil) }

        #expect(cold.runtime.calls == ["bootstrap"])
        #expect(!warm.runtime.calls.contains("bootstrap"))
    }

    @Test func `Without a runtime calls say so and change nothing`() async {
        let said = Locked<[CIOLogLine]>([])
        let context = CIOContext(sink: CIOLogSink { line in said.withLock { $0.append(line) } }) {
            AbsentRuntime(log: $0)
        }

        await CIOContext.$local.withValue(context) {
            CustomerIO.location.requestLocationUpdate()
            CustomerIO.geofence.refreshFromCurrentLocation()
            #expect(await CustomerIO.location.getLastKnownLocation() == nil)
            #expect(CustomerIO.shared.userId == nil)
            #expect(!CustomerIO.shared.hasUnsentEvents)
        }

        #expect(said.withLock { $0.map(\.tag) } == [.location, .geofence])
    }

    @Test(arguments: zip(CioLogLevel.allCases, [0, 1, 2, 3]))
    func `A level says its own lines and more important ones`(_ level: CioLogLevel, _ count: Int) {
        let lines: [CioLogLevel] = [.error, .info, .debug]

        #expect(lines.count { level.includes($0) } == count)
        #expect(!level.includes(.none))
    }

    @Test func `An empty key is said at the start and is no reason to stop`() {
        let stage = Stage()

        stage.play { CustomerIO.initialize(withConfig: SDKConfigBuilder(cdpApiKey: "").build()) }

        #expect(stage.runtime.calls.count == 1)
        #expect(stage.log.map(\.level) == [.error])
    }

    @Test func `A metadata value keeps its type`() throws {
        let values: [GeofenceMetadataValue] = [.bool(true), .int(2), .double(1.5), .string("a")]
        let decoded = try JSONDecoder().decode([GeofenceMetadataValue].self, from: JSONEncoder().encode(values))

        #expect(decoded == values)
        #expect(values.map { "\($0.anyValue)" } == ["true", "2", "1.5", "a"])
        #expect(GeofenceTransition.allCases.map(\.rawValue) == ["enter", "exit", "dwell"])
    }
}
