import AppexSystem
import Foundation
import Glibc

/// A connection to a browser by the Chrome DevTools protocol over two pipes. Messages are JSON that ends with a NUL.
///
/// Every method blocks its thread. The connection is used by one thread at a time.
///
/// Source: https://chromedevtools.github.io/devtools-protocol/
final class DevToolsConnection {
    /// A failure of a command: a clause that begins with a small letter.
    struct Failure: Error {
        let reason: String
    }

    /// The maximum size of a message of the browser in bytes: an encoded answer of a script, once more as JSON.
    private static let messageBytes = 128 << 20

    private let input: Descriptor
    private let output: Descriptor
    private var lastNumber = 0
    /// The number of the last answer to a dialog, which is negative.
    private var lastDialog = 0
    /// What was received after the last whole message.
    private var rest = Data()
    /// The names of the events that were received.
    private var events: Set<String> = []

    /// - Parameter input: where the browser writes.
    /// - Parameter output: where the browser reads.
    init(input: consuming Descriptor, output: consuming Descriptor) {
        self.input = input
        self.output = output
        // A browser that reads nothing must not block the sender for longer than a command may take.
        _ = fcntl(self.output.rawValue, F_SETFL, fcntl(self.output.rawValue, F_GETFL) | O_NONBLOCK)
    }

    private struct Command<Parameters: Encodable>: Encodable {
        let id: Int
        let method: String
        let params: Parameters
        let sessionId: String?
    }

    private struct Head: Decodable {
        let id: Int?
        let method: String?
        let sessionId: String?
    }

    private struct Reply<Value: Decodable>: Decodable {
        struct Problem: Decodable {
            let message: String
        }

        let result: Value?
        let error: Problem?
    }

    /// Sends a command and waits for its result.
    ///
    /// - Parameter session: the page; nil for the browser.
    /// - Throws: ``Failure`` if the browser refuses the command, ends, or does not answer in time.
    func call<Value: Decodable>(
        _ method: String, _ parameters: some Encodable, in session: String? = nil, within limit: Duration = .seconds(30)
    ) throws -> Value {
        lastNumber += 1
        let command = Command(id: lastNumber, method: method, params: parameters, sessionId: session)
        let deadline = ContinuousClock.now + limit
        try send([UInt8](try JSONEncoder().encode(command)) + [0], before: deadline)
        while true {
            let message = try next(before: deadline)
            guard let head = try? JSONDecoder().decode(Head.self, from: message) else { continue }
            try take(head, before: deadline)
            guard head.id == lastNumber else { continue }
            let reply = try JSONDecoder().decode(Reply<Value>.self, from: message)
            guard let result = reply.result else {
                throw Failure(reason: reply.error?.message ?? "the browser did not answer \(method)")
            }
            return result
        }
    }

    /// Waits for an event, which may have been received since this method was called for it before.
    ///
    /// - Throws: ``Failure`` if the browser ends or the event does not occur in time.
    func wait(for event: String, within limit: Duration = .seconds(30)) throws {
        let deadline = ContinuousClock.now + limit
        while events.remove(event) == nil {
            let message = try next(before: deadline)
            if let head = try? JSONDecoder().decode(Head.self, from: message) { try take(head, before: deadline) }
        }
    }

    private struct Dialog: Encodable {
        let accept = true
    }

    /// Notes an event. A dialog of a page is accepted, because it stops everything else in the page.
    private func take(_ head: Head, before deadline: ContinuousClock.Instant) throws {
        guard let event = head.method else { return }
        events.insert(event)
        guard event == "Page.javascriptDialogOpening" else { return }
        lastDialog -= 1
        let command = Command(
            id: lastDialog, method: "Page.handleJavaScriptDialog", params: Dialog(), sessionId: head.sessionId)
        try send([UInt8](try JSONEncoder().encode(command)) + [0], before: deadline)
    }

    private func send(_ bytes: [UInt8], before deadline: ContinuousClock.Instant) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { part in
                retrying { write(output.rawValue, part.baseAddress, part.count) }
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                try wait(for: POLLOUT, of: output.rawValue, before: deadline)
            } else {
                throw Failure(reason: "the browser has ended")
            }
        }
    }

    private func wait(for event: CInt, of descriptor: CInt, before deadline: ContinuousClock.Instant) throws {
        let left = (deadline - .now) / .milliseconds(1)
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        guard left > 0, retrying({ poll(&waiting, 1, CInt(clamping: Int(left) + 1)) }) > 0 else {
            throw Failure(reason: "the browser did not answer in time")
        }
    }

    private func next(before deadline: ContinuousClock.Instant) throws -> Data {
        var searched = 0
        while true {
            if let end = rest[(rest.startIndex + searched)...].firstIndex(of: 0) {
                defer { rest = rest[(end + 1)...] }
                return Data(rest[..<end])
            }
            searched = rest.count
            guard searched <= Self.messageBytes else { throw Failure(reason: "the browser has sent too much") }
            try receive(before: deadline)
        }
    }

    private func receive(before deadline: ContinuousClock.Instant) throws {
        try wait(for: POLLIN, of: input.rawValue, before: deadline)
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        let count = retrying { read(input.rawValue, &buffer, buffer.count) }
        guard count > 0 else { throw Failure(reason: "the browser has ended") }
        rest.append(contentsOf: buffer[..<count])
    }
}
