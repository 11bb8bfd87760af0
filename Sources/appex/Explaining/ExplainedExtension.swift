import AppexActivation
import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers

/// The extension that a question about activation is about.
struct ExplainedExtension {
    let rule: ActivationRule
    /// The types by which its rule judges.
    let types: TypeGraph
    /// Why hosts are not offered it whatever the items are, nil when they are or when it is a manifest alone.
    private let obstacle: String?

    /// Finds a manifest or an installed extension.
    ///
    /// - Parameter name: the path of an Info.plist, else the bundle identifier of an installed extension.
    /// - Throws: ``CommandFailure`` when there is neither, or when the manifest declares no extension.
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
        let broker = try ExtensionHost().broker
        do {
            return (try await broker.call(BrokerInterface.Find(identifier: identifier)).0, nil)
        } catch {
            guard error.code == .refused else { throw error }
            let records = try await broker.call(BrokerInterface.List()).0.elements
            let copies = records.flatMap(\.extensions).filter { $0.identifier == identifier }
            guard let used = copies.first(where: { $0.standing == .off }) ?? copies.first else { throw error }
            return (used, error.message)
        }
    }

    /// Reads the rule of a manifest, which may be a source with build variables.
    ///
    /// - Throws: ``CommandFailure``.
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

    /// Why hosts are offered it for some items, or are not.
    func explanation(for items: [ItemTypes]) -> ActivationExplanation {
        let explanation = rule.explanation(for: items, types: types)
        return obstacle.map(explanation.withheld) ?? explanation
    }
}
