import Foundation
import Glibc
import Testing

/// A client on a plain socket, which keeps to no rule but its test's.
struct RawClient: Sendable {
    private let socket: CInt
    /// How many seconds a client waits for the next bytes.
    private static let patience = 1200

    /// What came back; `isClosed` when the server has ended the connection.
    struct Answer: Sendable {
        var bytes: [UInt8] = []
        var isClosed = false
        /// Whether the server neither sent nor took anything for as long as the client waits.
        fileprivate var isTimedOut = false
        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The status of the first answer; nil when none came.
        var status: Int? {
            let words = text.prefix(while: { $0 != "\r\n" && $0 != "\n" }).split(separator: " ")
            return words.count > 1 && words[0].hasPrefix("HTTP/") ? Int(words[1]) : nil
        }

        func header(_ name: String) -> String? {
            let line = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    enum Failure: Error { case cannotConnect }

    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
        }
        guard status == 0 else { throw Failure.cannotConnect }
        // Far above any load: every exchange of these tests ends with an answer or with the end of the connection.
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    func close() { Glibc.close(socket) }

    /// The port of this end.
    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Sends bytes, and reads until `isEnough` or until the server has closed. Not on a thread of Swift's pool.
    ///
    /// A server that does neither is an issue of the test.
    func exchange(
        _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation,
        until isEnough: @escaping @Sendable (Answer) -> Bool = { _ in false }
    ) async -> Answer {
        let answer = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var answer = Answer()
                let isSent = send(bytes)
                answer.isTimedOut = !isSent && errno == EAGAIN
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                while !answer.isTimedOut, !isEnough(answer) {
                    let count = recv(socket, &buffer, buffer.count, 0)
                    guard count > 0 else {
                        answer.isClosed = count == 0 || errno == ECONNRESET
                        answer.isTimedOut = count < 0 && errno == EAGAIN
                        break
                    }
                    answer.bytes += buffer[..<count]
                }
                continuation.resume(returning: answer)
            }
        }
        if answer.isTimedOut {
            Issue.record(
                "the server neither answered nor closed within \(Self.patience) s, after \(answer.text.prefix(200))",
                sourceLocation: sourceLocation)
        }
        return answer
    }

    /// False when the server has closed before all was sent.
    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
