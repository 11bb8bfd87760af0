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

/// An app extension: a program whose entry point is generated from the principal class its Info.plist names. Its folder
/// Resources contains its JavaScript file.
func appExtension(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["ReaderText"],
        exclude: ["Info.plist", "Resources"],
        swiftSettings: swift
    )
}

let package = Package(
    name: "Reader",
    targets: [
        .target(name: "ReaderText", swiftSettings: swift),
        .executableTarget(
            name: "Reader",
            exclude: ["Info.plist", "Resources"],
            swiftSettings: swift),
        appExtension("ReaderRead"),
        appExtension("ReaderHighlight"),
        appExtension("ReaderColour"),
        .testTarget(name: "ReaderTextTests", dependencies: ["ReaderText"], swiftSettings: swift),
        .testTarget(
            name: "ReaderTests",
            swiftSettings: swift),
    ]
)
