import Foundation
import Glibc
import Testing

@testable import appex

@Suite final class ToolInterruptionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "interruption-\(UUID().uuidString)")

    init() throws {
        let manifest = """
            <plist version="1.0"><dict><key>CFBundlePackageType</key><string>APPL</string></dict></plist>
            """
        let description = """
            {"name": "P", "path": "\(folder.path)/Package",
             "targets": [{"name": "App", "c99name": "App", "type": "executable", "path": "Sources/App"}],
             "products": [{"name": "App", "targets": ["App"], "type": {"executable": null}}]}
            """
        try ProjectFiles.write(
            ["Package/Package.swift": "", "Package/Sources/App/Info.plist": manifest, "description": description],
            into: folder)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The program `appex`, which is built beside the bundle of tests.
    private var appex: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "appex")
    }

    /// A program `swift` that describes the package, except for the call with a certain number: this one starts a program of its own,
    /// writes the identifiers of both into a file, and does not end.
    private func makeToolchain(staysFrom call: Int, _ first: String) throws -> String {
        let tools = folder.appending(path: "tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let script = """
            #!/bin/sh
            echo call >>'\(folder.path)/calls'
            if [ "$(wc -l <'\(folder.path)/calls')" -lt \(call) ]; then
                exec cat '\(folder.path)/description'
            fi
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
        arguments: [(SIGTERM, ":"), (SIGINT, ":"), (SIGHUP, ":"), (SIGTERM, "trap '' TERM")], [1, 2])
    func `a command that is ended ends the compilers that it has started`(
        signal: (number: CInt, first: String), call: Int
    ) async throws {
        let command = Process()
        command.executableURL = appex
        command.arguments = ["check", folder.appending(path: "Package").path]
        let path = try makeToolchain(staysFrom: call, signal.first) + ":/usr/bin:/bin"
        command.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { _, new in new }
        command.standardError = FileHandle.nullDevice
        try command.run()
        let file = folder.appending(path: "pids")
        while !FileManager.default.fileExists(atPath: file.path) { try await Task.sleep(for: .milliseconds(10)) }
        kill(command.processIdentifier, signal.number)
        command.waitUntilExit()
        #expect(command.terminationReason == .uncaughtSignal && command.terminationStatus == signal.number)
        let processes = try String(contentsOf: file, encoding: .utf8).split(separator: " ")
            .compactMap { pid_t($0) }
        #expect(processes.count == 2)
        for process in processes { #expect(!isRunning(process)) }
    }
}
