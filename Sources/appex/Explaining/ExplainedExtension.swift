import AppexActivation
import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers

/// The extension that a question about activation is about.
struct ExplainedExtension {
    private let rule: ActivationRule
    /// The types by which its rule judges.
    private let types: TypeGraph
    /// Its standing when it is installed.
    private var record: ExtensionRecord?

    /// Finds a manifest or an installed extension.
    ///
    /// - Parameter name: the path of an Info.plist, else the bundle identifier of an installed extension.
    /// - Throws: ``CommandFailure`` when there is neither, or when the manifest declares no extension.
    init(_ name: String) async throws {
        if FileManager.default.fileExists(atPath: name) {
            try self.init(manifest: name, types: .current)
            return
        }
        guard !name.contains("/"), !name.hasSuffix(".plist") else {
            throw CommandFailure("Cannot explain \(name): there is no such file.", .notFound)
        }
        let host = try ExtensionHost()
        let installed = try await host.broker.call(BrokerInterface.List()).0.elements.flatMap(\.extensions)
        // Of several copies that which is used, if any is.
        let copies = installed.filter { $0.identifier == name }
        guard let record = copies.first(where: { $0.standing != .superseded }) ?? copies.first else {
            let question = NearMisses.question(name, among: Set(installed.map(\.identifier)))
            throw CommandFailure(
                "There is no extension \(name).\(question) `appex list` shows what is installed.", .notFound)
        }
        let manifests = [BundleShape.flat, .contents].map { record.bundlePath + "/" + $0.manifest }
        let manifest = manifests.first { FileManager.default.fileExists(atPath: $0) } ?? manifests[0]
        // The host has read what the device's apps declare of types.
        try self.init(manifest: manifest, types: .current)
        self.record = record
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

    /// Why it is offered for some items, or is not.
    func explanation(for items: [ItemTypes]) -> ActivationExplanation {
        var explanation = rule.explanation(for: items, types: types)
        if let obstacle { explanation.notes.insert(obstacle, at: 0) }
        return explanation
    }

    /// Why hosts are not offered it whatever its rule says; `nil` when they are.
    private var obstacle: String? {
        guard let record else { return nil }
        switch record.standing {
        case .offered: return nil
        case .off:
            return "It is switched off, so it is not offered all the same; "
                + "`appex enable \(record.identifier)` switches it on."
        case .incompatible:
            return "It needs the system version \(record.minimumSystem), so it is not offered all the same."
        case .superseded: return "Another copy of it has a higher version, so this one is not offered all the same."
        }
    }
}
