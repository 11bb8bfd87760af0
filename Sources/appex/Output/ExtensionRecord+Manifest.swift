import AppexActivation
import AppexModel
import AppexProtocol

extension ExtensionRecord {
    /// The content of the Info.plist of the installed extension; nil if it cannot be read.
    var manifest: PropertyListValue? {
        for file in [BundleShape.flat, .contents].map({ bundlePath + "/" + $0.manifest }) {
            guard let bytes = try? InputFile.content(of: file, limit: PropertyListLimits.fileBytes),
                let manifest = try? PropertyListValue(parsing: bytes, file: file)
            else { continue }
            return manifest
        }
        return nil
    }

    /// Why the extension is offered for no items whatever, although it is switched on; nil if it can be offered.
    var reasonAgainstEver: String? {
        guard standing == .offered, let manifest,
            let declaration = try? ExtensionDeclaration(manifest, file: "Info.plist")
        else { return nil }
        return ActivationRule(attributes: declaration.attributes, point: declaration.extensionPoint).reasonAgainstEver
    }
}
