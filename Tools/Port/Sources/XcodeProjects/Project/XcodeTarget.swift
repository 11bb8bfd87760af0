/// A target of an Xcode project: what one product is built from.
package struct XcodeTarget: Sendable {
    /// What the target builds.
    package enum Product: Sendable, Hashable {
        /// An app.
        case app
        /// An app extension of the classic style.
        case appExtension
        /// A framework or library that other targets link.
        case library
        /// Tests, which are not ported.
        case tests
        /// Something that is not ported, with Xcode's name of the product type.
        case other(String)

        /// Finds the product by its type in a project.
        ///
        /// Source: https://developer.apple.com/documentation/xcode/build-settings-reference
        init(type: String) {
            switch type {
            case "com.apple.product-type.application", "com.apple.product-type.application.messages": self = .app
            case "com.apple.product-type.app-extension", "com.apple.product-type.extensionkit-extension",
                "com.apple.product-type.app-extension.messages":
                self = .appExtension
            case "com.apple.product-type.framework", "com.apple.product-type.framework.static",
                "com.apple.product-type.library.static", "com.apple.product-type.library.dynamic":
                self = .library
            case "com.apple.product-type.bundle.unit-test", "com.apple.product-type.bundle.ui-testing": self = .tests
            default: self = .other(type)
            }
        }
    }

    /// The identifier of the target in its project.
    package let identifier: String
    /// The name of the target.
    package let name: String
    /// What the target builds.
    package let product: Product
    /// The line of the target in the project file; nil if it is unknown.
    package let line: Int?
    /// The sources, in any language, in the order of the project.
    package internal(set) var sources: [ProjectItem] = []
    /// The paths of the headers of a framework.
    package internal(set) var headers: [String] = []
    /// The resources, in the order of the project.
    package internal(set) var resources: [ProjectItem] = []
    /// The identifiers of the targets that this one depends on, or contains in its bundle.
    package internal(set) var dependencies: [String] = []
    /// The identifiers of the targets whose products the bundle contains.
    package internal(set) var embedded: [String] = []
    /// The names of the products of Swift packages that the target uses.
    package internal(set) var packageProducts: [String] = []
    /// The build settings of each configuration, by its name.
    package internal(set) var settings: [String: BuildSettings] = [:]
    /// What was left out of the target.
    package internal(set) var notes: [ProjectNote] = []
    /// The name of the configuration that is used by default.
    package internal(set) var defaultConfiguration: String?
}
