import Foundation
import Glibc
import OpenExtensionKit
import Subprocess
import SystemPackage
import Testing

/// What a run of the `appex` program gave.
struct CommandLineRun: Sendable {
    /// The exit status; nil when a signal ended it.
    let status: Int32?
    let output: String
    let errors: String
    let duration: Duration

    /// The object that `--json` printed.
    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(output.utf8))
    }
}

extension TestDevice {
    /// Runs `appex` as a process of its own, in the device's folder `files`.
    func appex(_ arguments: String...) async throws -> CommandLineRun {
        try await appex(arguments)
    }

    /// - Parameter input: what it reads.
    /// - Parameter variables: what is different in its environment.
    func appex(
        _ arguments: [String], reading input: String = "", adding variables: [Environment.Key: String] = [:]
    ) async throws -> CommandLineRun {
        let started = ContinuousClock.now
        let result = try await run(
            .path(BuiltProgram.commandLine.path), arguments: Arguments(arguments),
            environment: subprocessEnvironment.updating(variables),
            workingDirectory: folder.appending("files"), input: .string(input), output: .string(limit: 4 << 20),
            error: .string(limit: 1 << 20)
        )
        let status: Int32? = if case .exited(let code) = result.terminationStatus { code } else { nil }
        return CommandLineRun(
            status: status, output: result.standardOutput, errors: result.standardError, duration: .now - started)
    }

    /// The same while `body` watches it by its pid.
    ///
    /// - Returns: whether it has succeeded.
    @discardableResult
    func appex(
        _ arguments: [String], whileRunning body: @escaping @Sendable (Int32) async throws -> Void
    ) async throws -> Bool {
        let result = try await run(
            .path(BuiltProgram.commandLine.path), arguments: Arguments(arguments), environment: subprocessEnvironment,
            workingDirectory: folder.appending("files"), input: .none, output: .discarded, error: .discarded
        ) { execution in
            try await body(execution.processIdentifier.value)
        }
        return result.terminationStatus.isSuccess
    }

    /// Runs `appex` for as long as `body` wants more of the lines that it prints, then ends it.
    func appex(
        _ arguments: String..., eachLine body: @escaping @Sendable (String) async throws -> Bool
    ) async throws {
        _ = try await run(
            .path(BuiltProgram.commandLine.path), arguments: Arguments(arguments), environment: subprocessEnvironment,
            workingDirectory: folder.appending("files"), input: .none, output: .sequence, error: .discarded
        ) { execution in
            for try await line in execution.standardOutput.strings() {
                guard try await body(line.trimmingCharacters(in: .newlines)) else { break }
            }
            kill(execution.processIdentifier.value, SIGKILL)
        }
    }

    /// Runs a host of its own process that hands over what never comes, and kills it once the extension has
    /// asked for that.
    func killHost(whenAskedBy behaviour: String) async throws {
        _ = try await run(
            .path(BuiltProgram.host.path), arguments: [fixtureIdentifier, behaviour],
            environment: subprocessEnvironment,
            workingDirectory: folder.appending("files"), input: .none, output: .sequence, error: .discarded
        ) { execution in
            for try await line in execution.standardOutput.strings() where line.contains("asked") { break }
            kill(execution.processIdentifier.value, SIGKILL)
        }
    }

    /// The environment of a program that runs on the device.
    var subprocessEnvironment: Environment {
        .custom(
            Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
    }

    /// Installs an app, which has to succeed.
    @discardableResult
    func install(_ app: TestApp) async throws -> CommandLineRun {
        let run = try await appex("install", try app.write(into: folder).string, "--json", "--untrusted", "--replace")
        try #require(run.status == 0, "\(run.errors)")
        return run
    }

    /// Installs an app with one extension.
    func install(_ appex: TestAppex) async throws {
        try await install(TestApp(appex))
    }

    /// Writes a file that a test hands over.
    func write(_ content: Data, to name: String) throws -> String {
        let path = folder.appending("files").appending(name)
        try content.write(to: URL(fileURLWithPath: path.string))
        return path.string
    }

    /// A file of the folder in which `appex` runs.
    func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder.appending("files").appending(name).string))
    }
}
