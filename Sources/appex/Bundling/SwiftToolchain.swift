import Foundation
import Subprocess
import SystemPackage

/// The `swift` in PATH, working on one package.
struct SwiftToolchain {
    /// Whether the compiler optimises.
    enum Optimisation: String, CaseIterable {
        case debug, release
    }

    /// A package of some thousand targets is described in less.
    private static let longestDescription = 16 << 20
    /// As much of an error as a person reads.
    private static let longestComplaint = 64 << 10

    /// The folder of the package.
    let package: FilePath
    /// The folder to build in.
    ///
    /// Static and dynamic builds of one package cannot share a folder: the compiler writes into each object which
    /// libraries it wants linked, and SwiftPM does not compile again when that changes.
    let scratch: FilePath
    private let isShared: Bool

    /// - Parameter scratch: a folder that packages share; nil for one of the package's own.
    init(package: FilePath, scratch: FilePath? = nil) {
        self.package = package
        self.scratch = scratch ?? package.appending(".build").appending("bundle")
        isShared = scratch != nil
    }

    /// What the package consists of.
    func describe() async throws(BundlingError) -> PackageDescription {
        let json = try await run(["package", "describe", "--type", "json"], limit: Self.longestDescription)
        return try PackageDescription.reading(Data(json.utf8), package: package.string)
    }

    /// Builds programs that carry the Swift runtime in themselves, and returns the folder they are in.
    ///
    /// What the compiler says goes to standard error as it comes.
    func build(_ products: [String], _ optimisation: Optimisation) async throws(BundlingError) -> FilePath {
        var options = ["build", "--configuration", optimisation.rawValue, "--static-swift-stdlib"]
        if optimisation == .release {
            options += ["-Xlinker", "--strip-all"]
        }
        for (index, product) in products.enumerated() {
            // At first SwiftPM would take the plan of the package that was built there last for this one's.
            let planning = isShared && index == 0 ? ["--disable-build-manifest-caching"] : []
            try await show(options + planning + ["--quiet", "--product", product])
        }
        let path = try await run(options + ["--show-bin-path"], limit: Self.longestComplaint)
        return FilePath(path.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func arguments(_ words: [String]) -> [String] {
        // `swift package describe` builds nothing, but resolves the dependencies in the same folder.
        Array(words.prefix(1)) + ["--package-path", package.string, "--scratch-path", scratch.string]
            + words.dropFirst()
    }

    /// Runs `swift` and returns what it prints; its errors are part of the error.
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

    /// Runs `swift` with everything it prints on standard error, as it comes.
    private func show(_ words: [String]) async throws(BundlingError) {
        let arguments = arguments(words)
        let status: TerminationStatus
        do {
            status = try await Subprocess.run(
                .name("swift"), arguments: Arguments(arguments), input: .none, output: .sequence,
                error: .combinedWithOutput
            ) { execution in
                for try await line in execution.standardOutput.strings() where !Self.isNoise(line) {
                    FileHandle.standardError.write(Data("\(line)\n".utf8))
                }
            }.terminationStatus
        } catch {
            throw .noToolchain(reason: "\(error)")
        }
        guard status.isSuccess else {
            throw .toolFailed(command: Self.command(arguments), status: Self.text(status), output: "")
        }
    }

    /// Whether a line warns about the inside of the static Foundation or of a library's .pc file, which nobody who
    /// bundles an app can change.
    static func isNoise(_ line: String) -> Bool {
        (line.contains("swift_static/") && line.contains("warning: "))
            || line.hasPrefix("warning: prohibited flag(s): -pthread")
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
