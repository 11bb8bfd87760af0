import AppexModel
import AppexSigning
import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc
import SystemPackage

/// What SwiftPM has said about a package, kept until the package or the toolchain changes. Each question costs a start of SwiftPM.
struct PackageCache {
    /// The package's folder.
    let package: FilePath

    /// The maximum size of an answer in bytes.
    private static let limit = 16 << 20

    /// Whether the meaning of a manifest can depend on more than its text and the names of the package's files. A dot between two
    /// letters is not a word boundary, so the words are not found by `\b`.
    private static func canChange(_ manifest: String) -> Bool {
        manifest.contains(/(?:^|\W)import\s+(?:\w+\s+)?(?:Foundation|FoundationEssentials|Glibc|Musl)(?!\w)/)
            || manifest.contains(/(?:^|\W)Context\s*\.\s*(?:environment|gitInformation)(?!\w)/)
    }

    /// The answer to a question: the earlier one, if nothing has changed, or that of `ask`.
    ///
    /// - Parameter name: the name of the question, which is that of a file.
    /// - Parameter inputs: what an answer depends on besides the package itself.
    /// - Throws: the errors of `ask`.
    func answer(
        to name: String, inputs: (String) -> FileDigest? = { _ in try? FileDigest(of: []) },
        _ ask: () async throws(BundlingError) -> String
    ) async throws(BundlingError) -> String {
        let file = URL(filePath: package.appending(".build").appending("appex").appending("\(name).json").string)
        guard let key else { return try await ask() }
        if let kept = try? InputFile.content(of: file.path, limit: Self.limit) {
            let text = String(decoding: kept, as: UTF8.self)
            if let end = text.firstIndex(of: "\n") {
                let answer = String(text[text.index(after: end)...])
                if let inputs = inputs(answer), text[..<end] == "\(key) \(inputs)" { return answer }
            }
        }
        let answer = try await ask()
        // Without the file, SwiftPM is asked again the next time.
        if let inputs = inputs(answer) {
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try? Data("\(key) \(inputs)\n\(answer)".utf8).write(to: file, options: .atomic)
        }
        return answer
    }

    /// A digest of the contents of Package.swift in some folders, and of the versions that the package resolves its dependencies to.
    ///
    /// - Returns: nil if a manifest cannot be read, or can change without a change of its text, or if no digest can be computed.
    func digest(ofManifestsIn folders: [FilePath]) -> FileDigest? {
        guard var builder = try? FileDigest.Builder() else { return nil }
        add(try? Data(contentsOf: URL(filePath: package.appending("Package.resolved").string)), to: &builder)
        for folder in folders.sorted(by: { $0.string < $1.string }) {
            guard addManifests(of: folder, to: &builder) else { return nil }
        }
        return try? builder.digest()
    }

    /// A digest of the package's manifest, the names of its files, and the toolchain; nil if it would not notice a change.
    private var key: FileDigest? {
        guard let toolchain, var builder = try? FileDigest.Builder() else { return nil }
        add(Data("\(PackageVersion.current)\n\(package)\n\(toolchain)\n".utf8), to: &builder)
        guard addManifests(of: package, to: &builder) else { return nil }
        add(Data(SourceSnapshot(of: package.string).paths.joined(separator: "\n").utf8), to: &builder)
        return try? builder.digest()
    }

    /// - Returns: whether the manifests of a package were added, also those for certain versions of the tools.
    private func addManifests(of folder: FilePath, to builder: inout FileDigest.Builder) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string))?.sorted() ?? []
        let manifests = names.filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
        for name in manifests {
            guard let content = try? Data(contentsOf: URL(filePath: folder.appending(name).string)) else {
                return false
            }
            let text = String(decoding: content, as: UTF8.self)
            guard !Self.canChange(text) else { return false }
            add(Data("\(folder)/\(name)".utf8), to: &builder)
            add(content, to: &builder)
        }
        return !manifests.isEmpty
    }

    /// Adds a text in such a way that no other sequence of texts has the same digest.
    private func add(_ content: Data?, to builder: inout FileDigest.Builder) {
        let content = content ?? Data()
        Array("\(content.count)\n".utf8).withUnsafeBytes { builder.add($0) }
        content.withUnsafeBytes { builder.add($0) }
    }

    /// The `swift` command in PATH with the time of its last change; nil if it is a program that chooses among toolchains.
    private var toolchain: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.map { "\($0)/swift" as String }.first { access($0, X_OK) == 0 }
        guard let program = found.map({ URL(filePath: $0).resolvingSymlinksInPath() }) else { return nil }
        let name = program.lastPathComponent
        guard name == "swift" || name.hasPrefix("swift-") else { return nil }
        var status = stat()
        guard stat(program.path, &status) == 0 else { return nil }
        return "\(program.path) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
}
