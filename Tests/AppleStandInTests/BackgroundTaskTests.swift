import AppleStandIn
import BackgroundTasks
import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite @MainActor struct `PLAT background tasks` {
    private func submitting(_ app: App, _ id: String) async -> BGTaskScheduler.Error.Code? {
        await app.run {
            do {
                try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: id))
                return nil
            } catch {
                return (error as? BGTaskScheduler.Error)?.code
            }
        }
    }

    @Test func `PLAT-136 a request is refused for its reason`() async {
        let app = await App()
        app.standIn.traits.permittedTasks = Set((0...10).map(String.init))

        for number in 0..<10 { #expect(await submitting(app, "\(number)") == nil) }

        #expect(await submitting(app, "10") == .tooManyPendingTaskRequests)
        #expect(await submitting(app, "unlisted") == .notPermitted)
        await app.phone.setBackgroundRefresh(false)
        #expect(await submitting(app, "1") == .unavailable)
    }

    @Test func `PLAT-136 a task runs when the test says so, and not before its time`() async {
        let app = await App()
        let runs = Locked(0)
        await app.run {
            _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
                runs.withLock { $0 += 1 }
                task.setTaskCompleted(success: true)
            }
            let request = BGAppRefreshTaskRequest(identifier: "a")
            request.earliestBeginDate = app.phone.now.wall.date.addingTimeInterval(60)
            try? BGTaskScheduler.shared.submit(request)
        }

        #expect(app.standIn.runBackgroundTask("a") == .notRun)
        await app.phone.advance(by: 60_000)
        #expect(app.standIn.runBackgroundTask("a") == .completed(success: true))
        #expect(app.standIn.runBackgroundTask("a") == .notRun)

        #expect(runs.withLock { $0 } == 1)
    }

    @Test func `PLAT-136 registering twice or late is a violation`() async {
        let app = await App()
        await app.run { _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { _ in } }
        #expect(app.standIn.violations.isEmpty)

        app.standIn.finishLaunching()
        await app.run { _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { _ in } }

        #expect(app.standIn.violations.count == 2)
    }

    @Test func `PLAT-137 a task that does not end before its handler returns has overrun`() async {
        let app = await App()
        await app.run {
            _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { _ in }
            try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a"))
        }

        #expect(app.standIn.runBackgroundTask("a") == .overran)
    }
}
