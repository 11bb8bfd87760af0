import AppexModel
import Foundation
import Testing

@testable import appex

@Suite struct BundlePlanTests {
    /// A package whose executable targets have these manifests and entitlements.
    private func plan(
        _ manifests: [String: [String: PropertyListValue]], entitlements: [String: PropertyListValue] = [:],
        points: PropertyListValue? = nil, settings: [String] = []
    ) throws(BundlingError) -> BundlePlan {
        let package = PackageDescription(
            name: "Shop", path: "/shop",
            targets: manifests.keys.map { name in
                PackageDescription.Target(
                    name: name, c99name: name.replacing("-", with: "_"), type: "executable", path: "Sources/\(name)",
                    targetDependencies: ["Goods"], resources: nil)
            } + [
                PackageDescription.Target(
                    name: "Goods", c99name: "Goods", type: "library", path: "Sources/Goods", targetDependencies: nil,
                    resources: [.init(path: "/shop/Sources/Goods/list.txt")])
            ],
            products: manifests.keys.filter { $0 != "unsold" }.map {
                PackageDescription.Product(name: $0, targets: [$0], type: ["executable": nil])
            })
        let given = UserBuildSettings(settings.compactMap(UserBuildSettings.assignment))
        return try BundlePlan(package, settings: given) { path in
            if path == "/shop/Sources/Shop/Shop.appextensionpoint" { return points }
            if let own = entitlements.first(where: { path == "/shop/Sources/\($0.key)/\($0.key).entitlements" }) {
                return own.value
            }
            return manifests.first { path == "/shop/Sources/\($0.key)/Info.plist" }.map { .dictionary($0.value) }
        }
    }

    private func app(_ identifier: String, version: String = "1") -> [String: PropertyListValue] {
        [
            "CFBundleIdentifier": .string(identifier), "CFBundlePackageType": .string("APPL"),
            "CFBundleVersion": .string(version),
        ]
    }

    private func appExtension(_ identifier: String, style: ExtensionStyle = .classic) -> [String: PropertyListValue] {
        let point = style == .classic ? "NSExtensionPointIdentifier" : "EXExtensionPointIdentifier"
        return [
            "CFBundleIdentifier": .string(identifier), "CFBundleVersion": .string("1"),
            style.key: .dictionary([point: .string("com.apple.services")]),
        ]
    }

    private func message(_ manifests: [String: [String: PropertyListValue]]) -> String {
        do throws(BundlingError) {
            return "no error, but: \(try plan(manifests))"
        } catch {
            return error.description
        }
    }

    @Test func `an extension goes into the app whose identifier is its longest prefix`() throws {
        let plan = try plan([
            "Shop": app("org.example.shop"), "Kiosk": app("org.example.shop.kiosk"),
            "Till": appExtension("org.example.shop.till"), "Bell": appExtension("org.example.shop.kiosk.bell"),
        ])
        let carried = plan.apps.map { "\($0.bundle.name): \($0.extensions.map(\.name))" }
        #expect(carried == ["Kiosk.app: [\"Bell.appex\"]", "Shop.app: [\"Till.appex\"]"])
    }

    @Test func `an extension without an app is refused with the identifiers it could begin with`() {
        let text = message(["Shop": app("org.example.shop"), "Till": appExtension("org.example.shopping.till")])
        #expect(text.contains("Till (org.example.shopping.till)") && text.contains("org.example.shop."))
    }

    @Test func `a package without an app is refused with how to add one`() {
        let text = message(["Till": appExtension("org.example.shop.till")])
        #expect(text.contains("no containing app for its extensions Till") && text.contains("APPL"))
    }

    private static func groups(_ names: String...) -> PropertyListValue {
        .dictionary([
            "com.apple.security.application-groups": .array(names.map(PropertyListValue.string)),
            "keychain-access-groups": .array([]),
        ])
    }

    @Test func `the extension points of an app become a part of it`() throws {
        func points(_ identifier: String) -> PropertyListValue {
            .dictionary([identifier: .dictionary(["EXExtensionPointName": .string("$(TARGET_NAME)")])])
        }
        let app = try plan(["Shop": app("org.example.shop")], points: points("org.example.shop.price")).apps[0].bundle
        #expect(app.declaredPoints.map(\.name) == ["Shop"])
        let error = #expect(throws: BundlingError.self) {
            try plan(["Shop": self.app("org.example.shop")], points: points("org.example.price"))
        }
        #expect("\(error as Any)".contains("/shop/Sources/Shop/Shop.appextensionpoint"), "\(error as Any)")
    }

    @Test func `entitlements get the values of their variables, and what has no effect is told`() throws {
        let manifests = ["Shop": app("org.example.shop"), "Till": appExtension("org.example.shop.till")]
        let plan = try plan(manifests, entitlements: ["Till": Self.groups("group.$(PRODUCT_BUNDLE_IDENTIFIER)")])
        #expect(plan.apps[0].bundle.entitlements == nil)
        #expect(plan.apps[0].extensions[0].entitlements == Self.groups("group.org.example.shop.till"))
        let place = "/shop/Sources/Till/Till.entitlements"
        #expect(
            plan.mistakes.texts(.warning).contains(
                "\(place): The entitlement keychain-access-groups grants nothing: there is no keychain yet."),
            "\(plan.mistakes)")
    }

    @Test(arguments: ["org.example.shop", "group.$(TEAM)"])
    func `entitlements that could not be installed are refused with their file`(group: String) {
        for target in ["Shop", "Till"] {
            let manifests = ["Shop": app("org.example.shop"), "Till": appExtension("org.example.shop.till")]
            let error = #expect(throws: BundlingError.self) {
                try plan(manifests, entitlements: [target: Self.groups(group)])
            }
            #expect("\(error as Any)".contains("/shop/Sources/\(target)/\(target).entitlements"), "\(error as Any)")
        }
    }

    @Test func `the style decides the folder`() throws {
        let plan = try plan([
            "Shop": app("org.example.shop"), "Till": appExtension("org.example.shop.till", style: .extensionKit),
        ])
        #expect(plan.apps[0].extensions[0].style?.folder == "Extensions")
    }

    @Test func `a tool with an Info.plist of another type is left out`() throws {
        let plan = try plan([
            "Shop": app("org.example.shop"), "tool": ["CFBundleIdentifier": .string("org.example.tool")],
        ])
        #expect(plan.apps.map(\.bundle.name) == ["Shop.app"] && plan.apps[0].extensions.isEmpty)
    }

    @Test func `build variables and the keys that a build adds are filled in`() throws {
        let plan = try plan([
            "Shop-Front": [
                "CFBundleIdentifier": .string("org.example.${PRODUCT_NAME}"),
                "CFBundlePackageType": .string("$(PRODUCT_BUNDLE_PACKAGE_TYPE)"),
                "CFBundleExecutable": .string("$(EXECUTABLE_NAME)"),
                "Link": .array([.string("$(PRODUCT_BUNDLE_IDENTIFIER).open"), .string("costs $5")]),
                "Module": .string("$(PRODUCT_MODULE_NAME)"),
            ]
        ])
        let built = try #require(plan.apps[0].bundle.manifest.dictionary)
        #expect(built["CFBundleIdentifier"] == .string("org.example.Shop-Front"))
        #expect(built["CFBundlePackageType"] == .string("APPL"))
        #expect(built["CFBundleExecutable"] == .string("Shop-Front"))
        #expect(built["CFBundleName"] == .string("Shop-Front"))
        #expect(built["Link"] == .array([.string("org.example.Shop-Front.open"), .string("costs $5")]))
        #expect(built["Module"] == .string("Shop_Front"))
    }

    private static let noIdentifier: [[String: PropertyListValue]] = [
        [:],
        [
            "CFBundleIdentifier": .string("$(PRODUCT_BUNDLE_IDENTIFIER)"),
            "CFBundleVersion": .string("$(CURRENT_PROJECT_VERSION)"),
            "CFBundleShortVersionString": .string("$(MARKETING_VERSION)"),
        ],
    ]

    @Test(arguments: noIdentifier)
    func `identifiers and versions that Xcode keeps in its project have defaults`(
        written: [String: PropertyListValue]
    ) throws {
        var till = appExtension("")
        till["CFBundleIdentifier"] = nil
        till["CFBundleVersion"] = nil
        let manifests = [
            "Shop": written.merging(["CFBundlePackageType": .string("APPL")]) { $1 },
            "Till-2": till.merging(written) { $1 },
        ]
        func identities(_ settings: String...) throws -> [String] {
            let app = try plan(manifests, settings: settings).apps[0]
            return ([app.bundle] + app.extensions).map {
                "\($0.identifier) \($0.shortVersion ?? "") (\($0.version ?? ""))"
            }
        }
        #expect(try identities() == ["org.example.Shop 1.0 (1)", "org.example.Shop.Till-2 1.0 (1)"])
        #expect(
            try identities("PRODUCT_BUNDLE_IDENTIFIER=com.a.b", "MARKETING_VERSION=2", "CURRENT_PROJECT_VERSION=7")
                == ["com.a.b 2 (7)", "com.a.b.Till-2 2 (7)"])
    }

    @Test func `an extension has the identifier and the versions of its app by default`() throws {
        var till = appExtension("")
        till["CFBundleIdentifier"] = nil
        till["CFBundleVersion"] = nil
        let plan = try plan(["Shop": app("net.shop", version: "3"), "Till": till])
        let bundle = plan.apps[0].extensions[0]
        #expect(
            bundle.identifier.rawValue == "net.shop.Till" && bundle.version == "3"
                && !plan.mistakes.contains { $0.sentence.contains("differ") })
    }

    @Test func `a setting of the user is expanded, and an unknown one is reported with its option`() throws {
        var app = app("org.example.shop")
        app["CFBundleDisplayName"] = .string("$(APP_TITLE:upper)")
        let plan = try plan(["Shop": app], settings: ["NAME=shop", "APP_TITLE=My $(NAME)"])
        #expect(plan.apps[0].bundle.manifest.dictionary?["CFBundleDisplayName"] == .string("MY SHOP"))
        let text = message(["Shop": app])
        #expect(text.contains("CFBundleDisplayName") && text.contains("--setting APP_TITLE=VALUE"))
    }

    @Test func `the problems of all property lists are reported together`() {
        var shop = app("not an identifier")
        shop["CFBundleDisplayName"] = .string("$(TITLE)")
        shop["Other"] = .string("$(OTHER)")
        var till = appExtension("org.example.shop.till")
        till["CFBundlePackageType"] = .string("APPL")
        let text = message(["Shop": shop, "Till": till])
        #expect(text.hasPrefix("There are 4 problems:"), "\(text)")
        let failure = CommandFailure(BundlingError.several([.noKit(package: "a\nb"), .noKit(package: "c")]))
        #expect(failure.text.split(separator: "\n").count == 3, "\(failure.text)")
        for part in [
            "CFBundleIdentifier", "TITLE=VALUE", "OTHER=VALUE", "Sources/Till/Info.plist: at CFBundlePackageType",
        ] {
            #expect(text.contains(part), "\(text)")
        }
    }

    @Test func `a manifest that could not be installed is refused before anything is built`() {
        #expect(message(["Shop": app("not an identifier")]).contains("CFBundleIdentifier"))
        var wrong = appExtension("org.example.shop.till")
        wrong["CFBundlePackageType"] = .string("APPL")
        #expect(message(["Shop": app("org.example.shop"), "Till": wrong]).contains("\"XPC!\""))
        #expect(message(["unsold": app("org.example.shop")]).contains("no executable product"))
    }

    @Test func `two extensions with one identifier are refused`() {
        let text = message([
            "Shop": app("org.example.shop"), "A": appExtension("org.example.shop.a"),
            "B": appExtension("org.example.shop.a"),
        ])
        #expect(text.contains("an identifier of its own"))
    }

    @Test func `different versions are allowed with a warning`() throws {
        let plan = try plan(["Shop": app("org.example.shop", version: "2"), "A": appExtension("org.example.shop.a")])
        let sentence =
            "CFBundleVersion and CFBundleShortVersionString differ from the app's; Apple's stores require the same."
        #expect(plan.mistakes.filter { $0.sentence == sentence }.map(\.file) == ["/shop/Sources/A/Info.plist"])
    }

    @Test func `resource bundles of the targets a program is made of come along`() throws {
        #expect(try plan(["Shop": app("org.example.shop")]).apps[0].bundle.resourceBundles == ["Shop_Goods.resources"])
    }
}

@Suite struct PackageDescriptionTests {
    @Test func `a description is read as swift prints it`() throws {
        let json = """
            { "name": "P", "path": "/p", "tools_version": "6.2",
              "products": [{ "name": "tool", "targets": ["Tool"], "type": { "executable": null } },
                           { "name": "Lib", "targets": ["Lib"], "type": { "library": ["automatic"] } }],
              "targets": [{ "c99name": "Tool", "name": "Tool", "path": "Sources/Tool", "type": "executable",
                            "target_dependencies": ["Lib"], "resources": [{ "path": "/p/a", "rule": { "copy": {} } }] }] }
            """
        let package = try PackageDescription.reading(Data(json.utf8), package: "/p")
        #expect(package.product(of: package.targets[0]) == "tool")
        #expect(package.resourceBundles(of: package.targets[0]) == ["P_Tool.resources"])
        #expect(package.products.map(\.isExecutable) == [true, false])
    }

    @Test func `a description of another shape is refused`() {
        #expect(throws: BundlingError.self) { try PackageDescription.reading(Data("[]".utf8), package: "/p") }
    }
}
