import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A process of `fixture-coordination`, or another program, which coordinates its access to files as it is told.
final class CoordinatingProcess: Sendable {
    private let process: Process
    private let input: FileHandle
    private let errorFile: String
    private let said = Mutex<[String]>([])

    /// - Parameter name: the name under which a copy of the program is started; nil for its own.
    /// - Parameter environment: variables in addition to those of the device.
    init(
        _ device: TestDevice, _ program: BuiltProgram = .coordination, named name: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        var program = try program.path
        if let name {
            let copy = device.folder.appending("bin").appending(name)
            // By another process: a program that is open for writing cannot be started, and tests start others meanwhile.
            try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: [program.string, copy.string]).waitUntilExit()
            program = copy
        }
        let (toProcess, fromProcess) = (Foundation.Pipe(), Foundation.Pipe())
        input = toProcess.fileHandleForWriting
        process = Process()
        process.executableURL = URL(fileURLWithPath: program.string)
        process.environment = device.environment.merging(environment) { $1 }
        process.standardInput = toProcess
        process.standardOutput = fromProcess
        errorFile = device.folder.appending("files").appending("errors-\(UUID().uuidString)").string
        _ = FileManager.default.createFile(atPath: errorFile, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: errorFile)
        try process.run()
        let output = fromProcess.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var rest = Data()
            while case let bytes = output.availableData, !bytes.isEmpty {
                rest.append(bytes)
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                    rest.removeSubrange(rest.startIndex...end)
                    self?.said.withLock { $0.append(line) }
                }
            }
        }
    }

    deinit {
        try? input.close()
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    var pid: Int32 { process.processIdentifier }

    /// The lines that it has printed.
    var lines: [String] { said.withLock { $0 } }

    /// What it has printed on its standard error.
    var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

    /// Sends it an order.
    func tell(_ order: String) { input.write(Data((order + "\n").utf8)) }

    /// Waits until it has printed a line.
    func says(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("\(process.processIdentifier) says: \(line)", sourceLocation: sourceLocation) {
            self.lines.contains(line)
        }
    }

    /// Tells it an order, and waits until it has printed a line.
    func tell(_ order: String, until line: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        tell(order)
        try await says(line, sourceLocation: sourceLocation)
    }

    func kill(_ signal: Int32) { Glibc.kill(process.processIdentifier, signal) }
}

extension TestDevice {
    /// What a process does with coordinated files, as the broker lists it: `waits /path`.
    func coordination(of process: CoordinatingProcess) async throws -> [String] {
        try await host().administration.coordination().filter { $0.pid == process.pid }
            .map { "\($0.activity) \($0.items.map(\.path).joined(separator: " "))" }
    }

    /// Waits until the broker lists an activity of a process.
    func awaitCoordination(
        _ activity: String, of process: CoordinatingProcess, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await eventually("\(process.pid) \(activity)", sourceLocation: sourceLocation) {
            try await self.coordination(of: process).contains(activity)
        }
    }

    /// A file in the device's folder for tests, as an absolute path.
    func file(_ name: String) -> String { scratch.appendingPathComponent(name).path }
}
