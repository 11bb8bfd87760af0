// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "Postcard",
    dependencies: [
        .package(name: "OpenExtensionKit", path: "../.."),
        .package(name: "Frameworks", path: "../../Frameworks"),
    ],
    targets: [
        .target(
            name: "PostcardStore",
            dependencies: [.product(name: "OpenExtensionFoundation", package: "OpenExtensionKit")],
            swiftSettings: swift),
        .executableTarget(
            name: "Postcard",
            dependencies: ["PostcardStore", .product(name: "UIKit", package: "Frameworks")],
            exclude: ["Info.plist", "Postcard.entitlements", "Resources"],
            swiftSettings: swift,
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        .executableTarget(
            name: "Share",
            dependencies: [
                "PostcardStore",
                .product(name: "OpenExtensionFoundation", package: "OpenExtensionKit"),
                .product(name: "Social", package: "Frameworks"),
                .product(name: "UIKit", package: "Frameworks"),
            ],
            exclude: ["Info.plist", "Resources", "Share.entitlements"],
            swiftSettings: swift,
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        .testTarget(
            name: "PostcardTests",
            dependencies: [
                "PostcardStore",
                .product(name: "ExtensionTesting", package: "OpenExtensionKit"),
                .product(name: "OpenExtensionKit", package: "OpenExtensionKit"),
            ],
            swiftSettings: swift),
    ]
)
