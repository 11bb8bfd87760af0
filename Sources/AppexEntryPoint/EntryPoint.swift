package import AppexManifest

/// The source code of an extension's entry point, generated from its Info.plist.
///
/// The plug-in writes it when a package is built with the sources of the library, and `appex` before it builds a package
/// with the SDK.
///
/// Linux has no Objective-C runtime that finds a class by the name in a manifest. Since the name is known when the
/// extension is built, it is written into a source file, and a class that does not exist is a compiler error.
package struct EntryPoint: Equatable {
    /// The whole source file. The same manifest and module always give the same text.
    package let source: String

    /// Whether the file begins a program. Otherwise it consists of comments, because the program begins in its own `@main`.
    package var hasCode: Bool {
        source.split(whereSeparator: \.isNewline).contains { !$0.hasPrefix("//") }
    }

    private static let header = """
        \(mark) Changes are lost with the next build.

        """

    /// How each generated file begins.
    package static let mark = "// Generated from Info.plist."

    /// Foundation for Linux has classes with these names: two without any function, and defaults that lose the changes of
    /// other processes. The type aliases make the names unambiguous in files that also import Foundation; one declaration
    /// in a module is sufficient.
    private static let names = ["NSComparisonPredicate", "NSExpression", "UserDefaults"]
        .map { "public typealias \($0) = OpenFoundation.\($0)" }.joined(separator: "\n")

    /// Reads the manifest of the target whose module is `module`.
    ///
    /// The delegate with which an app that uses OpenUIKit starts gets its method `main()`. Other apps, and extensions of the
    /// ExtensionKit style without a principal class, start in their own `@main`; for these the file has no code in it.
    ///
    /// - Parameter file: The name of the manifest in errors.
    /// - Parameter hasView: whether the target uses OpenUIKit, whose `init()` the principal class may inherit.
    /// - Parameter sources: the sources, in which the class with `@main` and classes with an Objective-C name are looked for.
    /// - Parameter hasMembers: whether the target declares `registerObjectiveCMembers()`, which is called first.
    /// - Throws: ``EntryPointError``; all problems of the manifest in one error.
    package init(
        manifest: PropertyListValue, file: String, module: String, hasView: Bool = false,
        sources: [String] = [], hasMembers: Bool = false
    ) throws(EntryPointError) {
        let declaration: ExtensionDeclaration
        do throws(ManifestError) {
            declaration = try ExtensionDeclaration(manifest, file: file)
        } catch {
            let delegate = hasView ? Self.applicationDelegate(in: sources) : nil
            guard error.code == .extensionStyle, Self.isApp(manifest, delegate) else {
                let others = Self.problems(besides: error, of: manifest, file, module, sources)
                throw others.isEmpty ? .manifest(error) : .several([.manifest(error)] + others)
            }
            let scene = delegate == nil ? nil : try Self.sceneDelegate(manifest, file, module)
            source = Self.header + (delegate.map { Self.main(of: $0, scene, hasMembers) } ?? Self.withoutDelegate)
            return
        }
        if declaration.style == .extensionKit, declaration.principalClass == nil {
            source = Self.header + "// This extension names no principal class; it starts in its own @main.\n"
            return
        }
        let start: String
        if let storyboard = declaration.mainStoryboard, declaration.principalClass == nil {
            start = try Self.starting(storyboard: storyboard, file, hasView)
        } else {
            let principal = try PrincipalClassName(
                declaration, in: manifest, file: file, module: module, sources: sources)
            start = Self.starting(principal, editsPhotos: Self.editsPhotos(declaration))
        }
        source = Self.header + Self.program(start, hasView, Self.editsPhotos(declaration), hasMembers)
    }

    /// The file that starts an extension.
    ///
    /// - Parameter start: the statement that creates the principal object.
    private static func program(_ start: String, _ hasView: Bool, _ editsPhotos: Bool, _ hasMembers: Bool) -> String {
        let imports = (hasView ? "import OpenUIKit\n" : "") + (editsPhotos ? "import OpenPhotosUI\n" : "")
        return """

            // As on Apple's systems, sources that import Foundation have the types of extensions.
            @_exported public import OpenExtensionFoundation
            public import OpenFoundation
            \(imports)
            \(names)

            @main enum GeneratedEntryPoint {
                \(hasMembers ? "@MainActor static" : "static") func main() {
            \(hasMembers ? registration : "")\(start)
                }
            }

            """
    }

    private static let registration = "        registerObjectiveCMembers()\n"

    private static func starting(_ principal: PrincipalClassName, editsPhotos: Bool) -> String {
        let value = "\(principal.type)()" + (editsPhotos ? " as any UIViewController & PHContentEditingController" : "")
        return """
                    // The class that the manifest names: \(editsPhotos ? photoEditor : handler)
                    ExtensionMain.run(principalClass: "\(principal.written)") { \(value) }
            """
    }

    private static func starting(
        storyboard: String, _ file: String, _ hasView: Bool
    ) throws(EntryPointError) -> String {
        let key = "\(ExtensionStyle.classic.key).NSExtensionMainStoryboard"
        guard FileNameRule.isValid(storyboard), !storyboard.unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" })
        else {
            throw .notAStoryboard(
                file: file, key: key, found: ManifestError.printable(storyboard, limit: ManifestError.foundBytes))
        }
        guard hasView else { throw .storyboardWithoutView(file: file, key: key) }
        return """
                    MainActor.assumeIsolated { UIStoryboard.readExtensionStoryboard(named: "\(storyboard)") }
                    // The initial controller of the storyboard that the manifest names.
                    ExtensionMain.run(mainStoryboard: "\(storyboard)") {
                        UIStoryboard.extensionController(named: "\(storyboard)")
                    }
            """
    }

    private static func editsPhotos(_ declaration: ExtensionDeclaration) -> Bool {
        declaration.extensionPoint.rawValue == "com.apple.photo-editing"
    }

    /// The problems of the principal class and the storyboard in a manifest whose declaration has another problem.
    private static func problems(
        besides first: ManifestError, of manifest: PropertyListValue, _ file: String, _ module: String,
        _ sources: [String]
    ) -> [EntryPointError] {
        // The declaration with the values that do not matter here.
        let styles = ExtensionStyle.allCases.filter { manifest.dictionary?[$0.key]?.dictionary != nil }
        guard let style = styles.first, styles.count == 1, var entries = manifest.dictionary?[style.key]?.dictionary
        else {
            return []
        }
        entries["NSExtensionPointIdentifier"] = .string("com.apple.services")
        entries["EXExtensionPointIdentifier"] = .string("com.apple.services")
        entries["NSExtensionPointVersion"] = nil
        entries["NSExtensionAttributes"] = nil
        let repaired: PropertyListValue = .dictionary([style.key: .dictionary(entries)])
        do throws(EntryPointError) {
            let declaration: ExtensionDeclaration
            do throws(ManifestError) {
                declaration = try ExtensionDeclaration(repaired, file: file)
            } catch {
                return error.keyPath == first.keyPath ? [] : [.manifest(error)]
            }
            guard declaration.principalClass != nil || (style == .classic && declaration.mainStoryboard == nil) else {
                return []
            }
            _ = try PrincipalClassName(declaration, in: repaired, file: file, module: module, sources: sources)
            return []
        } catch {
            return error.all
        }
    }

    private static let handler = """
        an NSObject of this module with an init() and
                // beginRequest(with:).
        """
    private static let photoEditor = """
        a view controller of this module that
                // conforms to PHContentEditingController.
        """

    private static let withoutDelegate = "// This target is an app; it starts in its own @main.\n"

    /// The class of the scene delegate that the manifest of an app names, without its module; nil if it names none.
    private static func sceneDelegate(
        _ manifest: PropertyListValue, _ file: String, _ module: String
    ) throws(EntryPointError) -> Substring? {
        let role = "UIWindowSceneSessionRoleApplication"
        let place = "UIApplicationSceneManifest.UISceneConfigurations.\(role)"
        let scenes = manifest.dictionary?["UIApplicationSceneManifest"]?.dictionary?["UISceneConfigurations"]?
            .dictionary
        let first = scenes?[role]?.array?.first?.dictionary
        guard let written = first?["UISceneDelegateClassName"]?.string else { return nil }
        let key = "\(place)[0].UISceneDelegateClassName"
        let expanded = try expanding(written, key: key, file: file, module: module)
        let parts = expanded.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy(isSwiftIdentifier) else {
            throw .notAName(
                file: file, key: key, found: ManifestError.printable(written, limit: ManifestError.foundBytes))
        }
        guard parts.count == 2 else { throw .noModule(file: file, key: key, found: expanded) }
        guard parts[0] == module else { throw .otherModule(file: file, key: key, found: expanded, module: module) }
        return parts[1]
    }

    /// The name of the class with `@main`; nil if no class has the attribute.
    private static func applicationDelegate(in sources: [String]) -> Substring? {
        let delegates = sources.lazy.compactMap { source in
            let code = source.split(whereSeparator: \.isNewline).filter {
                !$0.drop(while: \.isWhitespace).hasPrefix("//")
            }
            return code.joined(separator: "\n")
                .firstMatch(of: /@main\s+(?:(?:@\w+|final|public|open|internal)\s+)*class\s+(\w+)/)?.output.1
        }
        return delegates.first.flatMap { isSwiftIdentifier($0) ? $0 : nil }
    }

    /// The method `main()` of an application's delegate.
    ///
    /// - Parameter scene: the class of the scene delegate; nil for an app without scenes.
    private static func main(of delegate: Substring, _ scene: Substring?, _ hasMembers: Bool) -> String {
        """

        import OpenFoundation
        import OpenUIKit

        typealias UserDefaults = OpenFoundation.UserDefaults

        extension \(delegate) {
            \(hasMembers ? "@MainActor static" : "static") func main() {
        \(hasMembers ? registration : "")\
                UIApplication.run\(scene.map { "(scene: { \($0)() })" } ?? "") { \(delegate)() }
            }
        }

        """
    }

    /// Whether the manifest is that of an app.
    ///
    /// A manifest often leaves the type to the build, with a variable or by leaving it out. It is an app's then if a class of
    /// the target is its delegate.
    private static func isApp(_ manifest: PropertyListValue, _ delegate: Substring?) -> Bool {
        guard let entries = manifest.dictionary, ExtensionStyle.allCases.allSatisfy({ entries[$0.key] == nil }) else {
            return false
        }
        switch entries["CFBundlePackageType"]?.string {
        case "APPL": return true
        case nil, "$(PRODUCT_BUNDLE_PACKAGE_TYPE)", "${PRODUCT_BUNDLE_PACKAGE_TYPE}": return delegate != nil
        default: return false
        }
    }

    /// Expands the variable for the module. The values of other variables are known only when the bundle is created.
    static func expanding(
        _ text: String, key: String, file: String, module: String
    ) throws(EntryPointError) -> String {
        do throws(ManifestError) {
            let variables = BuildVariables(["PRODUCT_MODULE_NAME": module])
            return try variables.expanding(.dictionary([key: .string(text)]), file: file).dictionary?[key]?.string
                ?? text
        } catch {
            throw .manifest(error)
        }
    }

    /// Whether `text` is exactly one identifier, so that it can be inserted into source code.
    static func isSwiftIdentifier(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
        return text.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
    }
}
