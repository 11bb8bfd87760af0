// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // The modules with Apple's names.
    .unsafeFlags(["-I.build/appex/sdk/Frameworks"]),
]

let package = Package(
    name: "Postcard",
    targets: [
        .target(
            name: "PostcardStore",
            swiftSettings: swift),
        .executableTarget(
            name: "Postcard",
            dependencies: ["PostcardStore"],
            exclude: ["Info.plist", "Postcard.entitlements", "Resources"],
            swiftSettings: swift),
        .executableTarget(
            name: "Share",
            dependencies: ["PostcardStore"],
            exclude: ["Info.plist", "Resources", "Share.entitlements"],
            swiftSettings: swift),
        .testTarget(
            name: "PostcardTests",
            dependencies: ["PostcardStore"],
            swiftSettings: swift),
    ]
)
