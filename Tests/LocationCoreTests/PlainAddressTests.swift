import LocationCore
import Testing

@Suite struct `Addresses of plain http` {
    @Test(arguments: [
        ("http://api.example/up?a=1", "api.example"), ("HTTP://user:secret@api.example:8080/", "api.example"),
        ("http://192.168.1.4", "192.168.1.4"), ("http://[2001:db8::1]/", "[2001:db8::1]"),
    ])
    func `plain http is known, by its host alone`(_ address: String, _ host: String) throws {
        let plain = try #require(PlainAddress(address))

        #expect(plain.host.filter { $0 != "[" && $0 != "]" } == host.filter { $0 != "[" && $0 != "]" })
        #expect(!plain.isLoopback)
        #expect(!plain.warning("url").contains("secret"))
    }

    @Test(arguments: ["https://api.example", "HTTPS://api.example", "api.example/v1", "", "file:///tmp", "ftp://a"])
    func `anything else is not`(_ address: String) {
        #expect(PlainAddress(address) == nil)
    }

    @Test(arguments: [
        ("http://localhost:80/", true), ("http://api.localhost/", true), ("http://127.0.0.1/", true),
        ("http://127.8.9.10/", true), ("http://[::1]:8080/", true), ("http://localhost.example/", false),
        ("http://127.0.0.1.example/", false), ("http://128.0.0.1/", false),
    ])
    func `this machine is known`(_ address: String, _ isLoopback: Bool) throws {
        #expect(try #require(PlainAddress(address)).isLoopback == isLoopback)
    }
}
