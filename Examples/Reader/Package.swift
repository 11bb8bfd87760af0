// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// An app extension: a program whose entry point is generated from the principal class its Info.plist names. Its folder
/// Resources contains its JavaScript file.
func appExtension(_ name: String, frameworks: [String]) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            "ReaderText", .product(name: "OpenExtensionFoundation", package: "OpenExtensionKit"),
        ] + frameworks.map { .product(name: $0, package: "Frameworks") },
        exclude: ["Info.plist", "Resources"],
        swiftSettings: swift,
        plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]
    )
}

let package = Package(
    name: "Reader",
    dependencies: [
        .package(name: "OpenExtensionKit", path: "../.."),
        .package(name: "Frameworks", path: "../../Frameworks"),
    ],
    targets: [
        .target(name: "ReaderText", swiftSettings: swift),
        .executableTarget(
            name: "Reader", dependencies: [.product(name: "UIKit", package: "Frameworks")],
            exclude: ["Info.plist", "Resources"],
            swiftSettings: swift,
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        appExtension("ReaderRead", frameworks: ["MobileCoreServices", "UIKit"]),
        appExtension("ReaderHighlight", frameworks: ["MobileCoreServices"]),
        appExtension("ReaderColour", frameworks: ["MobileCoreServices"]),
        .testTarget(name: "ReaderTextTests", dependencies: ["ReaderText"], swiftSettings: swift),
        .testTarget(
            name: "ReaderTests",
            dependencies: [
                .product(name: "ExtensionTesting", package: "OpenExtensionKit"),
                .product(name: "OpenExtensionKit", package: "OpenExtensionKit"),
            ],
            swiftSettings: swift),
    ]
)
