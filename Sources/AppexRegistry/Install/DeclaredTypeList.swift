import AppexModel
import OpenUniformTypeIdentifiers

/// What an app and its extensions declare of types, in the form in which the device's list of types is published.
enum DeclaredTypeList {
    /// The lines for one app, after a comment that names it. Empty when it declares nothing.
    ///
    /// - Parameter infos: the whole Info.plists, the app's first.
    /// - Parameter limits: how many declarations count, and how many bytes their lines have; what comes later is left out,
    ///   since no app is refused for it.
    static func text(
        of app: BundleIdentifier, _ infos: [[String: PropertyListValue]], limits: InstallLimits
    ) -> String {
        let declared = infos.map(DeclaredTypes.init)
        let exported = declared.flatMap(\.exported).prefix(limits.types)
        let imported = declared.flatMap(\.imported).prefix(limits.types - exported.count)
        var text = ""
        for (types, isExported) in [(exported, true), (imported, false)] {
            for type in types.lazy.map(TypeDeclaration.init) {
                let line = TypeList.text(exported: isExported ? [type] : [], imported: isExported ? [] : [type])
                if text.utf8.count + line.utf8.count <= limits.typeBytes { text += line }
            }
        }
        return text.isEmpty ? "" : "# \(app)\n" + text
    }

    /// A list without the comments that name apps, for extensions.
    static func withoutNames(_ list: String) -> String {
        list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0 + "\n" }.joined()
    }
}

extension TypeDeclaration {
    fileprivate init(_ type: DeclaredType) {
        self.init(
            identifier: type.identifier, parents: type.parents, tags: type.tags, description: type.description,
            version: type.version, referenceURL: type.referenceURL)
    }
}
