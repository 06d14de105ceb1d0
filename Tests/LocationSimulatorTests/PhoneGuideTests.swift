import Foundation
import LocationCore
import LocationSimulator
import Testing

/// The samples of Documentation/SimulatedPhone.md, in its order and word for word between the marks.
@Suite struct `Phone guide` {
    /// Stands for the reader's own code.
    final class Journal: DeviceListener {
        let entries = Locked<[String]>([])

        func receive(_ event: DeviceEvent) async {
            if case .regionCrossed(let crossing) = event {
                entries.withLock { $0.append("\(crossing.direction.rawValue) \(crossing.id)") }
            }
        }
    }

    let home = Place.home
    let office = Place.at(5000, 0)

    @Test func `a first crossing`() async throws {
        // sample: first
        let phone = SimulatedPhone(profile: .iOSClassic, at: office)
        let journal = Journal()
        phone.device.events.attach(journal)
        let circle = try Circle(center: home, radius: 150)
        phone.device.regions.register(Region(id: "home", circle: circle))

        await phone.move(to: home)
        // end

        #expect(journal.entries.withLock { $0 } == ["enter home"])
    }

    @Test func `a way`() async throws {
        let phone = SimulatedPhone(at: office)
        let journal = Journal()
        phone.device.events.attach(journal)
        phone.device.regions.register(Region(id: "home", circle: try Circle(center: home, radius: 150)))

        // sample: way
        let start = phone.now.wall
        await phone.follow([
            TimedPosition(at: start, coordinate: office),
            TimedPosition(at: start.adding(milliseconds: 600_000), coordinate: home),
        ])
        await phone.advance(by: 600_000)
        // end

        #expect(journal.entries.withLock { $0 } == ["enter home"])
    }

    @Test func `a process that dies`() async throws {
        // sample: processes
        let phone = SimulatedPhone(at: office)
        let journal = Journal()
        phone.onLaunch { process, cause in
            process.device.events.attach(journal)  // build your SDK on process.device here
        }
        await phone.launchApp()
        phone.device.regions.register(Region(id: "home", circle: try Circle(center: home, radius: 150)))
        await phone.settle()

        phone.killApp()
        await phone.move(to: home)  // the system starts the app for the event
        // end

        #expect(phone.app?.id == 2)
        #expect(journal.entries.withLock { $0 } == ["enter home"])
    }

    @Test func `a worse phone`() async {
        // sample: knobs
        var knobs = PhoneKnobs.device
        knobs.fixNoise = 0
        let phone = SimulatedPhone(profile: .iOSMonitor, knobs: knobs, seed: 42, at: home)
        await phone.occupy(slots: 5, owner: "host")  // the app's own regions
        phone.adjust { $0.radioQuality = 0.5 }
        // end

        #expect(phone.monitoredRegions.count == 5)
    }

    @Test func `a server`() async {
        let phone = SimulatedPhone()
        let device = phone.device
        for id in ["a", "b", "c"] {
            device.http.send(
                HTTPRequest(id: id, method: "POST", url: "https://a.test/", headers: [:], body: [], timeout: 60_000))
        }

        // sample: server
        phone.serve { request in request.method == "POST" ? .status(204) : .status(405) }
        phone.script(.status(503, headers: ["Retry-After": "30"]), .lostAfterReceipt(after: 200))
        await phone.advance(by: 1000)

        let received = phone.requests.filter(\.wasReceived).map(\.request.id)
        // end

        #expect(received == ["a", "b", "c"])
    }

    @Test func `made-up events`() async {
        let phone = SimulatedPhone(at: office)
        let journal = Journal()
        phone.device.events.attach(journal)

        // sample: script
        phone.adjust { $0.detectsCrossings = false }  // from now on only the script makes crossings
        await phone.os.enter("home")
        await phone.os.enter("home")  // a repeat
        await phone.os.exit("home", at: phone.now.wall.adding(milliseconds: -60_000))
        await phone.os.lose("home", .unmonitored)
        // end

        #expect(journal.entries.withLock { $0 } == ["enter home", "enter home", "exit home"])
    }

    @Test func `the person`() async {
        let phone = SimulatedPhone(authorization: Authorization(tier: .notDetermined))

        // sample: person
        phone.answerPrompts(.allowWhenInUse)
        phone.device.authorization.request(.always)
        await phone.settle()
        let asked = phone.promptCount

        await phone.setPrecise(false)
        await phone.setAirplaneMode(true)
        await phone.backgroundApp()
        // end

        #expect(asked == 1)
        #expect(phone.authorization == Authorization(tier: .whenInUse, isPrecise: false))
        #expect(phone.network == .none)
    }

    @Test func `the same run again`() async {
        // sample: transcript
        func run() async -> String {
            let phone = SimulatedPhone(knobs: .device, seed: 7, at: office)
            phone.device.fixes.watch(owner: "app", rate: FixRate(accuracy: 10, distance: 0))
            await phone.advance(by: 60_000)
            return phone.transcript
        }
        let first = await run()
        let second = await run()
        // end

        #expect(first == second)
    }
}

@Suite struct `Phone guide as printed` {
    /// The samples of a text: what stands between a mark that names it and the mark that ends it.
    private func samples(in text: String, from begin: String, to end: String) -> [String: [String]] {
        var samples: [String: [String]] = [:]
        var name: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix(begin) {
                name = trimmed.dropFirst(begin.count).split(separator: " ").first.map(String.init)
            } else if trimmed == end {
                name = nil
            } else if let name, !trimmed.isEmpty, trimmed != "```swift" {
                samples[name, default: []].append(trimmed)
            }
        }
        return samples
    }

    @Test func `every sample of the guide is one that is run here`() throws {
        let here = URL(filePath: #filePath)
        let guide = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documentation/SimulatedPhone.md")

        let printed = samples(in: try String(contentsOf: guide, encoding: .utf8), from: "<!-- sample: ", to: "```")
        let run = samples(in: try String(contentsOf: here, encoding: .utf8), from: "// sample: ", to: "// end")

        #expect(printed.count == 8)
        #expect(printed == run)
    }
}
