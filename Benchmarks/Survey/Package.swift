// swift-tools-version: 6.2
import PackageDescription

/// An extension with a view.
func appExtension(_ name: String, resources: [String] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            .product(name: "OpenExtensionFoundation", package: "OpenExtensionKit"),
            .product(name: "UIKit", package: "Frameworks"),
        ],
        exclude: ["Info.plist"] + resources,
        plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")])
}

/// Two extensions that show the same form, one built in code and one from a storyboard, for the `storyboard` benchmark.
let package = Package(
    name: "Survey",
    dependencies: [
        .package(name: "OpenExtensionKit", path: "../.."),
        .package(name: "Frameworks", path: "../../Frameworks"),
    ],
    targets: [
        .executableTarget(
            name: "Survey", dependencies: [.product(name: "UIKit", package: "Frameworks")], exclude: ["Info.plist"],
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        appExtension("SurveyInCode"),
        appExtension("SurveyInStoryboard", resources: ["Resources"]),
    ])
