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
    name: "Scoreboard",
    dependencies: [
        .package(name: "OpenExtensionKit", path: "../.."),
        .package(name: "Frameworks", path: "../../Frameworks"),
    ],
    targets: [
        .target(name: "League", swiftSettings: swift),
        .executableTarget(
            name: "Scoreboard", dependencies: ["League"], exclude: ["Info.plist", "Resources"], swiftSettings: swift),
        .executableTarget(
            name: "Today",
            dependencies: [
                "League",
                .product(name: "NotificationCenter", package: "Frameworks"),
                .product(name: "OpenExtensionFoundation", package: "OpenExtensionKit"),
                .product(name: "UIKit", package: "Frameworks"),
            ],
            exclude: ["Info.plist", "Resources"],
            swiftSettings: swift,
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        .testTarget(
            name: "ScoreboardTests",
            dependencies: [
                "League",
                .product(name: "ExtensionTesting", package: "OpenExtensionKit"),
                .product(name: "OpenExtensionKit", package: "OpenExtensionKit"),
            ],
            swiftSettings: swift),
    ]
)
