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
    name: "Ledger",
    targets: [
        .target(
            name: "LedgerStore",
            swiftSettings: swift),
        .executableTarget(
            name: "Ledger",
            dependencies: ["LedgerStore"],
            exclude: ["Info.plist", "Ledger.entitlements", "Resources"],
            swiftSettings: swift),
        .executableTarget(
            name: "LedgerShare",
            dependencies: ["LedgerStore"],
            exclude: ["Info.plist", "LedgerShare.entitlements", "Resources"],
            swiftSettings: swift),
        .executableTarget(
            name: "ledger-stress",
            dependencies: ["LedgerStore"],
            swiftSettings: swift),
        .testTarget(
            name: "LedgerTests",
            dependencies: ["LedgerStore", "ledger-stress"],
            swiftSettings: swift),
    ]
)
