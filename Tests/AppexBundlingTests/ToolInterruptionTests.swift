import Foundation
import Glibc
import Testing

@Suite final class ToolInterruptionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "interruption-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Package"), withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "Package/Package.swift"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The program `appex`, which is built beside the bundle of tests.
    private var appex: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "appex")
    }

    /// A program `swift` that starts a program of its own, writes the identifiers of both into a file, and does not end.
    private func makeToolchain(_ first: String) throws -> String {
        let tools = folder.appending(path: "tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let script = """
            #!/bin/sh
            \(first)
            sleep 1000 &
            printf '%s %s' $$ $! >'\(folder.path)/pids.new'
            mv '\(folder.path)/pids.new' '\(folder.path)/pids'
            wait
            """
        let swift = tools.appending(path: "swift")
        try Data(script.utf8).write(to: swift)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
        return tools.path
    }

    private func isRunning(_ process: pid_t) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return text[(text.lastIndex(of: ")") ?? text.startIndex)...].dropFirst(2).first != "Z"
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [(SIGTERM, ":"), (SIGINT, ":"), (SIGHUP, ":"), (SIGTERM, "trap '' TERM")])
    func `a command that is ended ends the compilers that it has started`(signal: CInt, first: String) async throws {
        let command = Process()
        command.executableURL = appex
        command.arguments = ["check", folder.appending(path: "Package").path]
        let path = try makeToolchain(first) + ":/usr/bin:/bin"
        command.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { _, new in new }
        command.standardError = FileHandle.nullDevice
        try command.run()
        let file = folder.appending(path: "pids")
        while !FileManager.default.fileExists(atPath: file.path) { try await Task.sleep(for: .milliseconds(10)) }
        kill(command.processIdentifier, signal)
        command.waitUntilExit()
        #expect(command.terminationReason == .uncaughtSignal && command.terminationStatus == signal)
        let processes = try String(contentsOf: file, encoding: .utf8).split(separator: " ")
            .compactMap { pid_t($0) }
        #expect(processes.count == 2)
        for process in processes { #expect(!isRunning(process)) }
    }
}
