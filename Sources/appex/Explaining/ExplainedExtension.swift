import AppexActivation
import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers

/// The extension whose activation is explained.
struct ExplainedExtension {
    let rule: ActivationRule
    /// The types by which its rule is evaluated.
    let types: TypeGraph
    /// Why hosts are never offered it, whatever the items are; nil if they are, or for a manifest alone.
    private let obstacle: String?
    /// The mistakes in its Info.plist, and for an installed extension also in its bundle, in sentences.
    private let mistakes: [String]

    /// Reads a manifest or looks up an installed extension.
    ///
    /// - Parameter name: the path of an Info.plist, or the bundle identifier of an installed extension.
    /// - Throws: ``CommandFailure`` if there is neither, or if the manifest does not declare an extension.
    init(_ name: String) async throws {
        if FileManager.default.fileExists(atPath: name) {
            try self.init(manifest: name, types: .current)
        } else if !name.contains("/"), !name.hasSuffix(".plist") {
            let (record, obstacle) = try await Self.installed(name)
            let manifests = [BundleShape.flat, .contents].map { record.bundlePath + "/" + $0.manifest }
            let manifest = manifests.first { FileManager.default.fileExists(atPath: $0) } ?? manifests[0]
            try self.init(
                manifest: manifest, types: .current, obstacle: obstacle,
                mistakes: Self.mistakes(inBundleAt: record.bundlePath))
        } else {
            throw CommandFailure("Cannot explain \(name): there is no such file.", .notFound)
        }
    }

    /// The copy of an installed extension that is used, and why hosts are not offered it.
    private static func installed(_ identifier: String) async throws -> (ExtensionRecord, obstacle: String?) {
        let device = try ExtensionHost().administration
        do {
            return (try await device.extension(identifier), nil)
        } catch {
            guard error.code == .refused else { throw error }
            let records = try await device.apps()
            let copies = records.flatMap(\.extensions).filter { $0.identifier == identifier }
            guard let used = copies.first(where: { $0.standing == .off }) ?? copies.first else { throw error }
            return (used, error.message)
        }
    }

    /// The mistakes in an installed extension, in sentences; nil if its app cannot be read.
    static func mistakes(inBundleAt path: String) -> [String]? {
        let bundle = URL(filePath: path)
        var app = bundle
        while app.pathExtension != "app" {
            guard app.pathComponents.count > 1 else { return nil }
            app = app.deletingLastPathComponent()
        }
        let parent = app.deletingLastPathComponent().path
        let name = String(decoding: bundle.path.utf8.dropFirst(parent.utf8.count + 1), as: UTF8.self)
        return (try? CheckedApp(at: app))?.mistakes.filter { $0.severity != .store && $0.file.begins(with: name + "/") }
            .map(\.sentence)
    }

    /// Reads the rule of a manifest, which may be a source file with build variables.
    ///
    /// - Parameter mistakes: those of the whole bundle, in sentences; nil to look for those in the manifest alone.
    /// - Throws: ``CommandFailure`` if the manifest cannot be read.
    init(manifest path: String, types: TypeGraph, obstacle: String? = nil, mistakes: [String]? = nil) throws {
        let bytes = try InputFile.content(of: path, limit: PropertyListLimits.fileBytes)
        do throws(ManifestError) {
            let plist = try PropertyListValue(parsing: bytes, file: path)
            self.mistakes =
                mistakes
                ?? MistakeRule.mistakes(in: [ExaminedBundle(manifest: plist, file: path, types: types)])
                .filter { $0.severity != .store }.map(\.sentence)
            let declaration = try ExtensionDeclaration(plist, file: path)
            rule = ActivationRule(attributes: declaration.attributes, point: declaration.extensionPoint)
        } catch {
            throw CommandFailure("\(error).", .failed)
        }
        self.types = types
        self.obstacle = obstacle
    }

    /// Why hosts are or are not offered it for some items.
    func explanation(for items: [ItemTypes]) -> ActivationExplanation {
        var explanation = rule.explanation(for: items, types: types)
        explanation.notes += mistakes.filter { !explanation.notes.contains($0) }
        return obstacle.map(explanation.withheld) ?? explanation
    }
}
