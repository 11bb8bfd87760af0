import AppexModel
import OpenUniformTypeIdentifiers

/// What an app and its extensions declare of types, in the form in which the device's list of types is published.
enum DeclaredTypeList {
    /// The lines for one app, without its name: extensions read them, too. Empty when it declares nothing.
    ///
    /// - Parameter infos: the whole Info.plists, the app's first.
    /// - Parameter limit: how many declarations count; later ones are left out, since no app is refused for them.
    static func text(
        of infos: [[String: PropertyListValue]], limit: Int
    ) -> String {
        let declared = infos.map(DeclaredTypes.init)
        let exported = declared.flatMap(\.exported).prefix(limit)
        let imported = declared.flatMap(\.imported).prefix(limit - exported.count)
        return TypeList.text(
            exported: exported.map(TypeDeclaration.init), imported: imported.map(TypeDeclaration.init))
    }
}

extension TypeDeclaration {
    fileprivate init(_ type: DeclaredType) {
        self.init(
            identifier: type.identifier, parents: type.parents, tags: type.tags, description: type.description,
            version: type.version, referenceURL: type.referenceURL)
    }
}
