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
            try self.init(manifest: manifest, types: .current, obstacle: obstacle)
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

    /// Reads the rule of a manifest, which may be a source file with build variables.
    ///
    /// - Throws: ``CommandFailure`` if the manifest cannot be read.
    init(manifest path: String, types: TypeGraph, obstacle: String? = nil) throws {
        let bytes = try InputFile.content(of: path, limit: PropertyListLimits.fileBytes)
        do throws(ManifestError) {
            let plist = try PropertyListValue(parsing: bytes, file: path)
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
        let explanation = rule.explanation(for: items, types: types)
        return obstacle.map(explanation.withheld) ?? explanation
    }
}
