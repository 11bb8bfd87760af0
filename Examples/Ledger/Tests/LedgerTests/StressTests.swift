import Foundation
import Testing

/// The program `ledger-stress`, with a device of its own.
@Suite(.timeLimit(.minutes(30))) struct StressTests {
    /// Runs the program, and returns its status and what it has printed.
    private func run(_ arguments: String) throws -> (status: Int32, output: String) {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = FileManager.default.temporaryDirectory.appending(path: "stress-\(UUID().uuidString.prefix(8))")
        let environment = ["APPEX_ROOT": "root", "XDG_RUNTIME_DIR": "run"].mapValues { folder.appending(path: $0).path }
        for path in environment.values {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = tests.deletingLastPathComponent().appending(path: "ledger-stress")
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .merging(["APPEX_IDLE_SECONDS": "0"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["APPEX_BROKER"] != nil, "set APPEX_BROKER"))
    func `nothing acknowledged is lost when writers are killed`() throws {
        let (status, output) = try run("--writers 4 --seconds 2 --kill")
        print(output)
        #expect(status == 0, "\(output)")
        #expect(output.contains("Nothing is lost."))
    }

    @Test(arguments: [
        "", "--writers 4", "--writers 0 --seconds 1", "--writers 65 --seconds 1", "--writers 1 --seconds 3601",
        "--writers one --seconds 1", "--writers 1 --seconds", "--writers 1 --seconds 1 --unknown",
    ])
    func `wrong arguments end with the usage`(arguments: String) throws {
        let (status, output) = try run(arguments)
        #expect(status == 64)
        #expect(output.contains("usage: ledger-stress --writers N --seconds S"))
    }
}
