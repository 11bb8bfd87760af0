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
        .target(
            name: "ScoreRows", dependencies: ["League", .product(name: "UIKit", package: "Frameworks")],
            swiftSettings: swift),
        .executableTarget(
            name: "Scoreboard",
            dependencies: ["League", "ScoreRows", .product(name: "UIKit", package: "Frameworks")],
            exclude: ["Info.plist", "Resources"],
            swiftSettings: swift,
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        .executableTarget(
            name: "Today",
            dependencies: [
                "League",
                "ScoreRows",
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
