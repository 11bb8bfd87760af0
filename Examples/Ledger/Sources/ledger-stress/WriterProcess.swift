import OpenFoundation
import Synchronization

/// A process that writes, as the program sees it that has started it.
final class WriterProcess: Sendable {
    /// The name under which it writes. No other process has the same.
    let author: String
    private let process: Process
    private let input: FileHandle
    private let printed = Mutex(Data())
    private let hasEnded = DispatchSemaphore(value: 0)

    init(author: String, place: StressPlace) throws {
        self.author = author
        let (toProcess, fromProcess) = (Pipe(), Pipe())
        input = toProcess.fileHandleForWriting
        process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--author", author, "--folder", place.folder.path]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "XDG_CONFIG_HOME": place.configuration.path
        ]) { $1 }
        process.standardInput = toProcess
        process.standardOutput = fromProcess
        try process.run()
        let output = fromProcess.fileHandleForReading
        Thread.detachNewThread { [self] in
            while case let bytes = output.availableData, !bytes.isEmpty { printed.withLock { $0.append(bytes) } }
            hasEnded.signal()
        }
    }

    var isRunning: Bool { process.isRunning }

    func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

    /// Lets it finish what it is writing, and end.
    func close() { try? input.close() }

    /// Waits until it has ended, and kills it if that takes too long.
    ///
    /// - Returns: what it has acknowledged, and whether it ended as it should.
    func wait(killed: Bool, limit: DispatchTimeInterval = .seconds(60)) -> (said: [Acknowledgement], isFine: Bool) {
        let isInTime = hasEnded.wait(timeout: .now() + limit) == .success
        if !isInTime {
            kill()
            hasEnded.wait()
        }
        process.waitUntilExit()
        let text = String(decoding: printed.withLock { $0 }, as: UTF8.self)
        // What follows the last line end was cut off.
        let said = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .compactMap { Acknowledgement(line: $0) }
        return (said, isInTime && (killed || process.terminationStatus == EXIT_SUCCESS))
    }
}
