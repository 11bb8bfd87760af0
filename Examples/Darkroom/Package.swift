// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// An app extension: a program whose entry point is generated from the principal class its Info.plist names.
func appExtension(_ name: String, frameworks: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            "DarkroomEditing", "DarkroomImaging",
            .product(name: "OpenExtensionFoundation", package: "OpenExtensionKit"),
        ] + frameworks,
        exclude: ["Info.plist", "Resources"],
        swiftSettings: swift,
        plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]
    )
}

/// What a photo editing extension uses.
let photoEditor: [Target.Dependency] = [
    "DarkroomControls", .product(name: "PhotosUI", package: "Frameworks"),
    .product(name: "OpenPhotosUI", package: "OpenExtensionKit"),
]

let package = Package(
    name: "Darkroom",
    products: [
        // What the extensions share: one copy in the app's Frameworks.
        .library(name: "DarkroomKit", type: .dynamic, targets: ["DarkroomEditing", "DarkroomImaging"])
    ],
    dependencies: [
        .package(name: "OpenExtensionKit", path: "../.."),
        .package(name: "Frameworks", path: "../../Frameworks"),
    ],
    targets: [
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .target(name: "DarkroomImaging", dependencies: ["CVips"], swiftSettings: swift),
        .target(
            name: "DarkroomEditing",
            dependencies: [
                "DarkroomImaging",
                .product(name: "OpenExtensionFoundation", package: "OpenExtensionKit"),
            ],
            swiftSettings: swift
        ),
        // What extensions with a view share.
        .target(
            name: "DarkroomControls",
            dependencies: [
                "DarkroomEditing", "DarkroomImaging", .product(name: "PhotosUI", package: "Frameworks"),
                .product(name: "UIKit", package: "Frameworks"),
            ],
            swiftSettings: swift
        ),
        .executableTarget(
            name: "Darkroom", dependencies: [.product(name: "UIKit", package: "Frameworks")],
            exclude: ["Info.plist", "Resources"],
            swiftSettings: swift,
            plugins: [.plugin(name: "ExtensionEntryPoint", package: "OpenExtensionKit")]),
        appExtension("Adjust", frameworks: ["DarkroomControls", .product(name: "UIKit", package: "Frameworks")]),
        appExtension("AdjustEditor", frameworks: photoEditor),
        appExtension("Film", frameworks: photoEditor),
        appExtension("Sepia"),
        appExtension("StripMetadata"),
        .testTarget(
            name: "DarkroomImagingTests",
            dependencies: ["DarkroomImaging", "CVips"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "DarkroomTests",
            dependencies: [
                "DarkroomImaging", "CVips",
                .product(name: "ExtensionTesting", package: "OpenExtensionKit"),
                .product(name: "OpenExtensionKit", package: "OpenExtensionKit"),
            ],
            swiftSettings: swift
        ),
    ]
)
