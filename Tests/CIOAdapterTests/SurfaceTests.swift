import CIOAdapter
import Foundation
import LocationCore
import Testing

/// The rest of the vendor's API.
@Suite struct `The vendor's other names` {
    private struct Profile: Codable { var plan = "free" }

    private func started(_ body: (Stage) -> Void) -> Stage {
        let stage = Stage()
        stage.play {
            CustomerIO.initialize(withConfig: SDKConfigBuilder(cdpApiKey: "k").logLevel(.debug).build())
            body(stage)
        }
        return stage
    }

    @Test func `screens have a category, and properties of the app's own types`() {
        let stage = started { _ in
            CustomerIO.shared.screen(title: "Map", category: "shops", properties: ["layer": 1])
            CustomerIO.shared.screen(title: "Map", category: "shops", properties: Profile())
            CustomerIO.shared.screen(title: "Map", properties: Profile())
        }

        #expect(
            stage.runtime.calls.dropFirst() == [
                #"screen Map in shops {"layer":1}"#, #"screen Map in shops {"plan":"free"}"#,
                #"screen Map {"plan":"free"}"#,
            ])
    }

    @Test func `attributes are told without an id, and read back until the person signs out`() {
        let stage = started { _ in
            CustomerIO.shared.identify(traits: ["plan": "pro"])
            CustomerIO.shared.identify(traits: Profile())
            CustomerIO.shared.profileAttributes = ["age": 5]
            #expect(CustomerIO.shared.profileAttributes["plan"] as? String == "free")
            #expect(CustomerIO.shared.profileAttributes["age"] as? Int == 5)
            CustomerIO.shared.clearIdentify()
            #expect(CustomerIO.shared.profileAttributes.isEmpty)
        }

        #expect(stage.runtime.calls.count == 5)
    }

    @Test func `while it is disabled nothing is told, and signing out still works`() {
        let stage = started { _ in
            CustomerIO.shared.enabled = false
            CustomerIO.shared.track(name: "a")
            CustomerIO.shared.identify(userId: "u1")
            CustomerIO.shared.clearIdentify()
            CustomerIO.shared.enabled = true
            CustomerIO.shared.track(name: "b")
        }

        #expect(stage.runtime.calls.dropFirst() == ["clearIdentify", "track b {}"])
    }

    @Test func `an alias is told with both ids, and a blank one is refused`() {
        let stage = started { _ in
            CustomerIO.shared.alias(newId: " ")
            CustomerIO.shared.alias(newId: "u2")
        }
        let event = PipelineEvent(
            .alias(newId: "u2"), userId: "u1", anonymousId: "a", messageId: "m", timestamp: Timestamp(milliseconds: 0))

        #expect(stage.runtime.calls.dropFirst() == ["alias u2"])
        #expect(event.json["type"] == "alias")
        #expect(event.json["previousId"] == "u1")
        #expect(event.json["userId"] == "u2")
    }

    @Test func `push members compile, and each says once that it has no effect`() {
        let stage = started { stage in
            CustomerIO.shared.registerDeviceToken("t")
            CustomerIO.shared.registerDeviceToken("t")
            CustomerIO.shared.deleteDeviceToken()
            CustomerIO.shared.trackMetric(deliveryID: "d", event: .opened, deviceToken: "t")
            CustomerIO.shared.deviceAttributes = ["a": 1]
            #expect(CustomerIO.shared.registeredDeviceToken == nil)
        }

        #expect(stage.runtime.calls.count == 1)
        #expect(stage.log.count { $0.message.contains("registerDeviceToken has no effect") } == 1)
        #expect(stage.log.count { $0.message.contains("has no effect") } == 5)
    }

    @Test func `names of levels and screen views are read in any case, and options are kept`() {
        let config = SDKConfigBuilder(cdpApiKey: "k").autoTrackUIKitScreenViews().autoAddCustomerIODestination(false)
            .allowBackgroundDelivery(true).build()

        #expect(CioLogLevel.getLogLevel(for: "DEBUG") == .debug)
        #expect(CioLogLevel.getLogLevel(for: "loud") == .error)
        #expect(ScreenView.getScreenView("InApp") == .inApp)
        #expect(ScreenView.getScreenView(nil) == .all)
        #expect(ScreenView.getScreenView("none", fallback: .inApp) == .inApp)
        #expect(config.dataPipelineConfig.autoTrackUIKitScreenViews)
        #expect(!config.dataPipelineConfig.autoAddCustomerIODestination)
        #expect(config.dataPipelineConfig.allowBackgroundDelivery)
        #expect(!SDKConfigBuilder(cdpApiKey: "k").build().dataPipelineConfig.autoTrackUIKitScreenViews)
    }
}
