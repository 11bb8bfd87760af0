import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// Runs the programs of the toolchain.
enum ToolProcess {
    /// Bytes of error messages to keep.
    private static let longestComplaint = 64 << 10
    /// Bytes of error messages to read, of which the last are kept. A linker that misses a library prints thousands of lines.
    private static let messageLimit = 16 << 20

    /// Runs a program and returns its output; its messages become part of the error.
    ///
    /// - Parameter program: the name of a program in PATH, or a path.
    /// - Parameter folder: the folder to run it in; nil for that of this process.
    /// - Parameter limit: the maximum size of the output in bytes.
    /// - Throws: ``BundlingError`` if the program cannot be started, fails, or prints more.
    static func output(
        of program: String = "swift", _ arguments: [String], in folder: FilePath? = nil,
        limit: Int = longestComplaint
    ) async throws(BundlingError) -> String {
        let status: TerminationStatus
        let output: String
        let complaint: String
        do {
            let result = try await ToolInterruption.whileRunning {
                try await Subprocess.run(
                    program.contains("/") ? .path(FilePath(program)) : .name(program), arguments: Arguments(arguments),
                    workingDirectory: folder, output: .string(limit: limit),
                    error: .string(limit: max(limit, messageLimit)))
            }
            status = result.terminationStatus
            output = result.standardOutput
            complaint = result.standardError
        } catch {
            throw .noToolchain(reason: "\(error)")
        }
        guard status.isSuccess else {
            throw .toolFailed(
                command: command(program, arguments), status: text(status),
                output: String(complaint.trimmingCharacters(in: .whitespacesAndNewlines).suffix(longestComplaint)))
        }
        return output
    }

    /// Runs `swift` and shows its output on standard error as it appears.
    ///
    /// - Parameter environment: variables that are set for it.
    /// - Throws: ``BundlingError`` if `swift` cannot be started or fails.
    static func show(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws(BundlingError) {
        let status: TerminationStatus
        let transcript = BuildOutput()
        do {
            status = try await ToolInterruption.whileRunning {
                try await run(arguments, environment: environment, showing: transcript)
            }
        } catch {
            throw .noToolchain(reason: "\(error)")
        }
        for line in transcript.lines.withLock({ $0.ending(isSuccess: status.isSuccess) }) {
            FileHandle.standardError.write(Data("\(line)\n".utf8))
        }
        guard status.isSuccess else {
            throw .toolFailed(command: command("swift", arguments), status: text(status), output: "")
        }
    }

    /// Runs `swift`, and shows those lines of its output that a transcript chooses.
    private static func run(
        _ arguments: [String], environment: [String: String], showing transcript: BuildOutput
    ) async throws -> TerminationStatus {
        try await withThrowingTaskGroup { group in
            group.addTask {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    if let line = transcript.lines.withLock({ $0.signOfLife(at: .now) }) { Console.complain(line) }
                }
            }
            defer { group.cancelAll() }
            return try await Subprocess.run(
                .name("swift"), arguments: Arguments(arguments), environment: inherited(with: environment),
                input: .none, output: .sequence, error: .combinedWithOutput
            ) { execution in
                for try await line in execution.standardOutput.strings()
                where transcript.lines.withLock({ $0.shows(line, at: .now) }) {
                    FileHandle.standardError.write(Data("\(line)\n".utf8))
                }
            }.terminationStatus
        }
    }

    /// The output of a build, which a task reads while another one reports that time passes.
    private final class BuildOutput: Sendable {
        let lines = Mutex(BuildTranscript(at: .now))
    }

    /// Runs the program that ports projects, with its output on the standard streams.
    ///
    /// - Returns: whether it has succeeded.
    /// - Throws: ``BundlingError`` if it cannot be started.
    static func run(_ program: FilePath, _ arguments: [String]) async throws(BundlingError) -> Bool {
        do {
            return try await ToolInterruption.whileRunning {
                try await Subprocess.run(
                    .path(program), arguments: Arguments(arguments), output: .currentStandardOutput,
                    error: .currentStandardError
                ).terminationStatus.isSuccess
            }
        } catch {
            throw .port(reason: "\(program) cannot be started (\(error)); check that it is a program for this system")
        }
    }

    /// Runs `swift` with its output on the standard streams.
    ///
    /// - Parameter environment: variables that are set for it.
    /// - Throws: ``BundlingError`` if `swift` cannot be started or fails.
    static func run(_ arguments: [String], environment: [String: String]) async throws(BundlingError) {
        let status: TerminationStatus
        do {
            status = try await ToolInterruption.whileRunning {
                try await Subprocess.run(
                    .name("swift"), arguments: Arguments(arguments),
                    environment: inherited(with: environment), output: .currentStandardOutput,
                    error: .currentStandardError
                ).terminationStatus
            }
        } catch {
            throw .noToolchain(reason: "\(error)")
        }
        guard status.isSuccess else {
            throw .toolFailed(command: command("swift", arguments), status: text(status), output: "")
        }
    }

    /// The environment of this process with other variables.
    private static func inherited(with variables: [String: String]) -> Environment {
        let updates = variables.map { (Environment.Key(stringLiteral: $0), Optional($1)) }
        return .inherit.updating(Dictionary(uniqueKeysWithValues: updates))
    }

    private static func text(_ status: TerminationStatus) -> String {
        switch status {
        case .exited(let code): "exit status \(code)"
        case .signaled(let signal): "ended by signal \(signal)"
        }
    }

    private static func command(_ program: String, _ arguments: [String]) -> String {
        ([program] + arguments).joined(separator: " ")
    }
}
