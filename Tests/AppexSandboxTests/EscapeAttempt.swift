import AppexSandbox
import Foundation
import Glibc
import SystemPackage
import Testing

/// What became of one attempt to get out, as the probe tells it.
struct EscapeAttempt: CustomStringConvertible {
    /// Who gets through without a sandbox.
    enum Proof: String {
        case anybody, root, nobody
    }

    let number: Int
    /// Its class and its name.
    let name: String
    /// The outcomes that are right, by the names of errnos and signals.
    let refusals: Set<String>
    let proof: Proof
    /// The name of an errno, of the signal that ended the process, or "through".
    var outcome: String

    var isRefused: Bool { refusals.contains(outcome) }
    var description: String { "\(name): \(outcome)" }

    init?(line: Substring) {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 6, let number = Int(fields[0]), let proof = Proof(rawValue: fields[4]) else { return nil }
        self.number = number
        name = "\(fields[1]): \(fields[2])"
        refusals = Set(fields[3].split(separator: " ").map(String.init))
        self.proof = proof
        outcome = fields[5]
    }

    /// Makes every attempt inside the sandbox of a fixture.
    ///
    /// - Parameter network: whether the process may use the network, as far as its own namespace goes.
    static func all(
        in fixture: SandboxFixture, _ mode: LauncherMode, network: Bool = false
    ) async throws -> [EscapeAttempt] {
        var attempts: [EscapeAttempt] = []
        while true {
            let finished = try await fixture.run(
                ["escapes"] + fixture.surroundings(mode) + ["\(attempts.count)"],
                handing: fixture.other.appending("secret"), network: network)
            let lines = finished.output.split(separator: "\n")
            let count = attempts.count
            attempts += lines.compactMap { EscapeAttempt(line: $0) }
            if lines.last == "end" { return attempts }
            // The last attempt ended the process, or put another program in its place.
            try #require(attempts.count > count, "\(finished)")
            attempts[attempts.count - 1].outcome = finished.status.map(Self.ending) ?? "nothing"
        }
    }

    private static func ending(_ status: AppexSandbox.ExitStatus) -> String {
        switch status {
        case .exited(let code): "exit \(code)"
        case .signaled(SIGSYS): "SIGSYS"
        case .signaled(let signal): "signal \(signal)"
        case .stopped: "stopped"
        }
    }

    /// Makes every attempt without a sandbox, in namespaces that keep the machine safe from them.
    static func allWithoutSandbox(in fixture: SandboxFixture) throws -> [EscapeAttempt] {
        let probe = Process()
        probe.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        probe.arguments =
            ["unshare", "--pid", "--mount", "--ipc", "--uts", "--fork", "--mount-proc"]
            + (geteuid() == 0 ? [] : ["--map-root-user"])
            + [fixture.program.string, "escapes"] + fixture.surroundings(.direct) + ["free"]
        let output = Pipe()
        probe.currentDirectoryURL = URL(fileURLWithPath: "/")
        probe.standardInput = FileHandle.nullDevice
        // What is started, to show that it can be, complains.
        probe.standardError = FileHandle.nullDevice
        probe.standardOutput = output
        try probe.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        probe.waitUntilExit()
        let lines = text.split(separator: "\n")
        try #require(lines.last == "end", "\(text.suffix(300))")
        return lines.compactMap { EscapeAttempt(line: $0) }
    }
}
