/// What a file of a target is to the port, by its extension.
package enum FileKind: Sendable, Hashable {
    /// A Swift source.
    case swift
    /// A source in C, C++ or Objective-C, which is not compiled on Linux.
    case otherSource
    /// A header, a build configuration or a document, which is not part of a bundle.
    case none
    /// A catalog of images and colours.
    case assetCatalog
    /// A catalog of texts.
    case stringCatalog
    /// A file or folder that only Apple's tools compile, such as a Core Data model; with a name for it.
    case compiled(String)
    /// A file that the bundle contains as it is, or that `appex bundle` compiles.
    case resource

    /// Finds the kind of a file.
    ///
    /// - Parameter path: the path or name of the file.
    package init(_ path: String) {
        let kind = ProjectFolder.pathExtension(of: path)
        if let name = Self.compiledKinds[kind] {
            self = .compiled(name)
            return
        }
        switch kind {
        case "swift": self = .swift
        case "m", "mm", "c", "cc", "cpp", "cxx", "s", "metal": self = .otherSource
        case "h", "hpp", "pch", "modulemap", "xcconfig", "entitlements", "md", "tbd", "a", "dylib", "framework",
            "xcframework", "xctestplan", "xcprivacy", "docc", "sh", "rb", "py", "podspec", "gitignore", "xcodeproj",
            "xcworkspace":
            self = .none
        case "xcassets": self = .assetCatalog
        case "xcstrings": self = .stringCatalog
        default: self = .resource
        }
    }

    /// Whether a folder with the extension is one item, not a group of files.
    static func isPackage(_ name: String) -> Bool {
        ["xcassets", "bundle", "framework", "xcframework", "scnassets", "docc", "app", "xcodeproj", "xcworkspace"]
            .contains(ProjectFolder.pathExtension(of: name))
            || compiledKinds[ProjectFolder.pathExtension(of: name)] != nil
    }

    private static let compiledKinds = [
        "xcdatamodeld": "a Core Data model", "xcdatamodel": "a Core Data model",
        "xcmappingmodel": "a Core Data mapping", "mlmodel": "a Core ML model", "mlpackage": "a Core ML model",
        "intentdefinition": "an intent definition", "sks": "a SpriteKit scene", "scnassets": "a SceneKit catalog",
        "rcproject": "a Reality Composer project", "iconset": "an icon set", "stickers": "a sticker pack",
        "xcstickers": "a sticker pack", "icon": "an icon of Icon Composer",
    ]
}
