import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// What commands do when nobody reads their output, as in `appex points | head -1`.
@Suite(.timeLimit(.minutes(30))) struct ClosedOutputTests {
    @Test(
        arguments: [["points"], ["points", "--json"], ["types", "public.image"], ["--help"], ["nothing", "--json"]],
        [false, true])
    func `a command whose output has no reader ends without a message`(
        arguments: [String], ignoresSignal: Bool
    ) async throws {
        try await TestDevice.with { device in
            let output = Pipe()
            // Nobody reads from the first byte on.
            try output.fileHandleForReading.close()
            let errors = device.scratch.appending(path: "errors")
            #expect(FileManager.default.createFile(atPath: errors.path, contents: nil))
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            // A program inherits that a signal is ignored.
            let prefix = ignoresSignal ? "trap '' PIPE; " : ""
            let program = try BuiltProgram.commandLine.path.string
            process.arguments = ["-c", "\(prefix)exec \"$0\" \"$@\"", program] + arguments
            process.environment = device.environment
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: errors)
            await withCheckedContinuation { continuation in
                process.terminationHandler = { _ in continuation.resume() }
                do { try process.run() } catch {
                    Issue.record(error)
                    continuation.resume()
                }
            }
            let lines = try String(contentsOf: errors, encoding: .utf8)
            let isSignal = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGPIPE
            // What is printed by way of a buffer ends with success.
            let isSuccess = process.terminationReason == .exit && process.terminationStatus == 0
            #expect(isSignal || isSuccess, "\(process.terminationReason), \(process.terminationStatus)")
            #expect(lines.isEmpty, "\(lines)")
        }
    }
}
