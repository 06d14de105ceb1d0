import Foundation
import LocationCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on this machine's loopback for tests of what really goes over a wire: one connection for each request, and
/// answers given as bytes, so that they may be as wrong as a test wants.
package final class LoopbackServer: Sendable {
    /// A request as it arrived.
    package struct Received: Hashable, Sendable {
        package let method: String
        package let path: String
        /// By lower-case names.
        package let headers: [String: String]
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// A part of an answer.
    package enum Part: Sendable {
        case send([UInt8])
        /// The same bytes, again and again, until the other side has had enough; at most that many.
        case repeated([UInt8], atMost: Int)
        /// Nothing for so many milliseconds.
        case pause(Int64)
        /// Nothing until the other side goes away or ``stop()``.
        case hang
        /// The connection is cut the hard way.
        case reset

        package static func text(_ text: String) -> Part { .send(Array(text.utf8)) }

        /// The head of an answer; without a length, the end of the connection ends the body.
        package static func head(_ status: Int, _ headers: [String: String] = [:], length: Int? = nil) -> Part {
            var lines = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n"
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) { lines += "\(name): \(value)\r\n" }
            if let length { lines += "Content-Length: \(length)\r\n" }
            return .text(lines + "\r\n")
        }
    }

    package let port: UInt16
    private let socket: Int32
    private let state = Locked(State())

    private struct State {
        var received: [Received] = []
        var sent = 0
        var isStopped = false
        var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
    }

    /// Starts a server on a free port.
    ///
    /// - Parameter answer: Says what to send, from the request and how many came before it.
    package init(answer: @escaping @Sendable (_ request: Received, _ before: Int) -> [Part]) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let listening = Self.open(stream)
        guard listening >= 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        socket = listening
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listening, $0, &length) }
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listening, nil, nil)
                guard connection >= 0, let self else { return }
                Thread.detachNewThread { self.serve(connection, answer) }
            }
        }
    }

    deinit { if !state.withLock({ $0.isStopped }) { Self.end(socket) } }

    /// An address of this server.
    package func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

    /// What arrived, in order.
    package var received: [Received] { state.withLock { $0.received } }

    /// How many bytes of answers were sent.
    package var sentBytes: Int { state.withLock { $0.sent } }

    /// Returns when so many requests have arrived.
    package func arrived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.received.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Takes no more connections.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        if isFirst { Self.end(socket) }
    }

    private static func open(_ stream: Int32) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        #if canImport(Glibc)
            let listening = Glibc.socket(AF_INET, stream, 0)
        #else
            let listening = Darwin.socket(AF_INET, stream, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        return isBound && listen(listening, 64) == 0 ? listening : -1
    }

    private static func end(_ socket: Int32) {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }
}

extension LoopbackServer {
    private func serve(_ connection: Int32, _ answer: @Sendable (Received, Int) -> [Part]) {
        guard let request = Self.read(connection) else {
            close(connection)
            return
        }
        let (before, due) = state.withLock { state in
            state.received.append(request)
            let count = state.received.count
            let due = state.waiting.filter { $0.count <= count }
            state.waiting.removeAll { $0.count <= count }
            return (count - 1, due)
        }
        for (_, continuation) in due { continuation.resume() }
        for part in answer(request, before) where !perform(part, connection) { break }
        Self.end(connection)
    }

    /// - Returns: Whether the other side still listens.
    private func perform(_ part: Part, _ connection: Int32) -> Bool {
        switch part {
        case .send(let bytes): return write(bytes, connection)
        case .repeated(let bytes, let most):
            var left = most
            while left > 0 {
                guard !state.withLock({ $0.isStopped }), write(bytes, connection) else { return false }
                left -= bytes.count
            }
            return true
        case .pause(let milliseconds):
            usleep(UInt32(milliseconds * 1000))
            return true
        case .hang:
            var byte: UInt8 = 0
            return recv(connection, &byte, 1, 0) > 0
        case .reset:
            var lingering = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
            return false
        }
    }

    private func write(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return false }
            start += count
            state.withLock { $0.sent += count }
        }
        return true
    }

    private static func read(_ connection: Int32) -> Received? {
        var bytes: [UInt8] = []
        var head: (text: String, end: Int)?
        while true {
            if head == nil, let end = Self.endOfHead(bytes) {
                head = (String(decoding: bytes[..<end], as: UTF8.self), end + 4)
            }
            if let head, let request = Self.request(head.text, bytes[head.end...]) { return request }
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &part, part.count, 0)
            guard count > 0 else { return nil }
            bytes += part[..<count]
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }
    }

    /// The request, once its body is complete.
    private static func request(_ head: String, _ rest: ArraySlice<UInt8>) -> Received? {
        var lines = head.split(separator: "\r\n")
        let start = lines.removeFirst().split(separator: " ")
        var headers: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        guard start.count >= 2, rest.count >= length else { return nil }
        return Received(
            method: String(start[0]), path: String(start[1]), headers: headers, body: Array(rest.prefix(length)))
    }
}
