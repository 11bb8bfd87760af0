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
    name: "Ledger",
    dependencies: [
        .package(name: "OpenExtensionKit", path: "../.."),
        .package(name: "Frameworks", path: "../../Frameworks"),
    ],
    targets: [
        .target(
            name: "LedgerStore",
            dependencies: [.product(name: "OpenFoundation", package: "OpenExtensionKit")],
            swiftSettings: swift),
        .executableTarget(
            name: "Ledger",
            dependencies: ["LedgerStore", .product(name: "UIKit", package: "Frameworks")],
            exclude: ["Info.plist", "Ledger.entitlements", "Resources"],
            swiftSettings: swift,
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        .executableTarget(
            name: "LedgerShare",
            dependencies: [
                "LedgerStore",
                .product(name: "OpenExtensionFoundation", package: "OpenExtensionKit"),
                .product(name: "Social", package: "Frameworks"),
                .product(name: "UIKit", package: "Frameworks"),
            ],
            exclude: ["Info.plist", "LedgerShare.entitlements", "Resources"],
            swiftSettings: swift,
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        .executableTarget(
            name: "ledger-stress",
            dependencies: ["LedgerStore", .product(name: "OpenFoundation", package: "OpenExtensionKit")],
            swiftSettings: swift),
        .testTarget(
            name: "LedgerTests",
            dependencies: [
                "LedgerStore",
                "ledger-stress",
                .product(name: "ExtensionTesting", package: "OpenExtensionKit"),
                .product(name: "OpenExtensionKit", package: "OpenExtensionKit"),
            ],
            swiftSettings: swift),
    ]
)
