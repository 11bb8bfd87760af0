import AppexActivation
import AppexModel
import Foundation

extension BundleAdvice {
    /// Whether an extension has other versions than its app (rule V3).
    static func versions(of bundle: ExaminedBundle) -> [String] {
        guard let app = bundle.app?.dictionary, let own = bundle.manifest.dictionary else { return [] }
        guard ["CFBundleVersion", "CFBundleShortVersionString"].contains(where: { app[$0]?.string != own[$0]?.string })
        else { return [] }
        return [
            "CFBundleVersion and CFBundleShortVersionString differ from the app's; Apple's stores require the same."
        ]
    }

    /// Whether an extension needs a newer system than its app (rule V17).
    static func minimumSystem(of bundle: ExaminedBundle) -> [String] {
        func minimum(_ manifest: PropertyListValue) -> (key: String, version: String)? {
            for key in ["MinimumOSVersion", "LSMinimumSystemVersion"] {
                if let version = manifest.dictionary?[key]?.string { return (key, version) }
            }
            return nil
        }
        guard let app = bundle.app, let (key, own) = minimum(bundle.manifest),
            DottedVersion(minimum(app)?.version ?? "0") < DottedVersion(own)
        else { return [] }
        return [
            "\(key) is \(ManifestError.printable(own, limit: 40)), above the app's; on older systems the app has no "
                + "such extension."
        ]
    }

    /// Folders of an extension that only an app may have (rule V7).
    static func folders(of bundle: ExaminedBundle) -> [String] {
        guard bundle.isExtension, case .assembled(let place, let shape) = bundle.place else { return [] }
        let contents = place.appending(path: shape.manifest).deletingLastPathComponent()
        return ["Frameworks", "PlugIns", "Extensions"].filter {
            FileManager.default.fileExists(atPath: contents.appending(path: $0).path)
        }.map { "The extension contains a folder \($0); only an app may." }
    }

    /// A script for web pages that the bundle does not contain (rule V20).
    static func script(of bundle: ExaminedBundle) -> [String] {
        let key = "NSExtensionJavaScriptPreprocessingFile"
        guard let folder = bundle.resources, let name = bundle.declaration?.attributes[key]?.string else { return [] }
        let file = folder.appending(path: "\(name).js")
        if FileNameRule.isValid(name), FileManager.default.fileExists(atPath: file.path) { return [] }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        let scripts = names.filter { $0.ends(with: ".js") }.map { String($0.dropLast(3)) }
        let place =
            if case .target = bundle.place { "which the folder Resources of the target does not contain" } else {
                "which the extension does not contain"
            }
        let suffix = name.ends(with: ".js") ? " The key has the name without \".js\"." : ""
        return [
            "\(key) names \(ManifestError.printable(name, limit: 80)).js, \(place).\(suffix)"
                + NearMisses.question(name, among: scripts)
        ]
    }

    /// Files of entitlements that a target does not use because of their names.
    static func unusedEntitlements(of bundle: ExaminedBundle) -> [(file: String, sentence: String)] {
        guard case .target(let target) = bundle.place else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: target.folder)) ?? []
        let used = "\(target.target).entitlements"
        return names.sorted().filter { $0.ends(with: ".entitlements") && $0 != used }.map {
            ("\(target.folder)/\($0)", "The file is not used; the entitlements of \(target.target) are in \(used).")
        }
    }

    /// The libraries that the program needs and that are missing, and the runtime if it is not installed.
    static func libraries(of bundle: ExaminedBundle) -> [(file: String, sentence: String)] {
        guard case .assembled(let place, let shape) = bundle.place,
            let name = bundle.manifest.dictionary?["CFBundleExecutable"]?.string
        else { return [] }
        let (runtime, sentence) = runtime(of: bundle.manifest)
        // Without its runtime, all of them would be missing.
        if let sentence { return [(bundle.manifestFile, sentence)] }
        let program = place.appending(path: shape.executable(named: name)).path
        return sentences(aboutLibrariesOf: program, runtime: runtime).map { (program, $0) }
    }
}
