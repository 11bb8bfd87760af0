/// The style of an app extension's declaration.
package enum ExtensionStyle: String, Sendable, Hashable, Codable, CaseIterable {
    /// The dictionary `NSExtension`; the bundle is in `PlugIns/`.
    case classic
    /// The dictionary `EXAppExtensionAttributes`; the bundle is in `Extensions/`.
    case extensionKit

    /// The key of the declaring dictionary.
    package var key: String {
        switch self {
        case .classic: "NSExtension"
        case .extensionKit: "EXAppExtensionAttributes"
        }
    }

    /// The key of the extension point within the declaring dictionary.
    package var pointKey: String {
        switch self {
        case .classic: "NSExtensionPointIdentifier"
        case .extensionKit: "EXExtensionPointIdentifier"
        }
    }

    /// The folder of the containing app that contains such bundles.
    package var folder: String {
        switch self {
        case .classic: "PlugIns"
        case .extensionKit: "Extensions"
        }
    }
}

/// The declaration of an extension in its Info.plist: the content of `NSExtension` or `EXAppExtensionAttributes`.
///
/// It can be read from a source plist, which contains build variables and lacks the keys that the build adds.
/// ``AppexManifest`` validates the Info.plist of an installable extension.
package struct ExtensionDeclaration: Sendable, Hashable {
    /// Which of the two dictionaries declares the extension.
    package let style: ExtensionStyle
    /// `NSExtensionPointIdentifier` or `EXExtensionPointIdentifier`.
    package let extensionPoint: ExtensionPointIdentifier
    /// `NSExtensionPointVersion`, `1.0` when absent.
    package let pointVersion: String
    /// `NSExtensionPrincipalClass`, `EXPrincipalClass` or `EXExtensionPrincipalClass`; in a source plist usually
    /// `$(PRODUCT_MODULE_NAME).Name`. `nil` if the program has its own `@main`.
    package let principalClass: String?
    /// `NSExtensionMainStoryboard`. A declaration that also has a principal class can be read, but not installed.
    package let mainStoryboard: String?
    /// `NSExtensionAttributes`, which contains the activation rule; in the ExtensionKit style, the whole declaring
    /// dictionary, whose other keys the extension point defines.
    package let attributes: [String: PropertyListValue]

    /// The key of ``attributes`` by which an extension requests a separate process for each request. It is specific to
    /// OpenExtensionKit; on Apple's systems the extension point determines this.
    package static let processPerRequestKey = "OEKProcessPerRequest"

    /// Whether each request is to get its own process: `OEKProcessPerRequest` is true.
    package var wantsProcessPerRequest: Bool { attributes[Self.processPerRequestKey] == .boolean(true) }

    /// The version of the point for a declaration without one.
    package static let defaultPointVersion = "1.0"

    /// What the identifier of an extension point looks like, for errors.
    package static let pointExample = "the identifier of an extension point, such as com.apple.share-services"

    /// Reads the declaration from an Info.plist.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ManifestError`` with the code `extensionStyle` if both or neither of the two dictionaries are present,
    ///   `missing`, `wrongType` or `invalidValue` for one of their keys.
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
        let expectedPoint = Self.pointExample
        switch style {
        case .classic:
            extensionPoint = try reader.required(
                style.pointKey, expected: expectedPoint, ExtensionPointIdentifier.init(rawValue:))
            pointVersion = try reader.label("NSExtensionPointVersion") ?? Self.defaultPointVersion
            principalClass = try reader.label("NSExtensionPrincipalClass")
            mainStoryboard = try reader.label("NSExtensionMainStoryboard")
            attributes = try reader.dictionary("NSExtensionAttributes")?.entries ?? [:]
        case .extensionKit:
            extensionPoint = try reader.required(
                style.pointKey, expected: expectedPoint, ExtensionPointIdentifier.init(rawValue:))
            pointVersion = Self.defaultPointVersion
            principalClass = try reader.firstLabel("EXPrincipalClass", "EXExtensionPrincipalClass")
            mainStoryboard = nil
            attributes = reader.entries
        }
        guard extensionPoint != ExtensionPointIdentifier.application else {
            throw reader.error(
                .invalidValue, style.pointKey, expected: expectedPoint + "; this one stands for apps")
        }
    }
}
