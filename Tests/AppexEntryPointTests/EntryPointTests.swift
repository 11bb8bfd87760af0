import AppexManifest
import Testing

@testable import AppexEntryPoint

@Suite struct EntryPointTests {
    /// The entry point for a manifest whose principal class is `name`, in the module Sepia.
    private func entryPoint(_ name: String, style: String = "NSExtension") throws(EntryPointError) -> EntryPoint {
        let keys: (point: String, principal: String) =
            style == "NSExtension"
            ? ("NSExtensionPointIdentifier", "NSExtensionPrincipalClass")
            : ("EXExtensionPointIdentifier", "EXPrincipalClass")
        return try make([
            style: .dictionary([keys.point: .string("com.apple.services"), keys.principal: .string(name)])
        ])
    }

    private func make(_ entries: [String: PropertyListValue]) throws(EntryPointError) -> EntryPoint {
        try EntryPoint(manifest: .dictionary(entries), file: "Info.plist", module: "Sepia")
    }

    private func message(_ body: () throws(EntryPointError) -> EntryPoint) -> String {
        do throws(EntryPointError) {
            return "no error, but: \(try body().source)"
        } catch {
            return error.description
        }
    }

    private static let app = PropertyListValue.dictionary(["CFBundlePackageType": .string("APPL")])

    @Test(arguments: [
        ("@main\nclass AppDelegate: UIResponder {}", "AppDelegate"), ("@main final class App: UIResponder {}", "App"),
        ("import A\n\n@main\n@MainActor public final class Über {}", "Über"),
        ("// @main class Old {}\n@main class New {}", "New"),
    ])
    func `the delegate of an app gets its main from the kit`(source: String, name: String) throws {
        let entryPoint = try EntryPoint(
            manifest: Self.app, file: "Info.plist", module: "App", hasView: true, sources: ["class Other {}", source])
        #expect(entryPoint.source.contains("\nextension \(name) {\n"), "\(entryPoint.source)")
        #expect(entryPoint.source.contains("UIApplication.run { \(name)() }"))
    }

    @Test(arguments: [nil, "$(PRODUCT_BUNDLE_PACKAGE_TYPE)", "${PRODUCT_BUNDLE_PACKAGE_TYPE}"])
    func `a manifest that leaves its type to the build is an app's if there is a delegate`(type: String?) throws {
        let manifest: PropertyListValue = .dictionary(type.map { ["CFBundlePackageType": .string($0)] } ?? [:])
        func entryPoint(_ source: String) throws -> EntryPoint {
            try EntryPoint(
                manifest: manifest, file: "Info.plist", module: "App", hasView: true, sources: [source])
        }
        #expect(try entryPoint("@main class AppDelegate {}").source.contains("UIApplication.run { AppDelegate() }"))
        // An extension whose manifest lacks its dictionary.
        #expect(throws: EntryPointError.self) { try entryPoint("class Handler: NSObject {}") }
    }

    @Test func `a manifest of another type is no app's`() {
        #expect(throws: EntryPointError.self) {
            try EntryPoint(
                manifest: .dictionary(["CFBundlePackageType": .string("XPC!")]), file: "Info.plist", module: "App",
                hasView: true, sources: ["@main class AppDelegate {}"])
        }
    }

    private static func app(scene: String) -> PropertyListValue {
        let configuration: PropertyListValue = .dictionary(["UISceneDelegateClassName": .string(scene)])
        let roles: PropertyListValue = .dictionary(["UIWindowSceneSessionRoleApplication": .array([configuration])])
        return .dictionary([
            "CFBundlePackageType": .string("APPL"),
            "UIApplicationSceneManifest": .dictionary(["UISceneConfigurations": roles]),
        ])
    }

    @Test(arguments: ["App.SceneDelegate", "$(PRODUCT_MODULE_NAME).SceneDelegate"])
    func `the delegate of a scene is made by its name in the manifest`(scene: String) throws {
        let entryPoint = try EntryPoint(
            manifest: Self.app(scene: scene), file: "Info.plist", module: "App", hasView: true,
            sources: ["@main class AppDelegate {}"])
        #expect(
            entryPoint.source.contains("UIApplication.run(scene: { SceneDelegate() }) { AppDelegate() }"),
            "\(entryPoint.source)")
    }

    @Test(arguments: ["SceneDelegate", "Other.SceneDelegate", "App.Outer.SceneDelegate", "App.Scene { }", ""])
    func `a name of a scene's delegate that cannot be found is an error that names the key`(scene: String) {
        let error = #expect(throws: EntryPointError.self) {
            try EntryPoint(
                manifest: Self.app(scene: scene), file: "Info.plist", module: "App", hasView: true,
                sources: ["@main class AppDelegate {}"])
        }
        #expect(
            error?.description.contains("UIWindowSceneSessionRoleApplication[0].UISceneDelegateClassName") == true,
            "\(error as Any)")
    }

    @Test(arguments: ["", "@main enum Tool { static func main() {} }", "class AppDelegate {}", "// @main class Old {}"])
    func `an app without a delegate starts in its own main`(source: String) throws {
        let entryPoint = try EntryPoint(
            manifest: Self.app, file: "Info.plist", module: "App", hasView: true, sources: [source])
        #expect(!entryPoint.source.contains("extension"))
        let plain = try EntryPoint(
            manifest: Self.app, file: "Info.plist", module: "App", sources: ["@main class AppDelegate {}"])
        #expect(!plain.source.contains("extension"))
    }

    @Test func `an extension with a view imports the kit whose init its class may inherit`() throws {
        let entries: PropertyListValue = .dictionary([
            "NSExtension": .dictionary([
                "NSExtensionPointIdentifier": .string("com.apple.ui-services"),
                "NSExtensionPrincipalClass": .string("Sepia.Controller"),
            ])
        ])
        let source = try EntryPoint(manifest: entries, file: "Info.plist", module: "Sepia", hasView: true).source
        #expect(
            source.contains(
                "\n@_exported public import OpenExtensionFoundation\npublic import OpenFoundation\nimport OpenUIKit\n\n"
            ))
        #expect(!(try entryPoint("Sepia.Handler").source.contains("OpenUIKit")))
    }

    @Test(arguments: ["$(PRODUCT_MODULE_NAME).Handler", "${PRODUCT_MODULE_NAME}.Handler", "Sepia.Handler"])
    func `the principal class is started by name`(name: String) throws {
        #expect(
            try entryPoint(name).source == """
                // Generated from Info.plist. Changes are lost with the next build.

                // As on Apple's systems, sources that import Foundation have the types of extensions.
                @_exported public import OpenExtensionFoundation
                public import OpenFoundation

                public typealias NSComparisonPredicate = OpenFoundation.NSComparisonPredicate
                public typealias NSExpression = OpenFoundation.NSExpression
                public typealias UserDefaults = OpenFoundation.UserDefaults

                @main enum GeneratedEntryPoint {
                    static func main() {
                        // The class that the manifest names: an NSObject of this module with an init() and
                        // beginRequest(with:).
                        ExtensionMain.run(principalClass: "Sepia.Handler") { Handler() }
                    }
                }

                """)
    }

    @Test func `the principal class of a photo editing extension has to be a photo editor`() throws {
        func source(_ point: String) throws -> String {
            let manifest = PropertyListValue.dictionary([
                "NSExtension": .dictionary([
                    "NSExtensionPointIdentifier": .string(point),
                    "NSExtensionPrincipalClass": .string("Film.FilmController"),
                ])
            ])
            return try EntryPoint(manifest: manifest, file: "Info.plist", module: "Film", hasView: true).source
        }
        let check = "{ FilmController() as any UIViewController & PHContentEditingController }"
        let editor = try source("com.apple.photo-editing")
        #expect(editor.contains(check) && editor.contains("\nimport OpenUIKit\nimport OpenPhotosUI\n"), "\(editor)")
        let other = try source("com.apple.ui-services")
        #expect(!other.contains("PHContentEditing") && !other.contains("OpenPhotosUI"), "\(other)")
    }

    @Test func `the module of view controllers is seen where the target is built with it`() throws {
        let manifest = PropertyListValue.dictionary([
            "NSExtension": .dictionary([
                "NSExtensionPointIdentifier": .string("com.apple.ui-services"),
                "NSExtensionPrincipalClass": .string("Adjust.Controller"),
            ])
        ])
        let with = try EntryPoint(manifest: manifest, file: "Info.plist", module: "Adjust", hasView: true).source
        let without = try EntryPoint(manifest: manifest, file: "Info.plist", module: "Adjust").source
        #expect(with.contains("\nimport OpenUIKit\n"))
        #expect(with.replacing("import OpenUIKit\n", with: "") == without)
    }

    @Test func `an ExtensionKit manifest with a principal class is started the same way`() throws {
        let classic = try entryPoint("Sepia.Handler")
        #expect(try entryPoint("Sepia.Handler", style: "EXAppExtensionAttributes") == classic)
    }

    @Test func `an ExtensionKit extension without a principal class keeps its own @main`() throws {
        let source = try make([
            "EXAppExtensionAttributes": .dictionary(["EXExtensionPointIdentifier": .string("org.example.point")])
        ]).source
        #expect(source.split(separator: "\n").allSatisfy { $0.hasPrefix("//") })
    }

    @Test func `a containing app keeps its own @main`() throws {
        let source = try make(["CFBundlePackageType": .string("APPL")]).source
        #expect(source.split(separator: "\n").allSatisfy { $0.hasPrefix("//") })
    }

    @Test func `variables of the bundle elsewhere in the manifest do not matter`() throws {
        let source = try make([
            "CFBundleIdentifier": .string("$(PRODUCT_BUNDLE_IDENTIFIER)"),
            "NSExtension": .dictionary([
                "NSExtensionPointIdentifier": .string("com.apple.services"),
                "NSExtensionPrincipalClass": .string("$(PRODUCT_MODULE_NAME).Handler"),
            ]),
        ]).source
        #expect(source.contains("{ Handler() }"))
    }

    @Test(arguments: [
        ("Handler", "write $(PRODUCT_MODULE_NAME).Handler"),
        ("Other.Handler", "the target's module is Sepia"),
        ("Sepia.Outer.Handler", "a class inside another type"),
        ("$(PRODUCT_NAME).Handler", "the unknown variable PRODUCT_NAME"),
        ("$(PRODUCT_MODULE_NAME:shout).Handler", "the unknown modifier shout"),
        ("Sepia.", "not the name of a Swift class"),
        ("Sepia.Handler()", "not the name of a Swift class"),
        ("Sepia.Handler(); print(1)", "not the name of a Swift class"),
        ("Sepia.1st", "not the name of a Swift class"),
        ("Sepia.Ha ndler", "not the name of a Swift class"),
        ("Sepia.Handler\n", "without control characters"),
        ("Sepia.`Handler`", "not the name of a Swift class"),
    ])
    func `a name that cannot be started is refused with what to write`(name: String, expected: String) {
        let text = message { () throws(EntryPointError) in try entryPoint(name) }
        #expect(text.hasPrefix("Info.plist: error: ") && text.contains(expected), "\(text)")
        #expect(!text.contains("\n"))
    }

    @Test func `a missing principal class is refused with what to write`() {
        let point = PropertyListValue.string("com.apple.services")
        let missing = message { () throws(EntryPointError) in
            try make(["NSExtension": .dictionary(["NSExtensionPointIdentifier": point])])
        }
        #expect(missing.contains("NSExtension.NSExtensionPrincipalClass is missing"))
        let storyboard = message { () throws(EntryPointError) in
            try make([
                "NSExtension": .dictionary([
                    "NSExtensionPointIdentifier": point, "NSExtensionMainStoryboard": .string("MainInterface"),
                ])
            ])
        }
        #expect(storyboard.contains("add the product OpenUIKit"))
    }

    @Test func `a manifest that declares no extension is refused`() {
        let text = message { () throws(EntryPointError) in try make(["CFBundlePackageType": .string("XPC!")]) }
        #expect(text.contains("exactly one of the dictionaries NSExtension and EXAppExtensionAttributes"))
    }
}
