import AppexModel
import Foundation

/// The class that the Info.plist of an extension names, which the generated entry point creates.
enum PrincipalClass {
    /// Looks for the class in the sources of the extension's target, so that a misspelt name is found before the build.
    ///
    /// - Throws: ``BundlingError/noPrincipalClass(target:name:manifest:found:)`` if no source declares it.
    static func check(_ appExtension: BundlePlan.Bundle, in folder: URL) throws(BundlingError) {
        guard
            let declaration = try? ExtensionDeclaration(appExtension.manifest, file: appExtension.manifestFile),
            let name = declaration.principalClass?.split(separator: ".").last.map(String.init)
        else { return }
        let names = declarations(in: folder)
        guard !names.contains(name) else { return }
        throw .noPrincipalClass(
            target: appExtension.target, name: name, manifest: appExtension.manifestFile,
            found: NearMisses.question(name, among: names.sorted()))
    }

    /// The names of the classes, also those given with `@objc`, and of the type aliases that can stand for one, in all Swift
    /// sources of a folder.
    static func declarations(in folder: URL) -> Set<String> {
        var names: Set<String> = []
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8) else {
                continue
            }
            for match in text.matches(of: /\b(?:class|typealias|actor)\s+`?(\w+)/) { names.insert(String(match.1)) }
            for match in text.matches(of: /@objc\s*\(\s*(\w+)\s*\)/) { names.insert(String(match.1)) }
        }
        return names
    }
}
