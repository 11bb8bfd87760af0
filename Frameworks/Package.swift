// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The names of Apple's frameworks. A package of its own: in the graph of another package they would make
/// `#if canImport(UIKit)` true there, too.
let frameworks: KeyValuePairs = [
    "UIKit": "OpenUIKit", "Social": "OpenUIKit", "NotificationCenter": "OpenUIKit",
    "Photos": "OpenPhotosUI", "PhotosUI": "OpenPhotosUI",
    "UniformTypeIdentifiers": "OpenUniformTypeIdentifiers", "MobileCoreServices": "OpenUniformTypeIdentifiers",
    "CoreServices": "OpenUniformTypeIdentifiers", "CoreLocation": "OpenCoreLocation",
    "WatchConnectivity": "OpenWatchConnectivity",
]

let package = Package(
    name: "Frameworks",
    products: frameworks.map { .library(name: $0.key, targets: [$0.key]) },
    dependencies: [.package(name: "OpenExtensionKit", path: "..")],
    targets: frameworks.map {
        .target(
            name: $0.key, dependencies: [.product(name: $0.value, package: "OpenExtensionKit")], swiftSettings: swift)
    } + [
        // In the language mode of most programs for Apple's systems.
        .testTarget(
            name: "AppleSourceTests",
            dependencies: frameworks.map { .byName(name: $0.key) } + [
                .product(name: "OpenOSLog", package: "OpenExtensionKit")
            ],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)
