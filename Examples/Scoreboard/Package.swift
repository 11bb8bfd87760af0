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
    name: "Scoreboard",
    targets: [
        .target(name: "League", swiftSettings: swift),
        .target(
            name: "ScoreRows", dependencies: ["League"],
            swiftSettings: swift),
        .executableTarget(
            name: "Scoreboard",
            dependencies: ["League", "ScoreRows"],
            exclude: ["Info.plist", "Resources"],
            swiftSettings: swift),
        .executableTarget(
            name: "Today",
            dependencies: ["League", "ScoreRows"],
            exclude: ["Info.plist", "Resources"],
            swiftSettings: swift),
        .testTarget(
            name: "ScoreboardTests",
            dependencies: ["League"],
            swiftSettings: swift),
    ]
)
