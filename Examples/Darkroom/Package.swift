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

/// An app extension: a program whose entry point is generated from the principal class its Info.plist names.
func appExtension(_ name: String, hasView: Bool = false) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["DarkroomEditing", "DarkroomImaging"] + (hasView ? ["DarkroomControls"] : []),
        exclude: ["Info.plist", "Resources"],
        swiftSettings: swift
    )
}

let package = Package(
    name: "Darkroom",
    products: [
        // What the extensions share: one copy in the app's Frameworks.
        .library(name: "DarkroomKit", type: .dynamic, targets: ["DarkroomEditing", "DarkroomImaging"])
    ],
    targets: [
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .target(name: "DarkroomImaging", dependencies: ["CVips"], swiftSettings: swift),
        .target(
            name: "DarkroomEditing",
            dependencies: ["DarkroomImaging"],
            swiftSettings: swift
        ),
        // What extensions with a view share.
        .target(
            name: "DarkroomControls",
            dependencies: ["DarkroomEditing", "DarkroomImaging"],
            swiftSettings: swift
        ),
        .executableTarget(
            name: "Darkroom",
            exclude: ["Info.plist", "Resources"],
            swiftSettings: swift),
        appExtension("Adjust", hasView: true),
        appExtension("AdjustEditor", hasView: true),
        appExtension("Film", hasView: true),
        appExtension("Sepia"),
        appExtension("StripMetadata"),
        .testTarget(
            name: "DarkroomImagingTests",
            dependencies: ["DarkroomImaging", "CVips"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "DarkroomTests",
            dependencies: ["DarkroomImaging", "CVips"],
            swiftSettings: swift
        ),
    ]
)
