import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// The `swift` command in PATH, applied to one package.
struct SwiftToolchain {
    /// The build configuration.
    enum Optimisation: String, CaseIterable {
        case debug, release
    }

    /// Bytes; enough for the description of a package with some thousand targets.
    private static let longestDescription = 16 << 20
    /// Bytes of error messages to keep.
    private static let longestComplaint = 64 << 10

    /// The package's folder.
    let package: FilePath
    /// The folder to build in.
    ///
    /// Static and dynamic builds of one package cannot share a folder: each object file records which libraries to
    /// link, and SwiftPM does not recompile when only that changes.
    let scratch: FilePath
    private let isShared: Bool

    /// - Parameter scratch: a build folder that packages share; nil for a folder within the package.
    init(package: FilePath, scratch: FilePath? = nil) {
        self.package = package
        self.scratch = scratch ?? package.appending(".build").appending("bundle")
        isShared = scratch != nil
    }

    /// Describes the package's targets and products.
    ///
    /// - Throws: ``BundlingError`` if `swift` cannot be started, fails, or prints something unexpected.
    func describe() async throws(BundlingError) -> PackageDescription {
        let json = try await run(["package", "describe", "--type", "json"], limit: Self.longestDescription)
        return try PackageDescription.reading(Data(json.utf8), package: package.string)
    }

    /// Says which targets of the package use which plug-ins.
    ///
    /// - Throws: ``BundlingError`` if `swift` cannot be started, fails, or prints something unexpected.
    func pluginUsages() async throws(BundlingError) -> PluginUsages {
        let json = try await run(["package", "dump-package"], limit: Self.longestDescription)
        return try PluginUsages.reading(Data(json.utf8), package: package.string)
    }

    /// Builds programs with a statically linked Swift runtime and returns the folder that contains them. The compiler's
    /// messages go to standard error as they appear.
    ///
    /// - Parameter products: nil for the whole package, which `swift` builds at once.
    /// - Throws: ``BundlingError`` if `swift` cannot be started or fails.
    func build(_ products: [String]?, _ optimisation: Optimisation) async throws(BundlingError) -> FilePath {
        var options = ["build", "--configuration", optimisation.rawValue, "--static-swift-stdlib"]
        if optimisation == .release {
            options += ["-Xlinker", "--strip-all"]
        }
        // Without this, SwiftPM would first use the build plan of the package that was built last in this folder.
        let planning = isShared ? ["--disable-build-manifest-caching"] : []
        if let products {
            for (index, product) in products.enumerated() {
                try await show(options + (index == 0 ? planning : []) + ["--product", product])
            }
        } else {
            try await show(options + planning)
        }
        let path = try await run(options + ["--show-bin-path"], limit: Self.longestComplaint)
        return FilePath(path.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Builds and runs the package's tests, with their output on the standard streams: in the folder of `swift test`, or
    /// in the folder `tests` of a build folder that packages share.
    ///
    /// - Parameter options: further options of `swift test`.
    /// - Parameter environment: variables that are set for the tests.
    /// - Throws: ``BundlingError`` if `swift` cannot be started or fails, as it does when a test fails.
    func test(_ options: [String], environment: [String: String]) async throws(BundlingError) {
        let folder =
            isShared
            ? ["--scratch-path", scratch.appending("tests").string, "--disable-build-manifest-caching"] : []
        let arguments = ["test", "--package-path", package.string] + folder + options
        let variables = environment.map { (Environment.Key(stringLiteral: $0), $1) }
        let status: TerminationStatus
        do {
            status = try await Subprocess.run(
                .name("swift"), arguments: Arguments(arguments),
                environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
                output: .currentStandardOutput, error: .currentStandardError
            ).terminationStatus
        } catch {
            throw .noToolchain(reason: "\(error)")
        }
        guard status.isSuccess else {
            throw .toolFailed(command: Self.command(arguments), status: Self.text(status), output: "")
        }
    }

    private func arguments(_ words: [String]) -> [String] {
        // `swift package describe` builds nothing but resolves dependencies in the same folder.
        Array(words.prefix(1)) + ["--package-path", package.string, "--scratch-path", scratch.string]
            + words.dropFirst()
    }

    /// Runs `swift` and returns its output; its messages become part of the error.
    private func run(_ words: [String], limit: Int) async throws(BundlingError) -> String {
        let arguments = arguments(words)
        let status: TerminationStatus
        let output: String
        let complaint: String
        do {
            let result = try await Subprocess.run(
                .name("swift"), arguments: Arguments(arguments), output: .string(limit: limit),
                error: .string(limit: limit))
            status = result.terminationStatus
            output = result.standardOutput
            complaint = result.standardError
        } catch {
            throw .noToolchain(reason: "\(error)")
        }
        guard status.isSuccess else {
            throw .toolFailed(
                command: Self.command(arguments), status: Self.text(status),
                output: String(complaint.trimmingCharacters(in: .whitespacesAndNewlines).suffix(Self.longestComplaint)))
        }
        return output
    }

    /// Runs `swift` and shows its output on standard error as it appears.
    private func show(_ words: [String]) async throws(BundlingError) {
        let arguments = arguments(words)
        let status: TerminationStatus
        do {
            status = try await withThrowingTaskGroup { group in
                let transcript = Mutex(BuildTranscript(at: .now))
                group.addTask {
                    while true {
                        try await Task.sleep(for: .seconds(1))
                        if let line = transcript.withLock({ $0.signOfLife(at: .now) }) { Console.complain(line) }
                    }
                }
                defer { group.cancelAll() }
                return try await Subprocess.run(
                    .name("swift"), arguments: Arguments(arguments), input: .none, output: .sequence,
                    error: .combinedWithOutput
                ) { execution in
                    for try await line in execution.standardOutput.strings()
                    where transcript.withLock({ $0.shows(line, at: .now) }) {
                        FileHandle.standardError.write(Data("\(line)\n".utf8))
                    }
                }.terminationStatus
            }
        } catch {
            throw .noToolchain(reason: "\(error)")
        }
        guard status.isSuccess else {
            throw .toolFailed(command: Self.command(arguments), status: Self.text(status), output: "")
        }
    }

    private static func text(_ status: TerminationStatus) -> String {
        switch status {
        case .exited(let code): "exit status \(code)"
        case .signaled(let signal): "ended by signal \(signal)"
        }
    }

    private static func command(_ arguments: [String]) -> String {
        (["swift"] + arguments).joined(separator: " ")
    }
}
