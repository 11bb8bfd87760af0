import AppexEntryPoint
import AppexModel
import Foundation

/// The source that begins the program of an extension or app, in a package that is built with an SDK.
///
/// It is a file of the target, which the package's `.gitignore` names. Every command that builds the package or reads it for an
/// editor writes the file before, and leaves one that is right as it is.
struct GeneratedSource: Equatable {
    /// The name of the file.
    static let name = SDKPackage.generatedSource
    /// The name of a source that declares `registerObjectiveCMembers()`.
    private static let members = "ObjectiveCMembers.swift"

    /// The place of the file.
    let file: URL
    /// The text; nil if the program begins in a source of its own.
    let text: String?

    /// - Throws: ``BundlingError/generatedSource(_:)`` or ``BundlingError/noMain(target:)`` or
    ///   ``BundlingError/noAppMain(target:)`` if it is not known how the program begins.
    init(of bundle: BundlePlan.Bundle) throws(BundlingError) {
        let folder = URL(filePath: bundle.folder)
        file = folder.appending(path: Self.name)
        let sources = Self.sources(in: folder)
        let isWritten =
            bundle.style == nil
            ? sources.keys.contains { $0.lastPathComponent == "main.swift" }
            : WrittenEntryPoint.isWritten(in: folder)
        guard !isWritten else {
            text = nil
            return
        }
        let entryPoint: EntryPoint
        do throws(EntryPointError) {
            entryPoint = try EntryPoint(
                manifest: bundle.manifest, file: bundle.manifestFile, module: bundle.module,
                hasView: Self.hasView(bundle, sources),
                sources: sources.sorted { $0.key.path < $1.key.path }.map(\.value),
                hasMembers: sources.keys.contains { $0.lastPathComponent == Self.members })
        } catch {
            throw .generatedSource(error.description)
        }
        if !entryPoint.hasCode {
            guard bundle.style == nil else { throw .noMain(target: bundle.target) }
            // A single source can consist of statements.
            guard sources.count < 2 || WrittenEntryPoint.isWritten(in: folder) else {
                throw .noAppMain(target: bundle.target)
            }
        }
        text = entryPoint.hasCode ? entryPoint.source : nil
    }

    /// Writes the file, or removes it if none is needed. One with the same text is left as it is, so that it is not compiled again.
    ///
    /// - Throws: ``BundlingError/file(doing:path:reason:)``, also if the file was not generated.
    func write() throws(BundlingError) {
        let old = try? Data(contentsOf: file)
        guard old != text.map({ Data($0.utf8) }) else { return }
        guard old == nil || old?.starts(with: EntryPoint.mark.utf8) == true else {
            throw .file(
                doing: "write", path: file.path,
                reason: "a file with this name, which is reserved for the generated source, exists; rename it")
        }
        do {
            guard let text else { return try FileManager.default.removeItem(at: file) }
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw .file(doing: "write", path: file.path, reason: ProjectFiles.reason(error))
        }
    }

    /// The texts of the Swift sources in a folder, without the generated one. A source that is not UTF-8 is left to the compiler.
    private static func sources(in folder: URL) -> [URL: String] {
        var sources: [URL: String] = [:]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift", file.lastPathComponent != name else { continue }
            sources[file] = try? String(contentsOf: file, encoding: .utf8)
        }
        return sources
    }

    /// Whether the program uses OpenUIKit: it or a target that it depends on imports it, under whichever name, or the extension
    /// begins with a storyboard.
    private static func hasView(_ bundle: BundlePlan.Bundle, _ sources: [URL: String]) -> Bool {
        let style = bundle.style.flatMap { bundle.manifest.dictionary?[$0.key]?.dictionary }
        if style?["NSExtensionMainStoryboard"] != nil || sources.values.contains(where: importsView) { return true }
        return bundle.dependencies.contains { folder in
            Self.sources(in: URL(filePath: folder)).values.contains(where: importsView)
        }
    }

    /// Whether a source imports a module with views.
    static func importsView(_ source: String) -> Bool {
        source.split(whereSeparator: \.isNewline).contains { line in
            line.contains("import")
                && line.prefixMatch(
                    of:
                        /\s*(?:@\w+(?:\(\w+\))?\s+)*(?:\w+\s+)?import\s+(?:\w+\s+)?(?:OpenUIKit|UIKit|Social|NotificationCenter|OpenPhotosUI|PhotosUI|Photos)(?!\w)/
                ) != nil
        }
    }
}
