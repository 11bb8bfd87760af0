import AppexModel
import AppexSystem
import Glibc
import Synchronization
import SystemPackage

/// What extensions print, in one bounded file each.
final class ExtensionLogs: Sendable {
    private let folder: FilePath
    private let loop: EventLoop

    init(folder: FilePath, loop: EventLoop) {
        self.folder = folder
        self.loop = loop
    }

    /// The file of an extension.
    func path(_ identifier: BundleIdentifier) -> FilePath {
        folder.appending(identifier.rawValue + ".log")
    }

    /// A pipe for the standard output and errors of a new process. What comes out of it is written to
    /// the file until every copy of the writing end is closed.
    func open(_ identifier: BundleIdentifier) throws(Errno) -> Descriptor {
        let (reading, writing) = try Pipe.make().bags()
        guard let input = reading.take(), let output = writing.take() else { throw .badFileDescriptor }
        let file = RotatingFile(path(identifier))
        try ExtensionOutput.follow(input, into: file, on: loop)
        return output
    }
}

/// Copies a pipe into a file, in bounded parts.
private final class ExtensionOutput: Sendable {
    private let input: Descriptor
    private let file: RotatingFile
    private let loop: EventLoop
    private let token = Mutex<EventLoop.Token?>(nil)

    /// The most that is taken in one turn of the loop, so that an extension that prints without end
    /// delays nobody else for long.
    private static let part = 16 * 1024

    private init(_ input: consuming Descriptor, _ file: RotatingFile, _ loop: EventLoop) {
        self.input = input
        self.file = file
        self.loop = loop
    }

    static func follow(_ input: consuming Descriptor, into file: RotatingFile, on loop: EventLoop) throws(Errno) {
        _ = fcntl(input.rawValue, F_SETFL, O_NONBLOCK)
        let output = ExtensionOutput(input, file, loop)
        // The loop keeps the output until the pipe ends.
        let token = try loop.watch(output.input.rawValue, for: .readable) { _ in output.copy() }
        output.token.withLock { $0 = token }
    }

    private func copy() {
        withUnsafeTemporaryAllocation(byteCount: Self.part, alignment: 1) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = read(input.rawValue, base, buffer.count)
            if count > 0 { return file.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            let token = token.withLock { token in
                defer { token = nil }
                return token
            }
            if let token { loop.unwatch(input.rawValue, token) }
        }
    }
}
