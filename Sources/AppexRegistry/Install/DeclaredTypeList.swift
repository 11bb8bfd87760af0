import AppexModel
import OpenUniformTypeIdentifiers

/// The types that an app and its extensions declare, in the format of the device's list of types.
enum DeclaredTypeList {
    /// The lines for one app, after a comment with its name; empty if it declares no types.
    ///
    /// - Parameter infos: the whole Info.plists, the app's first.
    /// - Parameter limits: the maximum number of declarations and of bytes. Further declarations are ignored, and do
    ///   not prevent the installation.
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
        list.parts(at: "\n").filter { !$0.begins(with: "#") }.map { $0 + "\n" }.joined()
    }
}

extension TypeDeclaration {
    fileprivate init(_ type: DeclaredType) {
        self.init(
            identifier: type.identifier, parents: type.parents, tags: type.tags, description: type.description,
            version: type.version, referenceURL: type.referenceURL)
    }
}
