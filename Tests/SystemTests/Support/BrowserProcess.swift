import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

/// The program `appex-browser`, started as a browser starts it, with its input and output in the test's hands.
final class BrowserProcess {
    private let pid: Int32
    private var input: DescriptorBag?
    private let output: DescriptorBag
    private var received = Data()
    private var isReaped = false

    /// - Parameter caller: the argument by which a browser names the WebExtension.
    init(_ caller: String, on device: TestDevice) throws {
        // Writing to a program that has ended is an error of the test, and not its end.
        signal(SIGPIPE, SIG_IGN)
        let (theirInput, ownInput) = try Pipe.make().bags()
        let (ownOutput, theirOutput) = try Pipe.make().bags()
        let bag = DescriptorBag()
        for end in [theirInput, theirOutput] { if let descriptor = end.take() { bag.append(descriptor) } }
        pid = try ChildProcess.start(
            BuiltProgram.browser.path, [caller], environment: device.environment, passing: bag,
            as: [STDIN_FILENO, STDOUT_FILENO])
        input = ownInput
        output = ownOutput
    }

    deinit {
        guard !isReaped else { return }
        kill(pid, SIGKILL)
        var status: CInt = 0
        waitpid(pid, &status, 0)
    }

    /// Sends a message.
    func send(_ json: String) throws {
        try send(withUnsafeBytes(of: UInt32(json.utf8.count)) { Array($0) } + Array(json.utf8))
    }

    /// Sends bytes.
    func send(_ bytes: [UInt8]) throws {
        let count = try #require(input).withNumbers { numbers in write(numbers[0], bytes, bytes.count) }
        try #require(count == bytes.count)
    }

    /// Closes the input, as a browser does when the panel is closed.
    func closeInput() { input = nil }

    /// Waits for a message that fulfils a condition; the others are dropped.
    func next(where condition: ([String: Any]) -> Bool) throws -> [String: Any] {
        while true {
            let message = try next()
            if condition(message) { return message }
        }
    }

    private func next() throws -> [String: Any] {
        let head = try bytes(4)
        let body = try bytes(Int(head.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }))
        return try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    }

    private func bytes(_ count: Int) throws -> Data {
        while received.count < count {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            let number = output.withNumbers { numbers in
                var waiting = pollfd(fd: numbers[0], events: Int16(POLLIN), revents: 0)
                return poll(&waiting, 1, 600_000) > 0 ? read(numbers[0], &buffer, buffer.count) : -1
            }
            try #require(number > 0, "the program has ended, or says nothing")
            received.append(contentsOf: buffer[..<number])
        }
        defer { received = Data(received.dropFirst(count)) }
        return Data(received.prefix(count))
    }

    /// Waits for the end of the program; its exit status, or nil if a signal ended it.
    func status() throws -> Int32? {
        let handle = try ProcessHandle(pid, parents: [getpid()])
        var waiting = pollfd(fd: handle.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        try #require(poll(&waiting, 1, 600_000) > 0, "the program has not ended")
        var status: CInt = 0
        try #require(waitpid(pid, &status, 0) == pid)
        isReaped = true
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }
}
