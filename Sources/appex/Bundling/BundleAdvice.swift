import AppexActivation
import AppexModel
import AppexSystem
import Foundation
import SystemPackage

/// Mistakes in a bundle that do not prevent its installation, but what its author wants, or that Apple's stores reject.
enum BundleAdvice {
    /// Sentences about an extension and its app (rules V3, V7, V17 and V20).
    ///
    /// - Parameter bundle: the folder of the extension.
    static func sentences(
        about appex: AppexManifest, in app: AppManifest, at bundle: URL, _ shape: BundleShape
    ) -> [String] {
        let contents = bundle.appending(path: shape.manifest).deletingLastPathComponent()
        var sentences: [String] = []
        if (appex.version, appex.shortVersion) != (app.version, app.shortVersion) {
            sentences.append(
                "CFBundleVersion and CFBundleShortVersionString differ from the app's; Apple's stores require the same."
            )
        }
        if let minimum = appex.minimumOSVersion, DottedVersion(app.minimumOSVersion ?? "0") < DottedVersion(minimum) {
            sentences.append(
                "MinimumOSVersion is \(minimum), above the app's; on older systems the app has no such extension.")
        }
        for name in ["Frameworks", "PlugIns", "Extensions"]
        where FileManager.default.fileExists(atPath: contents.appending(path: name).path) {
            sentences.append("The extension contains a folder \(name); only an app may.")
        }
        let key = "NSExtensionJavaScriptPreprocessingFile"
        if let name = appex.attributes[key]?.string {
            let resources = shape == .flat ? contents : contents.appending(path: "Resources")
            let file = resources.appending(path: "\(name).js")
            if !FileNameRule.isValid(name) || !FileManager.default.fileExists(atPath: file.path) {
                let shown = ManifestError.printable(name, limit: 80)
                sentences.append("\(key) names \(shown).js, which the extension does not contain.")
            }
        }
        return sentences
    }

    /// Sentences about what only Apple's stores reject (rule V4).
    static func sentencesOfStores(about appex: AppexManifest) -> [String] {
        appex.attributes["NSExtensionActivationRule"]?.string?.uppercased() == "TRUEPREDICATE"
            ? ["NSExtensionActivationRule is TRUEPREDICATE, which Apple's stores reject."] : []
    }
}
