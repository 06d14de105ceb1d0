import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import TestSupport
import Testing

@testable import BGeoAdapter

/// Credentials on disk, and addresses without encryption.
@MainActor @Suite struct `BGeo keeps secrets` {
    private static let url = "https://example.invalid/up"
    private static let (old, oldRefresh) = (token("old"), token("refresh"))

    /// Long enough that a database cuts it in two.
    private static func token(_ name: String) -> String {
        name + (0..<400).map { "\(name)\($0 * 7919 % 1000)" }.joined(separator: ".")
    }

    private var authorization: AuthorizationConfig {
        AuthorizationConfig(
            strategy: "JWT", accessToken: Self.old, refreshToken: Self.oldRefresh,
            refreshUrl: "https://example.invalid/token")
    }

    private func bench() async throws -> BGeoBench {
        let bench = BGeoBench(at: BGeoBench.north(500))
        bench.phone.serve { request in
            if request.url.hasSuffix("token") {
                return .text(200, #"{"access_token":"fresh-access-token","refresh_token":"fresh-refresh-token"}"#)
            }
            return request.headers["Authorization"] == "Bearer fresh-access-token" ? .status(200) : .status(401)
        }
        return bench
    }

    private func crossing(_ bench: BGeoBench) async throws {
        try await bench.started(
            Config(url: Self.url, authorization: authorization),
            with: [Geofence(identifier: "a", radius: 100, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true)])
        await bench.move(0)
        await bench.wait(5)
    }

    @Test func `a token that was renewed leaves no copy in any file, also across a relaunch`() async throws {
        let bench = try await bench()

        try await crossing(bench)

        #expect(bench.phone.requests.last?.request.headers["Authorization"] == "Bearer fresh-access-token")
        for text in [Self.old, Self.oldRefresh] {
            #expect(try FolderBytes.files(below: bench.folder, holding: text) == [])
        }
        bench.phone.killApp()
        // The app gives the tokens that it was built with, as at each launch: those that were renewed stay.
        try await bench.ready(Config(url: Self.url, authorization: authorization))
        #expect(await bench.service?.tokens().access == "fresh-access-token")
        #expect(try FolderBytes.files(below: bench.folder, holding: Self.old) == [])
    }

    @Test func `other tokens of the app win over those that were renewed, which leave no copy either`() async throws {
        let bench = try await bench()
        try await crossing(bench)

        try await bench.ready(
            Config(authorization: AuthorizationConfig(strategy: "JWT", accessToken: "another", refreshToken: "r")))

        #expect(await bench.service?.tokens() == BGeoTokens(access: "another", refresh: "r"))
        #expect(try FolderBytes.files(below: bench.folder, holding: "fresh-refresh-token-and-more") == [])
        #expect(try FolderBytes.files(below: bench.folder, holding: "fresh-access-token") == [])
    }

    @Test func `files that were set aside lose a token as well when it is renewed`() async throws {
        let bench = try await bench()
        bench.phone.serve { _ in .status(500) }
        try await crossing(bench)
        bench.phone.killApp()
        let store = try #require(try FolderBytes.names(below: bench.folder).first { $0.hasSuffix(".db") })
        let aside = bench.folder.appending(path: store + ".corrupt-20260101T000000Z")
        for ending in ["", "-wal"] {
            let file = URL(filePath: bench.folder.appending(path: store).path + ending)
            try FileManager.default.copyItem(at: file, to: URL(filePath: aside.path + ending))
        }
        let holding = try FolderBytes.files(below: bench.folder, holding: Self.old)
        #expect(holding.contains { $0.contains("corrupt-") })
        let size = try Data(contentsOf: aside).count

        bench.phone.serve { request in
            if request.url.hasSuffix("token") { return .text(200, #"{"access_token":"n","refresh_token":"m"}"#) }
            return request.headers["Authorization"] == "Bearer n" ? .status(200) : .status(401)
        }
        await bench.phone.launchApp()
        await bench.wait(1000)

        #expect(bench.phone.requests.last?.request.headers["Authorization"] == "Bearer n")
        #expect(try FolderBytes.files(below: bench.folder, holding: Self.old) == [])
        #expect(try FolderBytes.files(below: bench.folder, holding: Self.oldRefresh) == [])
        #expect(try Data(contentsOf: aside).count == size)
    }

    @Test func `an earlier version's copy of the tokens among the options goes at the next start`() async throws {
        let bench = try await bench()
        try await bench.ready(Config(url: Self.url, authorization: authorization))
        let plain = BGeoConfiguration().merging(Config(url: Self.url, authorization: authorization)).json
        try await bench.service?.engine.keep(["bgeo.config": plain, "bgeo.tokens": ["access": "kept", "refresh": "k"]])
        bench.phone.killApp()

        await bench.phone.launchApp()

        #expect(await bench.service?.tokens() == BGeoTokens(access: "kept", refresh: "k"))
        #expect(bench.service?.configuration.authorization?.refreshURL == "https://example.invalid/token")
        #expect(try FolderBytes.files(below: bench.folder, holding: Self.old) == [])
    }

    @Test(arguments: [
        Config(url: "http://api.example/up"), Config(url: "http://127.0.0.1/up"),
        Config(logUrl: "http://api.example/log"),
        Config(
            authorization: AuthorizationConfig(accessToken: "a", refreshToken: "r", refreshUrl: "http://api.example/t")),
    ])
    func `requiresHTTPS refuses plain http with a typed error, and nothing changes`(_ config: Config) async throws {
        let bench = BGeoBench()
        try await bench.ready(Config(url: "https://api.example/up", requiresHTTPS: true))
        let before = bench.service?.configuration

        let error = try await bench.error { try await BackgroundGeolocation.setConfig(config) }

        #expect(error?.code == "INSECURE_URL")
        #expect(bench.service?.configuration == before)
        // Without it the same is taken.
        try await bench.app { try await BackgroundGeolocation.setConfig(Config(requiresHTTPS: false)) }
        #expect(try await bench.error { try await BackgroundGeolocation.setConfig(config) } == nil)
    }

    @Test(arguments: [("http://api.example/up", 2), ("http://localhost/up", 0), ("https://api.example/up", 0)])
    func `plain http beyond this machine is a warning in log and journal at each start`(
        _ url: String, _ expected: Int
    ) async throws {
        let bench = BGeoBench()
        try await bench.ready(Config(logLevel: LogLevel.warning.rawValue, url: url))
        bench.phone.killApp()
        try await bench.ready()

        let log = try await bench.app { await BackgroundGeolocation.getLog() }
        let journal = try await bench.service?.engine.journal() ?? []

        #expect(log.filter { $0.event == "plain http" && $0.level == LogLevel.warning.rawValue }.count == expected)
        #expect(journal.filter { $0.code == .plainHTTP }.count == expected)
        #expect(
            journal.filter { $0.code == .plainHTTP }.allSatisfy { $0.text.contains("api.example travels unencrypted") })
    }
}
