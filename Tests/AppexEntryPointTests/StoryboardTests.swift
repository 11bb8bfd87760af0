import AppexManifest
import Testing

@testable import AppexEntryPoint

/// Extensions that name a storyboard, an Objective-C name, or have registered methods.
@Suite struct StoryboardTests {
    private static func manifest(
        principal: String? = nil, storyboard: String? = nil, point: String? = "com.apple.share-services"
    ) -> PropertyListValue {
        var entries: [String: PropertyListValue] = [:]
        entries["NSExtensionPointIdentifier"] = point.map { .string($0) }
        entries["NSExtensionPrincipalClass"] = principal.map { .string($0) }
        entries["NSExtensionMainStoryboard"] = storyboard.map { .string($0) }
        return .dictionary(["NSExtension": .dictionary(entries)])
    }

    private static func source(
        _ manifest: PropertyListValue, hasView: Bool = true, sources: [String] = [], hasMembers: Bool = false
    ) throws(EntryPointError) -> String {
        try EntryPoint(
            manifest: manifest, file: "Info.plist", module: "Sepia", hasView: hasView, sources: sources,
            hasMembers: hasMembers
        ).source
    }

    private static func problems(_ manifest: PropertyListValue, hasView: Bool = true, sources: [String] = [])
        -> [String]
    {
        do throws(EntryPointError) {
            return ["no error, but: \(try source(manifest, hasView: hasView, sources: sources))"]
        } catch {
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    @Test func `an extension with a storyboard starts with its initial controller`() throws {
        let source = try Self.source(Self.manifest(storyboard: "MainInterface"))
        #expect(
            source.hasSuffix(
                """
                @main enum GeneratedEntryPoint {
                    static func main() {
                        MainActor.assumeIsolated { UIStoryboard.readExtensionStoryboard(named: "MainInterface") }
                        // The initial controller of the storyboard that the manifest names.
                        ExtensionMain.run(mainStoryboard: "MainInterface") {
                            UIStoryboard.extensionController(named: "MainInterface")
                        }
                    }
                }

                """), "\(source)")
    }

    @Test func `AT-33: a principal class beside a storyboard is an error that names both keys`() {
        let problems = Self.problems(Self.manifest(principal: "Sepia.Handler", storyboard: "MainInterface"))
        #expect(problems.count == 1)
        #expect(
            problems.first?.contains(
                "NSExtension.NSExtensionPrincipalClass and NSExtension.NSExtensionMainStoryboard cannot be used together"
            )
                == true, "\(problems)")
    }

    @Test func `a storyboard of a target without views is an error`() {
        let problems = Self.problems(Self.manifest(storyboard: "MainInterface"), hasView: false)
        #expect(problems.count == 1 && problems.first?.contains("does not depend on OpenUIKit") == true, "\(problems)")
    }

    @Test(arguments: ["Main\"); exit(1); (\"", "\\(1)", "Main\"\u{301}); exit(1)", "\\\u{301}", "a/b", "..", ""])
    func `a storyboard whose name is no file's is refused`(_ name: String) {
        let problems = Self.problems(Self.manifest(storyboard: name))
        #expect(problems.count == 1 && problems.first?.hasPrefix("Info.plist: error: ") == true, "\(problems)")
    }

    @Test(arguments: [
        "@objc(HAShare)\nclass ShareController: UIViewController {}",
        "/* @objc(HAShare) */\nclass ShareController: UIViewController {}",
        "@MainActor @objc( HAShare ) public final class ShareController: NSObject {}",
        "/* @objc(HAShare) */ @MainActor final class `ShareController` {}",
    ])
    func `AT-34: a name without a module is that of a class with this Objective-C name`(_ code: String) throws {
        let source = try Self.source(
            Self.manifest(principal: "HAShare"), sources: ["@objc(Other) class Third {}", "import UIKit\n" + code])
        #expect(
            source.contains("ExtensionMain.run(principalClass: \"HAShare\") { ShareController() }"), "\(source)")
    }

    @Test(arguments: [
        "class HAShare: UIViewController {}", "// @objc(HAShare) class ShareController {}",
        "class ShareController { @objc(HAShare) func tap() {} }", "@objc(HAShare) protocol Sharing {}",
    ])
    func `AT-34: a name without a module that no class has is an error that names the remedy`(_ code: String) {
        let problems = Self.problems(Self.manifest(principal: "HAShare"), sources: [code])
        #expect(problems.count == 1)
        #expect(
            problems.first?.contains("only if it is declared with @objc(HAShare); write $(PRODUCT_MODULE_NAME).HAShare")
                == true, "\(problems)")
    }

    @Test func `the error of a name without a module lists those that classes have`() {
        let problems = Self.problems(
            Self.manifest(principal: "HASare"), sources: ["@objc(HAShare) class ShareController {}"])
        #expect(problems.first?.hasSuffix("or one of the names that classes of the target have: HAShare") == true)
    }

    @Test func `all problems of a manifest are reported together`() {
        let problems = Self.problems(
            Self.manifest(principal: "HAShare", storyboard: "MainInterface", point: nil))
        #expect(problems.count == 3, "\(problems)")
        #expect(problems.allSatisfy { $0.hasPrefix("Info.plist: error: ") })
        for part in ["NSExtensionPointIdentifier", "cannot be used together", "without a module"] {
            #expect(problems.contains { $0.contains(part) }, "\(part)")
        }
        #expect(Self.problems(Self.manifest(storyboard: "MainInterface", point: nil)).count == 1)
    }

    @Test func `registered methods are known before the extension starts`() throws {
        let with = try Self.source(Self.manifest(principal: "Sepia.Handler"), hasMembers: true)
        #expect(
            with.contains(
                "    @MainActor static func main() {\n        registerObjectiveCMembers()\n        // The class"),
            "\(with)")
        let board = try Self.source(Self.manifest(storyboard: "MainInterface"), hasMembers: true)
        #expect(board.contains("        registerObjectiveCMembers()\n        MainActor.assumeIsolated"), "\(board)")
        #expect(!(try Self.source(Self.manifest(principal: "Sepia.Handler"))).contains("registerObjectiveCMembers"))
    }

    @Test func `registered methods are known before an app starts`() throws {
        let app: PropertyListValue = .dictionary(["CFBundlePackageType": .string("APPL")])
        let source = try Self.source(app, sources: ["@main class AppDelegate {}"], hasMembers: true)
        #expect(
            source.hasSuffix(
                """
                extension AppDelegate {
                    @MainActor static func main() {
                        registerObjectiveCMembers()
                        UIApplication.run { AppDelegate() }
                    }
                }

                """), "\(source)")
    }
}
