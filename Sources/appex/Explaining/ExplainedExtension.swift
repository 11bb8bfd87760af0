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

    /// Finds a manifest or an installed extension.
    ///
    /// - Parameter name: the path of an Info.plist, else the bundle identifier of an installed extension.
    /// - Throws: ``CommandFailure`` when there is neither, or when the manifest declares no extension.
    init(_ name: String) async throws {
        if FileManager.default.fileExists(atPath: name) {
            try self.init(manifest: name, types: .current)
        } else if !name.contains("/"), !name.hasSuffix(".plist") {
            let records = try await ExtensionHost().broker.call(BrokerInterface.List()).0.elements
            guard let record = records.flatMap(\.extensions).first(where: { $0.identifier == name }) else {
                throw CommandFailure(
                    "There is no extension \(name); `appex list` shows what is installed.", .notFound)
            }
            let manifests = [BundleShape.flat, .contents].map { record.bundlePath + "/" + $0.manifest }
            let manifest = manifests.first { FileManager.default.fileExists(atPath: $0) } ?? manifests[0]
            try self.init(manifest: manifest, types: .current)
        } else {
            throw CommandFailure("Cannot explain \(name): there is no such file.", .notFound)
        }
    }

    /// Reads the rule of a manifest, which may be a source with build variables.
    init(manifest path: String, types: TypeGraph) throws {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure("Cannot read \(path): \(error.localizedDescription)", .failed)
        }
        do throws(ManifestError) {
            let plist = try PropertyListValue(parsing: Array(bytes), file: path)
            let declaration = try ExtensionDeclaration(plist, file: path)
            rule = ActivationRule(attributes: declaration.attributes, point: declaration.extensionPoint)
        } catch {
            throw CommandFailure("\(error).", .failed)
        }
        self.types = types
    }
}
