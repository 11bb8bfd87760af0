/// How an app extension declares itself.
package enum ExtensionStyle: String, Sendable, Hashable, Codable, CaseIterable {
    /// By the dictionary `NSExtension`; the bundle lies in `PlugIns/`.
    case classic
    /// By the dictionary `EXAppExtensionAttributes`; the bundle lies in `Extensions/`.
    case extensionKit

    /// The key of the declaring dictionary.
    package var key: String {
        switch self {
        case .classic: "NSExtension"
        case .extensionKit: "EXAppExtensionAttributes"
        }
    }

    /// The folder of the containing app in which such bundles lie.
    package var folder: String {
        switch self {
        case .classic: "PlugIns"
        case .extensionKit: "Extensions"
        }
    }
}

/// What an Info.plist says about the extension itself: the contents of `NSExtension` or
/// `EXAppExtensionAttributes`.
///
/// This is the lenient reading, for source plists: those carry build variables, and keys that the
/// build adds are absent, but the declaration is there. ``AppexManifest`` is the strict one.
package struct ExtensionDeclaration: Sendable, Hashable {
    /// Which of the two dictionaries declares the extension.
    package let style: ExtensionStyle
    /// `NSExtensionPointIdentifier` or `EXExtensionPointIdentifier`.
    package let extensionPoint: ExtensionPointIdentifier
    /// `NSExtensionPointVersion`, `1.0` when absent.
    package let pointVersion: String
    /// `NSExtensionPrincipalClass`, or `EXPrincipalClass` or `EXExtensionPrincipalClass`; in a source
    /// plist usually `$(PRODUCT_MODULE_NAME).Name`. `nil` when the program starts in its own `@main`.
    package let principalClass: String?
    /// `NSExtensionMainStoryboard`. It excludes a principal class; both are read here, and refused where an extension is
    /// installed.
    package let mainStoryboard: String?
    /// `NSExtensionAttributes` (with the activation rule) untouched; of the ExtensionKit style, the
    /// whole declaring dictionary, whose other keys are free for the point.
    package let attributes: [String: PropertyListValue]

    /// The key of ``attributes`` by which an extension asks for a process of its own for each request. Ours; Apple's
    /// extension points decide that for their extensions.
    package static let processPerRequestKey = "OEKProcessPerRequest"

    /// Whether each request is to get a process of its own: `OEKProcessPerRequest` is true.
    package var wantsProcessPerRequest: Bool { attributes[Self.processPerRequestKey] == .boolean(true) }

    /// The point version wanted by a declaration that names none.
    package static let defaultPointVersion = "1.0"

    /// Reads the declaration from a whole Info.plist.
    ///
    /// - Parameter file: how errors name the file.
    /// - Throws: ``ManifestError`` with the code `extensionStyle` when both or neither of the two
    ///   dictionaries are there, `missing`, `wrongType` or `invalidValue` for one of their keys.
    package init(_ plist: PropertyListValue, file: String) throws(ManifestError) {
        let root = try ManifestReader(root: plist, file: file)
        let styles = ExtensionStyle.allCases.filter { root.entries[$0.key] != nil }
        guard let style = styles.first, styles.count == 1 else {
            throw ManifestError(
                .extensionStyle, file: file, found: styles.isEmpty ? "neither" : "both",
                expected: "exactly one of the dictionaries NSExtension and EXAppExtensionAttributes")
        }
        guard let reader = try root.dictionary(style.key) else {
            throw root.error(.missing, style.key, expected: "a dictionary")
        }
        self.style = style
        let expectedPoint = "the identifier of an extension point, such as com.apple.share-services"
        switch style {
        case .classic:
            extensionPoint = try reader.required(
                "NSExtensionPointIdentifier", expected: expectedPoint, ExtensionPointIdentifier.init(rawValue:))
            pointVersion = try reader.label("NSExtensionPointVersion") ?? Self.defaultPointVersion
            principalClass = try reader.label("NSExtensionPrincipalClass")
            mainStoryboard = try reader.label("NSExtensionMainStoryboard")
            attributes = try reader.dictionary("NSExtensionAttributes")?.entries ?? [:]
        case .extensionKit:
            extensionPoint = try reader.required(
                "EXExtensionPointIdentifier", expected: expectedPoint, ExtensionPointIdentifier.init(rawValue:))
            pointVersion = Self.defaultPointVersion
            principalClass = try reader.firstLabel("EXPrincipalClass", "EXExtensionPrincipalClass")
            mainStoryboard = nil
            attributes = reader.entries
        }
    }
}
